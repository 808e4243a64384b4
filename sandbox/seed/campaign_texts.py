"""What the campaigns of the demo data say, to whom, and since when."""

from dataclasses import dataclass
from typing import Literal

Target = Literal["nobody", "everybody", "territory", "members", "chosen"]
NOT_TESTED, TESTED, SENT, ARCHIVED = range(4)
CLAIRE, KARIM, ETIENNE, TEN = 1, 2, 5, 10
"""Who writes them: the accounts of the demonstration, and an administrator among the users."""


@dataclass(frozen=True)
class Campaign:
    """A campaign: `of` is the territory, the community or the number of people of its target; ages are in days."""

    name: str
    subject: str
    status: int
    creator: int
    age: float
    changed: float | None
    target: Target
    elements: tuple[tuple[str, str], ...]
    of: int = 0
    only_members: bool = False


def _button(label: str, href: str) -> str:
    style = "display:inline-block;padding:12px 24px;background:#1f5f99;color:#ffffff;text-decoration:none"
    return f'<p><a href="{href}" style="{style}">{label}</a></p>'


FOOTER = (
    "text",
    '<p style="font-size:12px;color:#5b6673">Vous recevez ce message parce que vous avez accepté nos actualités. '
    '<a href="{{ unsubscribe }}">Se désinscrire</a> – <a href="{{ mirror }}">Lire en ligne</a></p>',
)
HELLO = '<p>Bonjour {{ contact.PRENOM|default:"à tous" }},</p>'

CAMPAIGNS = (
    Campaign(
        "Bienvenue sur la plateforme 2024", "Votre covoiturage du quotidien commence ici", ARCHIVED, CLAIRE, 722, 700,
        "everybody",
        (
            ("title", "Bienvenue parmi nous"),
            ("text", HELLO + "<p>Vous êtes désormais <strong>plus de mille</strong> à partager vos trajets entre "
             "Nancy, Metz et Épinal. Merci !</p>"),
            FOOTER,
        ),
    ),
    Campaign(
        "Grève du 13 mars", "Grève des transports jeudi : covoiturez", SENT, TEN, 604, 603.8, "territory",
        (
            ("title", "Jeudi 13 mars, on s’arrange"),
            ("text", "<p>Trains et bus seront rares jeudi. Conducteurs, <strong>publiez vos places libres</strong> ; "
             "passagers, cherchez dès ce soir.</p>"),
            ("text", _button("Je publie mon trajet", "https://covoiturage.example.org/publier")),
        ),
        of=3,
    ),
    Campaign(
        "Enquête de satisfaction 2025", "Deux minutes pour nous dire ce qui vous manque", SENT, CLAIRE, 512, 509,
        "everybody",
        (
            ("image", "day"),
            ("title", "Votre avis nous fait avancer"),
            ("text", HELLO + "<p>Huit questions, deux minutes, aucune donnée personnelle : répondez avant le 30 juin, "
             "les résultats seront publiés à la rentrée.</p>"),
            ("text", _button("Je réponds", "https://enquete.example.org/satisfaction-2025")),
            FOOTER,
        ),
    ),
    Campaign(
        "Journée du covoiturage 2025", "Participez à la journée du covoiturage", SENT, KARIM, 430, 428, "members",
        (
            ("title", "Journée du covoiturage"),
            ("text", "<p>Rendez-vous le <strong>22 septembre</strong> place Stanislas, de 10 h à 18 h : essais, "
             "rencontres et petit-déjeuner offert aux équipages.</p>"),
            ("image", "autumn"),
        ),
        of=1,
    ),
    Campaign(
        "CHRU – horaires décalés", "Équipes de nuit : des collègues font la même route", SENT, KARIM, 266, 262,
        "members",
        (
            ("title", "La nuit aussi, on covoiture"),
            ("text", "<p>Quarante-deux soignants de Brabois ont proposé un trajet de nuit ce mois-ci. Retrouvez ceux "
             "qui partent près de chez vous.</p><ul><li>départ entre 20 h et 21 h</li><li>retour entre 6 h et 7 h</li>"
             "</ul>"),
        ),
        of=2, only_members=True,
    ),
    Campaign(
        "Challenge mobilité 2026", "Un mois sans voiture seul : inscrivez votre équipe", SENT, ETIENNE, 190, 187,
        "territory",
        (
            ("image", "coast"),
            ("title", "Challenge mobilité"),
            ("text", HELLO + "<p>Du 1er au 30 juin, covoiturage, vélo, bus ou marche : chaque trajet compte. L’an "
             "dernier, 84 équipes ont économisé <strong>32 tonnes de CO₂</strong>.</p>"),
            ("text", _button("Inscrire mon équipe", "https://challenge-mobilite.example.org")),
            FOOTER,
        ),
        of=1,
    ),
    Campaign(
        "Prime covoiturage : rappel", "Votre prime de 100 € vous attend peut-être", TESTED, CLAIRE, 41, 40, "everybody",
        (
            ("title", "La prime covoiturage, comment ça marche ?"),
            ("text", HELLO + "<p>Après votre premier trajet comme conducteur, puis après le dixième, l’État vous verse "
             "<strong>100 €</strong>. Il suffit de déclarer votre permis dans votre profil.</p>"),
            ("text", _button("Je complète mon profil", "https://covoiturage.example.org/profil")),
            FOOTER,
        ),
    ),
    Campaign(
        "Travaux A31 novembre", "A31 fermée quatre nuits : les itinéraires de secours", TESTED, TEN, 6, 5.5,
        "territory",
        (
            ("title", "A31 : fermetures de nuit"),
            ("text", "<p>Entre Bouxières et Belleville, de 21 h à 5 h, du 16 au 20 novembre. Les aires de Custines et "
             "de Dieulouard restent ouvertes aux covoitureurs.</p>"),
            ("image", "night"),
        ),
        of=3,
    ),
    Campaign(
        "Pilotes du Pays de Bitche", "On se retrouve le 12 décembre à Bitche ?", TESTED, KARIM, 4, 3, "members",
        (
            ("title", "Réunion des équipages"),
            ("text", "<p>Salle des fêtes, à partir de 18 h 30. Chacun apporte quelque chose à partager.</p>"),
        ),
        of=5,
    ),
    Campaign(
        "Vœux 2027", "Belle année sur les routes à plusieurs", NOT_TESTED, CLAIRE, 3, 2, "everybody",
        (
            ("image", "winter"),
            ("title", "Bonne année 2027"),
            ("text", HELLO + "<p>Grâce à vous, 61 000 trajets ont été partagés en 2026.</p>"),
            FOOTER,
        ),
    ),
    Campaign(
        "Conducteurs les plus actifs", "Merci ! Un plein d’avance pour vous", NOT_TESTED, ETIENNE, 2, 1.5, "chosen",
        (
            ("title", "Vous faites avancer le covoiturage"),
            ("text", HELLO + "<p>Vous êtes parmi les conducteurs les plus actifs du trimestre : un bon d’achat vous "
             "attend à l’accueil de la Maison du vélo.</p>"),
        ),
        of=9,
    ),
    Campaign(
        "Nouveaux arrêts à Saint-Dié", "Trois nouveaux points de rencontre près de chez vous", NOT_TESTED, KARIM, 1.2,
        None, "nobody",
        (
            ("title", "Trois points de rencontre de plus"),
            ("text", "<p>Gare, piscine AquaNova et Kellermann : panneaux posés, places réservées.</p>"),
        ),
    ),
    Campaign(
        "Lettre d’information de décembre", "Les nouvelles de décembre", NOT_TESTED, ETIENNE, 0.2, None, "nobody", (),
    ),
)  # fmt: skip
