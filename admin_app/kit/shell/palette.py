"""The search over everything, Ctrl+K: screens by their names, and records of every module the person may open.

It is asked after 300 ms of silence, one call a module where its list takes the text as it is (SEARCH-1). What one
module answers does not wait for another, and where one fails that is said beside the others. The results are links:
arrows move between them, Enter follows; in the field it opens the first of all, once they are all there (SEARCH-11).
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.parts.widgets import FOCUSED, closes, icon, icon_button, link, opens
from admin_app.kit.records.global_search import Finder, Found
from admin_app.kit.screen import Screen, Shell, by_route
from admin_app.kit.session import Session, in_each_language, report, signed_in_background
from admin_app.kit.shell.recent import recent_list
from admin_app.kit.words.formats import folded, folded_words, has_words
from admin_app.kit.words.languages import LANGUAGES, LOCALES
from admin_app.kit.words.locale import choose_language, language_of, pick, say, t
from admin_app.kit.words.phones import is_begun
from admin_app.settings import get_settings

DIALOG = "palette"
LEAST, LONGEST = 2, 200
"""Characters that are searched for."""
SCREENS = "screens"
COMMANDS = {
    "theme": in_each_language(say, "kit.shell.dark_theme"),
    "sign-out": in_each_language(say, "kit.shell.sign_out"),
    **{f"language-{locale}": dict.fromkeys(LOCALES, line["name"]) for locale, line in LANGUAGES.items()},
}
"""What can be done from here: its label in each language, by name."""
Group = list[dict[str, Any]]
Named = tuple[Screen, tuple[str, ...]]
"""A screen with its names in all languages."""


class _Searched:
    """What there is to find; set once, when the application is built."""

    screens: tuple[Named, ...] = ()
    """With their names folded, as words are compared with them."""
    lists: Mapping[str, Screen] = {}
    """By route: a screen without an entry of the menu is reached from the one above it."""
    finders: tuple[Finder, ...] = ()
    commands: Mapping[str, tuple[str, ...]] = {}
    """Their labels in all languages, folded too."""


def use(screens: tuple[Screen, ...], shell: Shell) -> None:
    """Set what there is to find."""
    there = (each for each in screens if not each.public and "[" not in each.route)
    _Searched.screens = tuple((each, tuple(folded(say(each.title, locale)) for locale in LOCALES)) for each in there)
    _Searched.lists = by_route(screens)
    _Searched.finders = shell.finders
    _Searched.commands = {name: tuple(map(folded, labels.values())) for name, labels in COMMANDS.items()}


class Palette(rx.State):
    """What was found, module by module."""

    text: str = ""
    found: dict[str, Group] = {}
    """Results by the key of a module; those that are not there yet are missing."""
    failed: list[str] = []
    """Modules that did not answer."""
    count: int = 0
    """Commands and results of all modules together."""
    commands: list[str] = list(COMMANDS)
    """Names of the commands that the text names; of all, without one."""
    busy: bool = False
    short: bool = True
    """Whether the text is too short to be looked for."""
    begun: bool = False
    """Whether the text is a telephone that lacks digits: nobody is found by the beginning of one (SEARCH-5)."""

    @rx.event(background=True, supersedes=True)
    async def look(self, text: str):
        """Look for a text in the names of screens, then in every module at once."""
        wanted = " ".join(str(text)[:LONGEST].split())
        async with self:
            # A single figure may be the number of a record.
            self.short = len(wanted) < LEAST and not wanted.isdecimal()
            if self.short or not (await self.get_state(Session))._readable():
                self._clear(wanted)
                return
        try:
            # Before the calls, which go out side by side: all of them are this person's.
            async with signed_in_background(self), self:
                finders = await self._begin(wanted)
            outcomes = await asyncio.gather(*(self._ask(each, wanted) for each in finders), return_exceptions=True)
            error = next((each for each in outcomes if isinstance(each, Exception)), None)
        except ApiError as refusal:
            error = refusal
        async with self:
            if self.text == wanted:
                self.busy = False
            ended = await report(self, error, "kit.palette.load_error") if error else None
        yield ended

    def _clear(self, wanted: str) -> None:
        """Nothing was found yet."""
        self.text, self.failed, self.found, self.count, self.busy = wanted, [], {}, 0, False
        self.commands, self.begun = list(COMMANDS), is_begun(wanted)

    async def _begin(self, wanted: str) -> list[Finder]:
        """Show what is found without asking anybody; the modules to ask."""
        session, locale = await self.get_state(Session), await language_of(self)
        held = set(session._readable())
        words = folded_words(wanted)
        self._clear(wanted)
        self.commands = [name for name, folds in _Searched.commands.items() if _names_one(folds, words)]
        there = [(screen, names) for screen, names in _Searched.screens if await _is_there(self, screen, held)]
        self._show(SCREENS, _named(words, there, locale))
        meant = [each for each in _Searched.finders if _open(each, held, session.own)]
        finders = [each for each in meant if each.opens is None or await each.opens(self)]
        self.busy = bool(finders)
        return finders

    async def _ask(self, finder: Finder, text: str) -> None:
        """Ask one module and show what it answers."""
        found: list[Found] | None = None
        try:
            async with signed_in_background(self, reads=finder.permissions) as api:
                found = list(await finder.look(api, text))
        except SessionEnded:
            raise
        except ApiError:
            pass
        async with self:
            if self.text != text:
                return
            if found is None:
                self.failed = [*self.failed, finder.key]
            else:
                self._show(finder.key, [asdict(each) for each in found])

    def _show(self, key: str, group: Group) -> None:
        """Show what was found in one module."""
        self.found = {**self.found, key: group}
        results = sum(not each["total"] for group in self.found.values() for each in group)
        self.count = len(self.commands) + results


def _open(finder: Finder, held: set[str], own: Mapping[str, str]) -> bool:
    """Whether what a module finds may be opened, as far as that is known before it is found (OWN-1)."""
    shut = any(own.get(permission) == rule for permission, rule in finder.shut)
    return get_settings().flag(finder.flag) and held.issuperset(finder.permissions) and not shut


async def _is_there(state: rx.State, screen: Screen, held: set[str]) -> bool:
    """Whether the menu would lead to a screen, or the list above it does: the permission, the module, its condition."""
    above = None if screen.menu else _Searched.lists.get(screen.parent or "")
    asked = {screen.permission, above.permission if above else None} - {None, ""}
    allowed = held.issuperset(asked)
    return (
        allowed and get_settings().flag(screen.flag) and (screen.condition is None or await screen.condition.met(state))
    )


def _named(words: Sequence[str], there: Sequence[Named], locale: str) -> Group:
    """The screens whose name, in any language, has every word."""
    found = [screen for screen, names in there if _names_one(names, words)]
    return [asdict(Found(each.route, say(each.title, locale))) for each in found]


def _names_one(names: Iterable[str], words: Sequence[str]) -> bool:
    return any(has_words(name, words) for name in names)


def palette(shell: Shell) -> rx.Component:
    """The dialog; nothing before somebody is signed in."""
    groups = [_group(SCREENS, "kit.palette.screens"), *(_group(each.key, each.title) for each in shell.finders)]
    counted = t("kit.palette.count", count=Palette.count)
    nobody = rx.cond(Palette.begun, t("kit.filters.incomplete"), t("kit.palette.nothing", text=Palette.text))
    nothing = rx.cond(Palette.short, t("kit.palette.short"), nobody)
    said = rx.cond(Palette.busy, t("kit.palette.busy"), rx.cond(Palette.count > 0, counted, nothing))
    made = rx.el.dialog(
        rx.el.div(
            icon("search", 20),
            rx.el.input(
                type="search",
                name="palette",
                auto_complete="off",
                spell_check=False,
                max_length=LONGEST,
                placeholder=t("kit.palette.placeholder"),
                aria_label=t("kit.palette.title"),
                # What is shown below outlives the page.
                default_value=Palette.text,
                on_change=lambda typed: Palette.look(typed).debounce(300),
                custom_attrs={"data-palette-text": "", **FOCUSED},
            ),
            icon_button("x", t("kit.actions.close"), "close-palette", custom_attrs=closes(DIALOG), class_name="small"),
            class_name="everywhere-head",
        ),
        rx.el.div(
            rx.el.section(
                rx.el.h3(t("kit.palette.recent")),
                recent_list(),
                rx.el.p(t("kit.palette.hint"), class_name="quiet for-keys"),
                class_name="everywhere-recent",
                hidden=Palette.text != "",
            ),
            *groups,
            *[_failed(each) for each in shell.finders],
            _commands(),
            class_name="everywhere-results",
        ),
        rx.el.p(rx.cond(Palette.text == "", "", said), role="status", class_name="everywhere-status"),
        custom_attrs={"id": DIALOG, "data-found": _answered()},
        aria_label=t("kit.palette.title"),
        class_name="dialog everywhere",
    )
    return rx.cond(Session.given_name + Session.email != "", made)


def _answered() -> rx.Var[str]:
    """The text that all there is to find was found for: Enter opens nothing of another one."""
    return rx.cond(Palette.busy | Palette.short, "", Palette.text)


def palette_button() -> rx.Component:
    """The way to the search with a mouse; the keys say themselves."""
    return rx.el.button(
        icon("search"),
        rx.el.span(t("kit.palette.open")),
        rx.el.kbd("Ctrl", aria_hidden="true"),
        rx.el.kbd("K", aria_hidden="true"),
        type="button",
        class_name="everywhere-button",
        aria_keyshortcuts="Control+K Meta+K",
        title=t("kit.palette.keys"),
        data_testid="action:palette",
        custom_attrs=opens(DIALOG),
    )


def _group(key: str, title: str) -> rx.Component:
    rows = Palette.found[key].to(Group)

    def row(each: rx.Var[dict[str, Any]]) -> rx.Component:
        told = rx.cond(each["detail"] != "", rx.el.small(each["detail"]))
        total = each["total"].to(int)
        label = rx.cond(total > 0, t("kit.palette.all", count=total), each["label"].to(str))
        return rx.el.li(link(rx.el.span(label), told, to=each["address"].to(str)), key=each["address"])

    listed = rx.el.section(rx.el.h3(t(title)), rx.el.ul(rx.foreach(rows, row)), data_testid=f"found:{key}")
    return rx.cond(Palette.found.contains(key) & (rows.length() > 0), listed)


def _commands() -> rx.Component:
    """What can be done without going anywhere."""
    acts: dict[str, tuple[str, dict[str, Any]]] = {
        "theme": ("moon", {"custom_attrs": {"data-toggle-theme": ""}}),
        "sign-out": ("log-out", {"on_click": Session.leave, "custom_attrs": {"data-asks-first": ""}}),
    } | {f"language-{locale}": ("languages", {"on_click": choose_language(locale)}) for locale in LANGUAGES}

    def command(name: str) -> rx.Component:
        symbol, act = acts[name]
        made = rx.el.button(icon(symbol), pick(COMMANDS[name]), type="button", data_testid=f"command:{name}", **act)
        return rx.cond(Palette.commands.contains(name), rx.el.li(made))

    listed = rx.el.section(rx.el.h3(t("kit.palette.commands")), rx.el.ul(*map(command, COMMANDS)))
    return rx.cond(Palette.commands.length() > 0, listed)


def _failed(finder: Finder) -> rx.Component:
    told = t("kit.palette.failed", name=t(finder.title))
    return rx.cond(Palette.failed.contains(finder.key), rx.el.p(icon("cloud-alert"), told, class_name="side-note"))
