"""Communities of the demo data, their members over three years, images and security files."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, func, select

from sandbox import scenes
from sandbox.clock import REFERENCE, STORED_FORMAT, days_before, stored
from sandbox.folding import fold
from sandbox.geography import around, communes
from sandbox.rows import address_row, image_row
from sandbox.seed.bulk import Rows, write
from sandbox.seed.community_texts import TEXTS
from sandbox.seed.people import STAFF
from sandbox.seed.places import fill_address_territories
from sandbox.tables import addresses, communities, community_securities, images, memberships, role_assignments, users

AUTOMATIC, MANUAL, BY_DOMAIN, SECURED = range(4)
PENDING, MEMBER, MODERATOR, REFUSED = range(4)
MANAGER, ADMINISTRATOR = 2, 1
# How often each status is met, by the way of joining.
WEIGHTS = {
    AUTOMATIC: (0, 95, 1, 4),
    MANUAL: (12, 79, 1, 8),
    BY_DOMAIN: (3, 93, 2, 2),
    SECURED: (2, 94, 2, 2),
}


@dataclass(frozen=True)
class Community:
    """A community of the demo data: where it is, how one joins, how many joined, since how many days."""

    name: str
    insee: str
    text: str
    validation: int
    members: int
    age: int
    description: str
    domain: str | None = None
    file: str | None = None
    picture: str | None = None


COMMUNITIES = (
    Community(
        "Covoitureurs du Grand Nancy", "54395", "town", MANUAL, 400, 1090,
        "Les habitants et les salariés de la métropole qui partagent leurs trajets du quotidien, de Pompey à Dombasle.",
        picture="day",
    ),
    Community(
        "CHRU de Nancy", "54547", "work", BY_DOMAIN, 260, 1010,
        "Soignants, agents et étudiants des hôpitaux de Brabois et de Nancy centre : horaires décalés bienvenus.",
        domain="chru-nancy.example.org;etudiant.chru-nancy.example.org", picture="dusk",
    ),
    Community(
        "Salariés de Saint-Gobain PAM", "54431", "work", SECURED, 85, 640,
        "Pour les équipes des sites de Pont-à-Mousson et de Blénod, postés comme journaliers.",
        file="matricules-2026.csv",
    ),
    Community(
        "Eurométropole de Metz en covoiturage", "57463", "town", AUTOMATIC, 310, 1060,
        "Se retrouver pour aller au travail, en cours ou au concert dans les 46 communes de l’Eurométropole.",
        picture="autumn",
    ),
    Community(
        "Covoiturage du Pays de Bitche", "57089", "country", MANUAL, 64, 900,
        "Quand le car ne passe que deux fois par jour, on s’arrange entre voisins du Pays de Bitche.",
        picture="winter",
    ),
    Community(
        "Navetteurs Thionville-Luxembourg", "57672", "work", AUTOMATIC, 395, 1095,
        "Frontaliers du Kirchberg, de Cloche d’Or et de Gasperich : moins de bouchons sur l’A31 et l’A3.",
        picture="night",
    ),
    Community(
        "Zone d’activités d’Atton", "54431", "work", MANUAL, 38, 420,
        "Les entreprises de la zone d’Atton et leurs salariés, à dix minutes de la gare de Pont-à-Mousson.",
    ),
    Community(
        "Vosges solidaires", "88160", "country", MANUAL, 120, 980,
        "Accompagner un voisin à un rendez-vous, au marché ou à la gare d’Épinal : chacun propose ce qu’il peut.",
        picture="autumn",
    ),
    Community(
        "Airbus – sites de Toulouse et Blagnac", "31069", "work", SECURED, 350, 1080,
        "Réservée aux salariés et prestataires des sites de Saint-Martin, Blagnac et Colomiers.",
        file="badges-toulouse.csv", picture="day",
    ),
    Community(
        "Ariège en pouce", "09122", "country", AUTOMATIC, 150, 1040,
        "Pouceurs et conducteurs de la vallée de l’Ariège, de Saverdun à Ax-les-Thermes.",
        picture="dusk",
    ),
    Community(
        "Parents d’élèves de Moissac", "82112", "school", MANUAL, 27, 390,
        "Conduire les enfants à l’école, au collège François-Mitterrand ou au judo, à tour de rôle.",
    ),
    Community(
        "Université de Rennes", "35238", "campus", BY_DOMAIN, 285, 860,
        "Étudiants et personnels des campus de Beaulieu, Villejean et du centre.",
        domain="@univ-rennes.example.org", picture="day",
    ),
    Community(
        "Festivaliers de l’Ouest", "44109", "event", AUTOMATIC, 190, 700,
        "Hellfest, Vieilles Charrues, Bout du Monde : aller aux festivals à plusieurs, et en revenir aussi.",
        picture="night",
    ),
    Community(
        "Salariés de la Part-Dieu", "69123", "work", MANUAL, 140, 770,
        "Le quartier d’affaires sans chercher de place : trajets depuis le Beaujolais, la Dombes et le Nord-Isère.",
        picture="dusk",
    ),
    Community(
        "L’été à l’Isle-Jourdain", "32160", "event", AUTOMATIC, 18, 330,
        "Marchés de nuit, baignade au lac et festival de musique : tous les trajets de l’été gersois.",
        picture="coast",
    ),
    Community(
        "Michelin – Cataroux et Ladoux", "63113", "work", SECURED, 175, 830,
        "Salariés des sites clermontois ; un identifiant remis par le service mobilité est demandé pour entrer.",
        file="salaries-clermont-2026.csv",
    ),
    Community(
        "Presqu’île scientifique de Grenoble", "38185", "campus", BY_DOMAIN, 165, 690,
        "Laboratoires, écoles et entreprises de la presqu’île : du Vercors, de la Chartreuse ou du Grésivaudan.",
        domain="presquile.example.org;labo.presquile.example.org", picture="winter",
    ),
    Community(
        "Grand port maritime de Dunkerque", "59183", "work", MANUAL, 72, 540,
        "Dockers, logisticiens et sous-traitants des ports est et ouest, à toute heure des marées.",
        picture="coast",
    ),
    Community(
        "Eurométropole de Strasbourg – agents", "67482", "work", BY_DOMAIN, 230, 950,
        "Les agents de la Ville et de l’Eurométropole qui viennent de l’Ortenau, du Kochersberg ou des vallées.",
        domain="agents.strasbourg.example.org", picture="day",
    ),
    Community(
        "Lycée Henri-Loritz de Nancy", "54395", "school", MANUAL, 46, 410,
        "Internes, apprentis et parents : les trajets du dimanche soir et du vendredi après-midi.",
    ),
    Community(
        "Pays de Redon, villages à vivre", "35236", "country", AUTOMATIC, 95, 760,
        "Entre Ille-et-Vilaine, Loire-Atlantique et Morbihan, trois départements et une seule gare.",
        picture="autumn",
    ),
    Community(
        "Supporters du FC Metz", "57463", "event", AUTOMATIC, 210, 600,
        "Monter à Saint-Symphorien ou suivre l’équipe à l’extérieur, à quatre par voiture et en chantant.",
        picture="night",
    ),
    Community(
        "Vignerons de Buzet et d’Agen", "47001", "country", MANUAL, 12, 240,
        "Vendangeurs, saisonniers et domaines de l’Agenais : rejoindre les parcelles avant le lever du jour.",
        picture="dusk",
    ),
    Community(
        "Hôpitaux du Pays basque", "64102", "work", BY_DOMAIN, 110, 500,
        "Bayonne, Saint-Palais, Cambo : les soignants de la côte et de l’intérieur font route ensemble.",
        domain="hopital-paysbasque.example.org", picture="coast",
    ),
    Community(
        "Nouveaux arrivants de Lunéville", "54329", "town", MANUAL, 5, 45,
        "Une communauté toute neuve pour qui s’installe dans le Lunévillois et ne connaît encore personne.",
    ),
)  # fmt: skip
MODERATED = 3
ADMINISTERED = 4
"""Communities up to this number are referred and moderated by the manager's account; the next, by the admin's."""


def fill(connection: Connection, count: int) -> None:
    """Write the communities with what belongs to them."""
    start = (connection.scalar(select(func.max(addresses.c.id))) or 0) + 1
    numbered = list(enumerate(COMMUNITIES, start=1))
    places = [_place(start + number, number, each) for number, each in numbered]
    write(connection, addresses, places)
    fill_address_territories(connection, places)
    rows = [_community(number, each, start + number, count) for number, each in numbered]
    write(connection, communities, rows)
    write(connection, images, [_image(number, each.picture) for number, each in numbered if each.picture])
    write(connection, community_securities, [_security(number, each) for number, each in numbered if each.file])
    joined: Rows = []
    for row, each in zip(rows, COMMUNITIES, strict=True):
        joined.extend(_members(connection, row, each, count))
    write(connection, memberships, joined)
    _give_roles(connection, joined)


def _place(address_id: int, number: int, each: Community) -> dict[str, Any]:
    commune = next(commune for commune in communes() if commune.insee == each.insee)
    latitude, longitude = around(commune, Random(number), 0.01)
    return address_row(address_id, commune, latitude, longitude, home=None)


def _community(number: int, each: Community, address_id: int, count: int) -> dict[str, Any]:
    town = next(commune.name for commune in communes() if commune.insee == each.insee)
    return {
        "id": number,
        "name": each.name,
        "name_key": fold(each.name),
        "members_hidden": number % 5 == 0 or each.validation == SECURED,
        "proposals_hidden": number % 7 == 0,
        "validation_type": each.validation,
        "domain": each.domain,
        "description": each.description,
        "full_description": TEXTS[each.text].format(name=each.name, town=town, description=each.description),
        "created_date": stored(days_before(each.age)),
        "updated_date": stored(days_before(min(each.age - 1, 200 - number * 7))) if number % 3 else None,
        "address_id": address_id,
        "referrer_id": _referrer(number, count),
        "target": round(each.members * 1.3, -1) or 10 if number % 4 else None,
        "free_carpool": number % 6 == 0,
    }


def _referrer(number: int, count: int) -> int:
    if number <= ADMINISTERED:
        return MANAGER if number <= MODERATED else ADMINISTRATOR
    chosen = 20 + number * 3 % max(1, min(count, 100) - 19)
    return chosen - 1 if chosen in STAFF else chosen


def _image(number: int, kind: str | None) -> dict[str, Any]:
    return image_row("community", number, scenes.file_name(kind or "day", 500 + number))


def _security(number: int, each: Community) -> dict[str, Any]:
    sent = int(days_before(each.age / 2).timestamp())
    return {"community_id": number, "filename": f"{sent}-{number}", "original_name": each.file}


def _members(connection: Connection, row: dict[str, Any], each: Community, count: int) -> Rows:
    draw = Random(row["id"] * 101)
    others = [number for number in range(7, count + 1) if number != row["referrer_id"]]
    wanted = max(1, min(each.members - 1, len(others) - 13))
    referrer = _membership(row, row["referrer_id"], MODERATOR, each.age - 0.1, 0)
    found = select(users.c.id, users.c.created_date).where(users.c.id.in_(draw.sample(others, wanted)))
    return [referrer, *(_drawn(row, each, user, draw) for user in connection.execute(found.order_by(users.c.id)))]


def _drawn(row: dict[str, Any], each: Community, user: Row[Any, Any], draw: Random) -> dict[str, Any]:
    # Few join in the first months, more once the word has spread: the power piles dates up towards the present.
    # Nobody joins before having an account.
    known = (REFERENCE - datetime.strptime(user.created_date, STORED_FORMAT).replace(tzinfo=UTC)) / timedelta(days=1)
    days = max(0.2, min(known, each.age - 1) * (1 - draw.random() ** 0.75))
    weights = WEIGHTS[each.validation]
    status = draw.choices((PENDING, MEMBER, MODERATOR, REFUSED), weights)[0]
    if status == MODERATOR and user.id in STAFF:
        # The staff of the demonstration has the roles it was given, no other.
        status = MEMBER
    if status == PENDING:
        # Nobody waits for years: what is pending is recent.
        days = min(days, draw.uniform(0.1, 25))
    waiting = draw.uniform(0.2, 6) if each.validation == MANUAL else 0
    return _membership(row, user.id, status, days, min(waiting, days / 2))


def _membership(row: dict[str, Any], user_id: int, status: int, days: float, waiting: float) -> dict[str, Any]:
    asked = days_before(days)
    decided = stored(min(REFERENCE, asked + timedelta(days=waiting)))
    return {
        "community_id": row["id"],
        "user_id": user_id,
        "status": status,
        "created_date": stored(asked),
        "accepted_date": decided if status in (MEMBER, MODERATOR) else None,
        "refused_date": decided if status == REFUSED else None,
    }


def _give_roles(connection: Connection, joined: Rows) -> None:
    """Referrers and moderators are managers, as the server makes them."""
    item = "ROLE_COMMUNITY_MANAGER_PUBLIC"
    held = set(connection.scalars(select(role_assignments.c.user_id).where(role_assignments.c.item == item)))
    wanted = sorted({row["user_id"] for row in joined if row["status"] == MODERATOR} - held)
    write(connection, role_assignments, [{"user_id": user_id, "item": item} for user_id in wanted])
