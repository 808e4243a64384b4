"""Editorials of the demo data: what the public home page showed over the years, one of them now."""

from typing import Any

from sqlalchemy import Connection

from sandbox import scenes
from sandbox.clock import days_before, stored
from sandbox.content_tables import editorials
from sandbox.folding import fold
from sandbox.rows import image_row
from sandbox.seed.bulk import write
from sandbox.tables import images

ACTIVE = 6
"""Which of them the public sees."""
# Title, text, button, link, days since it was written, picture.
TEXTS = (
    (
        "Bienvenue sur votre plateforme de covoiturage",
        "Partagez vos trajets du quotidien avec vos voisins et vos collègues : c’est simple, économique et "
        "convivial. L’inscription est gratuite et ne prend que deux minutes.",
        "Je m’inscris",
        "https://covoiturage.example.org/inscription",
        1_460,
        "day",
    ),
    (
        "Challenge mobilité : un mois pour laisser la voiture au garage",
        "Du 1er au 30 juin, les entreprises du Grand Nancy se défient : covoiturage, vélo, bus ou marche, chaque "
        "trajet compte. L’an dernier, 84 équipes ont économisé 32 tonnes de CO₂. Inscrivez la vôtre avant le 25 "
        "mai !",
        "Inscrire mon équipe",
        "https://challenge-mobilite.example.org",
        870,
        "coast",
    ),
    (
        "Travaux sur l’A31 : covoiturons pour éviter les bouchons",
        "Jusqu’à la fin de l’année, la circulation est réduite à deux voies entre Metz et Thionville. Deux voies "
        "réservées aux covoitureurs vous font gagner jusqu’à vingt minutes aux heures de pointe.",
        "Trouver un équipage",
        "https://covoiturage.example.org/axes/a31",
        640,
        "dusk",
    ),
    (
        "Une nouvelle aire de covoiturage à Toul-Est",
        "45 places gratuites, un abri pour les vélos, deux bornes de recharge et un arrêt de bus : l’aire de "
        "Toul-Est ouvre le lundi 3 mars. Retrouvez-la sur la carte des points relais.",
        "Voir la carte",
        "https://covoiturage.example.org/points-relais",
        420,
        "autumn",
    ),
    (
        "Prime covoiturage : 100 € pour les nouveaux conducteurs",
        "Vous proposez pour la première fois votre trajet domicile-travail ? La prime de 25 € est versée dès le "
        "premier trajet, puis 75 € au dixième dans les trois mois. Munissez-vous de votre permis de conduire.",
        "Demander ma prime",
        "https://covoiturage.example.org/prime?utm_source=accueil&utm_medium=editorial",
        310,
        "day",
    ),
    (
        "Semaine européenne de la mobilité",
        "Du 16 au 22 septembre, essayez autre chose : ateliers vélo, essais de voitures partagées, visites de "
        "lignes de covoiturage et conférences dans dix-sept communes. Toutes les animations sont gratuites.",
        "Découvrir le programme",
        "https://semaine-mobilite.example.org/programme",
        60,
        "dusk",
    ),
    (
        "L’hiver arrive : préparez vos trajets à plusieurs",
        "Neige, verglas, jours plus courts : à plusieurs, la route est plus sûre et les frais sont partagés. "
        "Consultez nos conseils de conduite hivernale et trouvez un équipage près de chez vous pour tout l’hiver.",
        "Lire nos conseils",
        "https://covoiturage.example.org/conseils/hiver",
        8,
        "winter",
    ),
    (
        "Réveillon en toute sécurité",
        "Le 31 décembre, on rentre ensemble : publiez dès maintenant votre trajet retour, les passagers vous "
        "attendent. Avec le soutien des polices municipales et de l’association Raccompagne.",
        "Publier mon retour",
        "https://covoiturage.example.org/reveillon",
        3,
        "night",
    ),
)


def fill(connection: Connection) -> None:
    """Write the editorials and their pictures."""
    write(connection, editorials, [_row(number, *text[:5]) for number, text in enumerate(TEXTS, start=1)])
    pictures = [
        image_row("editorial", number, scenes.file_name(text[5], number)) for number, text in enumerate(TEXTS, start=1)
    ]
    write(connection, images, pictures)


def _row(number: int, title: str, text: str, label: str, link: str, age: int) -> dict[str, Any]:
    return {
        "id": number,
        "title": title,
        "title_key": fold(title),
        "text": text,
        "label": label,
        "link": link,
        "status": int(number == ACTIVE),
        "created_date": stored(days_before(age)),
        "updated_date": stored(days_before(age / 2)) if number % 3 == 0 else None,
    }
