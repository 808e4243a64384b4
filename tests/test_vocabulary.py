"""The codes of the API mean what the screens say of them: one wrong word inverts a choice."""

import pytest

from admin_app.api.errors import ApiError
from admin_app.kit.words.catalogue import LOCALES, catalogue
from tests.support.proofs import proves

CODES = {
    "users.status": {
        "1": ("Actif", "Active"),
        "2": ("Désactivé", "Disabled"),
        "3": ("Anonymisé", "Anonymised"),
        "4": ("Pseudonymisé", "Pseudonymised"),
    },
    "users.gender": {
        "0": ("Indéfini", "Undefined"),
        "1": ("Femme", "Female"),
        "2": ("Homme", "Male"),
        "3": ("Autre", "Other"),
    },
    "users.phone_display": {
        "1": ("Visible uniquement des covoitureurs confirmés", "Visible to confirmed carpoolers only"),
        "2": ("Visible de tous les inscrits", "Visible to all members"),
    },
    "users.music": {
        "false": ("Je préfère rouler sans fond sonore", "No music"),
        "true": ("J’écoute la radio ou de la musique", "Music or radio"),
    },
    "users.chat": {
        "false": ("Je ne suis pas bavard", "Not talkative"),
        "true": ("Je discute", "Talkative"),
    },
    "users.smoke": {
        "0": ("Je ne fume pas", "Non-smoker"),
        "1": ("Je ne fume pas en voiture", "Not in the car"),
        "2": ("Je fume", "Smoker"),
    },
    "users.identity": {
        "0": ("Non communiquée", "Not provided"),
        "1": ("En attente", "Pending"),
        "2": ("Validée", "Accepted"),
        "3": ("Refusée", "Refused"),
        "4": ("Remplacée", "Replaced"),
    },
    "communities.validation_type": {
        "0": ("Automatique", "Automatic"),
        "1": ("Manuelle", "Manual"),
        "2": ("Domaine e-mail", "E-mail domain"),
        "3": ("Sécurisée", "Secured"),
    },
    "community_members.status": {
        "0": ("En attente", "Pending"),
        "1": ("Membre", "Member"),
        "2": ("Modérateur", "Moderator"),
        "3": ("Refusé", "Refused"),
    },
    "events.status": {
        "0": ("Brouillon", "Draft"),
        "1": ("Validé", "Published"),
        "2": ("Désactivé", "Disabled"),
    },
    "articles.status": {"0": ("Brouillon", "Draft"), "1": ("En ligne", "Online")},
    "editorials.status": {"0": ("Hors ligne", "Offline"), "1": ("En ligne", "Online")},
    "relay_points.status": {
        "0": ("En attente", "Pending"),
        "1": ("Actif", "Active"),
        "2": ("Inactif", "Inactive"),
    },
}


@proves("USER-5", "USER-6", "PROOF-1", "COMMUNITY-3", "MEMBER-2", "EVENT-6", "ARTICLE-1", "POINT-5")
@pytest.mark.parametrize("prefix", CODES)
def test_the_codes_of_the_platform_have_their_words(prefix: str):
    french, english = catalogue().choices(prefix, "fr"), catalogue().choices(prefix, "en")
    assert {code: (french[code], english[code]) for code in french} == CODES[prefix]


def kinds(error: type[ApiError]) -> set[str]:
    """The kinds of an error and of everything that is one."""
    return {error.kind}.union(*(kinds(each) for each in error.__subclasses__()))


@proves("NOTICE-5")
@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_of_failure_has_its_words(locale: str):
    asked = kinds(ApiError)
    assert {"invalid_credentials", "unauthorized", "access_denied", "idle_timeout", "network", "server"} <= asked
    assert {kind for kind in asked if f"errors.{kind}" not in catalogue().texts[locale]} == set()


WORDS = {
    "invalid_credentials": "incorrect",
    "unauthorized": "not authorised",
    "access_denied": "do not have access",
    "idle_timeout": "Idle time exceeded. You were disconnected due to a long inactivity",
    "network": "Network error",
    "already_member": "This user is already a member",
}


@proves("NOTICE-5")
@pytest.mark.parametrize(("failure", "words"), WORDS.items())
def test_failures_are_told_in_the_words_that_were_asked_for(failure: str, words: str):
    assert words in catalogue().text(f"errors.{failure}", "en", None)


@pytest.mark.parametrize(("locale", "long"), [("fr", "accompagnante"), ("en", "supporting structure")])
def test_a_structure_is_called_so_and_no_longer(locale: str, long: str):
    """Titles and messages said "structure", rights and empty lists something longer: it is one thing."""
    said = {key: forms for key, forms in catalogue().texts[locale].items() if long in str(forms).lower()}
    assert said == {}
