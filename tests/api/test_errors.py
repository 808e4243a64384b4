"""What an answer stands for, what is shown of it, and what never is."""

import pytest

from admin_app.api.errors import (
    MAX_TEXT,
    AccessDenied,
    ApiError,
    Invalid,
    MissingPermission,
    NotFound,
    Refused,
    ServerError,
    Unauthorized,
    Violation,
    clean,
    error_from,
    message_of,
)
from tests.support.proofs import proves

ALL = {"hydra:description": "one", "description": "two", "detail": "three", "message": "four"}


@proves("NOTICE-7")
@pytest.mark.parametrize(
    ("missing", "expected"),
    [(0, "one"), (1, "two"), (2, "three"), (3, "four"), (4, None)],
)
def test_the_message_is_the_first_of_the_order(missing, expected):
    assert message_of(dict(list(ALL.items())[missing:])) == expected


@proves("NOTICE-7")
@pytest.mark.parametrize("nothing", ["", "  ", None, 3, ["x"]])
def test_a_message_that_says_nothing_is_passed_over(nothing):
    assert message_of({"hydra:description": nothing, "detail": "three"}) == "three"


@proves("SESSION-8")
@pytest.mark.parametrize(
    "stock",
    [
        *("Invalid credentials", "Invalid credentials.", "Invalid JWT Token", "JWT Token not found"),
        *("Expired JWT Token", "Username could not be found."),
        'Unable to load an user with property "email" = "ada@demo.test".',
    ],
)
def test_stock_texts_of_signing_in_leave_the_word_to_the_translation(stock):
    assert error_from(401, {"code": 401, "message": stock}).text is None
    assert error_from(401, {"code": 401, "message": "Compte suspendu."}).text == "Compte suspendu."


@pytest.mark.parametrize("body", [None, "text", [], 4])
def test_a_body_that_is_no_object_has_no_message(body):
    assert message_of(body) is None


@proves("NOTICE-8", "NOTICE-9")
@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (400, {"hydra:description": "Access Denied."}, AccessDenied),
        (403, {"detail": "no"}, AccessDenied),
        (400, {"hydra:description": "Not Found"}, NotFound),
        (404, None, NotFound),
        (400, {"hydra:description": "A valid file is required"}, Refused),
        (405, None, Refused),
        (400, {"violations": [{"propertyPath": "email", "message": "non"}]}, Invalid),
        (422, {"violations": [{"propertyPath": "email", "message": "non"}]}, Invalid),
        (401, {"message": "Invalid JWT Token"}, Unauthorized),
        (500, {"hydra:description": "Access Denied."}, ServerError),
        (503, "<html>", ServerError),
    ],
)
def test_classes(status, body, expected):
    error = error_from(status, body)
    assert type(error) is expected
    assert error.status == status


def test_violations_are_kept_and_malformed_ones_left_out():
    body = {
        "violations": [
            {"propertyPath": "homeAddress.postalCode", "message": "Trop long."},
            {"message": "Sans chemin."},
            {"propertyPath": "x"},
            "nonsense",
        ]
    }
    error = error_from(400, body)
    assert error.violations == (Violation("homeAddress.postalCode", "Trop long."), Violation("", "Sans chemin."))


@proves("NOTICE-7")
def test_stock_texts_leave_room_for_the_translation():
    assert error_from(400, {"hydra:description": "Access Denied."}).text is None
    assert error_from(400, {"hydra:description": "Already a member"}).text == "Already a member"
    # What a proxy says in the place of the API (RFC 9110, reason phrases).
    for status, phrase in ((500, "Internal Server Error"), (502, "Bad Gateway"), (503, "Service Unavailable")):
        assert error_from(status, {"message": phrase}).text is None


@proves("NOTICE-12")
def test_a_message_is_bounded():
    text = clean("é" * 3000)
    assert text is not None
    assert len(text) == MAX_TEXT


@proves("NOTICE-12")
@pytest.mark.parametrize(
    "secret",
    [
        "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2lnbmF0dXJl",
        "https://api.example.org/admin/users/email?email=lea@example.org",
        "5e1f3b0f7c9a4d7b8f2c6a1d0e9b8c7a6f5e4d3c2b1a09f8e7d6c5b4a3928170",
        "Bearer abcdef",
    ],
)
def test_a_message_holds_no_token_and_no_address(secret):
    assert clean(f"avant {secret} après") == "avant … après"


@proves("NOTICE-12")
def test_neither_str_nor_repr_hold_the_text():
    error = error_from(
        400, {"violations": [{"propertyPath": "email", "message": "lea@example.org existe"}], "detail": "lea@x"}
    )
    assert "lea" not in f"{error} {error!r} {error.violations!r}"
    assert str(error) == "invalid 400"


def test_a_refusal_of_our_own_is_an_access_denied():
    error = MissingPermission("user_list")
    assert isinstance(error, AccessDenied)
    assert (error.kind, error.permission, error.status) == ("access_denied", "user_list", None)


def test_kinds_are_distinct():
    classes, kinds = [ApiError], []
    while classes:
        current = classes.pop()
        classes += [each for each in current.__subclasses__() if each.__module__ == ApiError.__module__]
        kinds += [current.kind] if "kind" in vars(current) else []
    assert len(kinds) == len(set(kinds))
