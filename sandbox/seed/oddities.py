"""Users whose data is unusual but possible, to see how screens bear them."""

from typing import Any

_LONG = "Marie-Antoinette-Élisabeth-Charlotte-Joséphine-Bernadette-Philomène-Françoise de la Rochefoucauld"

ODDITIES: dict[int, dict[str, Any]] = {
    7: {
        "given_name": "Camille",
        "family_name": "Lefebvre",
        "email": "camille.lefebvre12@example.org",
        "gender": 1,
        "status": 1,
    },
    8: {"given_name": "<b>Léo</b>", "family_name": "<script>alert('x')</script>"},
    9: {"given_name": "Zoé 🚗", "family_name": "Émoji 🇫🇷"},
    11: {"given_name": "Seán", "family_name": "O'Connor d'Aubigné"},
    12: {"given_name": _LONG, "family_name": _LONG.replace(" ", "-") + "-Villeneuve"},
    13: {"given_name": None, "family_name": None, "telephone": None},
    14: {"given_name": "  Espace ", "family_name": "Œuvrard-Ñuñez"},
    15: {"given_name": "=1+1", "family_name": '"; DROP TABLE users;--'},
    16: {"given_name": "محمد", "family_name": "Бернар"},
    17: {"given_name": "Anne\u00a0Lise", "family_name": "L\u2019Hôpital", "telephone": "+33 6 12 34 56 78"},
    18: {"given_name": "X", "family_name": "Y", "birth_date": "1929-02-28", "status": 2},
    # Signs in to write hitchhikers and nothing else; the roles of hitchhiking only complete another one.
    19: {
        "given_name": "Solène",
        "family_name": "Kerbrat",
        "email": "hitchhiking-admin@demo.test",
        "gender": 1,
        "status": 1,
    },
}
