"""Publishing a record of the public site and taking it back, from its list or its page: state, buttons, question.

A form has the same two buttons beside its save (kit/forms/page.py). What follows is said before, and the last
step can be undone from where it was made.
"""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NotFound, SessionEnded
from admin_app.api.query import is_record_id
from admin_app.kit.declare import DRAFT, ONLINE, Resource
from admin_app.kit.forms import id_names
from admin_app.kit.parts import Text, answers, button, closes, dialog, icon, icon_button, opens, spinner
from admin_app.kit.records import fetch
from admin_app.kit.script import run
from admin_app.kit.session import NOBODY, failure_text, here, may, notify, reports_errors, signed_in
from admin_app.kit.words.locale import language_of, say, t

SYMBOLS = {ONLINE: "globe", DRAFT: "globe-off"}
"""What a record is, and its icon."""


Part = tuple[str, str]
"""One of the lines of a record: what it is, and its id."""


@dataclass(frozen=True)
class Other:
    """Another record, that this one takes the place of."""

    id: str
    name: str


class PublishMixin(rx.State, mixin=True):
    """Publishing of one resource; a concrete class writes `resource` and what its pages are loaded by."""

    resource: ClassVar[Resource]
    reloads_list: ClassVar[Any] = None
    reloads_record: ClassVar[Any] = None

    record_id: str = ""
    name: str = ""
    wanted: str = ""
    """What is asked about: ONLINE, or DRAFT to take it back."""
    consequences: list[str] = []
    parts_left: bool = False
    """Some of its lines are drafts, and can be published with it."""
    weighed: bool = False
    problem: str = ""
    """Why it cannot be said what follows."""
    publishing: bool = False
    done: str = ""
    """What was done last, and can be undone: ONLINE or DRAFT."""
    done_id: str = ""
    done_name: str = ""
    before_name: str = ""
    """What the public saw in its place."""
    _told: str = ""
    """The id of the record that was told to be replaced."""
    _undo: tuple[str, str] = ("", "")
    """The record, and what it was."""
    _undo_parts: tuple[Part, ...] = ()
    """Which of its parts were drafts, and went online with it."""

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def weigh(self, record_id: str, wanted: str):
        """Say what publishing, or taking back, brings about."""
        self.record_id, self.name, self.wanted = "", "", wanted if wanted in SYMBOLS else DRAFT
        self.consequences, self.parts_left, self.weighed, self.problem = [], False, False, ""
        yield
        try:
            async with self._door() as api:
                if not is_record_id(record_id):
                    return
                item = await fetch(api, self.resource, record_id)
                other = await self._replaced(api, item) if self.wanted == ONLINE else None
                self.consequences = await self._follows(item, other)
        except SessionEnded:
            raise
        except NotFound:
            # The page says so where it is read again: the list is there without it, its own page leads to the list.
            yield [run("closeDialog", _dialog_id(self.__class__)), self._again()]
            raise
        except ApiError as error:
            self.record_id, self.problem = record_id, await failure_text(self, error)
            return
        self.parts_left = self.wanted == ONLINE and bool(self._drafts(item))
        self.name = self.resource.name(self.resource.model.model_validate(item))
        self.record_id, self._told, self.weighed = record_id, other.id if other else "", True

    @rx.event
    @reports_errors("update_error", busy="publishing")
    async def publish(self, whole: bool = False):
        """Do what was asked about; `whole` puts every line of the record online with it."""
        if self.publishing or not self.weighed:
            return
        self.publishing = True
        yield
        async with self._door() as api:
            item = await fetch(api, self.resource, self.record_id)
            before = await self._replaced(api, item) if self.wanted == ONLINE else None
            if before and before.id != self._told:
                self.weighed = False
                await notify(self, "error", "kit.publication.changed", name=before.name)
                yield self._again()
                return
            parts = self._drafts(item) if whole and self.wanted == ONLINE else ()
            body = self._marked(item, parts, ONLINE) if parts else {}
            await self._put(api, self.record_id, self.wanted, body)
        self.weighed = False
        self._remember(self.record_id, self.name, self.wanted, before, parts)
        told = "kit.publication.published" if self.wanted == ONLINE else "kit.publication.unpublished"
        await notify(self, "success", told, name=self.name)
        yield [self._again(), run("focusOn", _strip_id(self.resource.key))]

    @rx.event
    @reports_errors("update_error", busy="publishing")
    async def undo(self):
        """Show the public what it saw before."""
        if self.publishing or not self.done:
            return
        self.publishing = True
        yield
        (record_id, was), parts = self._undo, self._undo_parts
        async with self._door() as api:
            item = await fetch(api, self.resource, record_id)
            now = await self._replaced(api, item)
            if now and now.id != self.done_id:
                self._forget()
                await notify(self, "error", "kit.publication.changed", name=now.name)
                yield [self._again(), run("focusFirst", "h1")]
                return
            body = self._marked(item, parts, DRAFT) if parts else {}
            await self._put(api, record_id, was, body)
        await notify(self, "success", "kit.publication.undone")
        self._forget()
        yield [self._again(), run("focusFirst", "h1")]  # what was pressed is gone

    @rx.event
    def forget(self):
        """Take away what says that something was published: it is undone no more."""
        self._forget()
        return run("focusFirst", "h1")

    # --- for a feature to say more --------------------------------------------------------

    async def _consequences(self, item: dict[str, Any], other: Other | None) -> list[str]:
        """Lines about what follows when it is published in the place of another, in the person's language."""
        return []

    async def _replaced(self, api: Api, item: dict[str, Any]) -> Other | None:
        """The record that the public sees now, and no more once this one is published."""
        return None

    def _drafts(self, item: dict[str, Any]) -> tuple[Part, ...]:
        """Parts of it that are drafts of their own, and can be published with it."""
        return ()

    def _marked(self, item: dict[str, Any], parts: tuple[Part, ...], value: str) -> dict[str, Any]:
        """All of its parts as they are sent, these with this state."""
        return {}

    # --- steps ----------------------------------------------------------------------------

    async def _follows(self, item: dict[str, Any], other: Other | None) -> list[str]:
        if self.wanted == ONLINE:
            return await self._consequences(item, other)
        return [say(f"{self.resource.key}.publishing.taken_back", await language_of(self))]

    def _door(self) -> AbstractAsyncContextManager[Api]:
        return signed_in(self, self.resource.may.update or NOBODY)

    async def _put(self, api: Api, record_id: str, value: str, body: dict[str, Any]) -> None:
        part = self.resource.publication
        assert part is not None
        changes = {part.name: int(value), **body}
        await api.update(self.resource.endpoint, record_id, changes, keep_ids=id_names(self.resource.inputs()))

    def _remember(
        self, record_id: str, name: str, done: str, before: Other | None, parts: tuple[Part, ...] = ()
    ) -> None:
        """Offer the way back; a form that has published calls it too."""
        self.done, self.done_id, self.done_name = done, record_id, name
        self.before_name = before.name if before else ""
        self._undo = (before.id, ONLINE) if before else (record_id, DRAFT if done == ONLINE else ONLINE)
        self._undo_parts = parts

    def _follow(self, record_id: str, name: str, status: str) -> None:
        """A form has saved a record: what is said of it is said by its name, as long as it is true."""
        if record_id == self.done_id and status != self.done:
            self._forget()
        elif record_id == self.done_id:
            self.done_name = name
        elif record_id == self._undo[0]:
            self.before_name = name

    def _forget(self) -> None:
        self.done = self.done_id = self.done_name = self.before_name = ""
        self._undo, self._undo_parts = ("", ""), ()

    def _again(self) -> Any:
        """The event that reads the page again this is done on."""
        return self.reloads_list if here(self).path == self.resource.route else self.reloads_record


# --- on the page ----------------------------------------------------------------------------

State = type[PublishMixin]


def publish_button(state: State, record_id: Text, status: Text) -> rx.Component:
    """On the page of a record: what makes of it the other thing than it is."""
    resource = state.resource

    def ask(wanted: str, action: str, tone: str) -> rx.Component:
        opened = {"custom_attrs": opens(_dialog_id(state)), "on_click": state.weigh(record_id, wanted)}
        return button(t(f"kit.publication.{action}"), action, symbol=SYMBOLS[wanted], tone=tone, **opened)

    put, take = ask(ONLINE, "publish", "primary"), ask(DRAFT, "unpublish", "plain")
    known = rx.match(status, (ONLINE, take), (DRAFT, put), rx.fragment())
    return rx.cond(may(resource.may.update), known)


def publish_in_row(state: State, row: rx.Var[dict[str, str]]) -> rx.Component:
    """The same in the row of a list."""
    part = state.resource.publication
    assert part is not None

    def ask(wanted: str, action: str) -> rx.Component:
        opened = {"custom_attrs": opens(_dialog_id(state)), "on_click": state.weigh(row["id"], wanted)}
        return icon_button(SYMBOLS[wanted], t(f"kit.publication.{action}_named", name=row["_name"]), action, **opened)

    put, take = ask(ONLINE, "publish"), ask(DRAFT, "unpublish")
    return rx.cond(may(state.resource.may.update), rx.cond(row[part.name] == ONLINE, take, put))


def publish_dialog(state: State) -> rx.Component:
    """What publishing brings about, and then Publish; Cancel has the focus."""
    dialog_id = _dialog_id(state)
    is_online = state.wanted == ONLINE
    title = rx.cond(
        state.name != "",
        rx.cond(
            is_online,
            t("kit.publication.publish_title", name=state.name),
            t("kit.publication.unpublish_title", name=state.name),
        ),
        rx.cond(state.problem != "", t("kit.publication.unread"), t("kit.words.loading")),
    )
    again = button(
        t("kit.actions.retry"), "retry-publish", symbol="rotate-cw", on_click=state.weigh(state.record_id, state.wanted)
    )

    def does(label: rx.Var[str], action: str, whole: bool = False, **looks: str) -> rx.Component:
        shut = state.publishing | ~state.weighed
        done = state.publish(whole)
        return button(label, action, disabled=shut, on_click=done, custom_attrs=closes(dialog_id), **looks)

    go = rx.cond(
        is_online,
        does(t("kit.publication.publish"), "confirm-publish", symbol=SYMBOLS[ONLINE], tone="primary"),
        does(t("kit.publication.unpublish"), "confirm-unpublish", symbol=SYMBOLS[DRAFT], tone="danger"),
    )
    whole = does(t("kit.publication.publish_whole"), "publish-whole", whole=True)
    return dialog(
        dialog_id,
        title,
        rx.el.div(
            rx.cond(
                state.weighed,
                rx.el.ul(rx.foreach(state.consequences, rx.el.li), class_name="impacts"),
                rx.cond(
                    state.problem != "",
                    rx.el.p(state.problem, class_name="field-error"),
                    spinner(t("kit.words.loading"), said=False),
                ),
            ),
            aria_live="polite",
            class_name="weighed",
        ),
        answers(
            dialog_id,
            "publish",
            rx.cond(state.problem != "", again, rx.fragment(rx.cond(state.parts_left, whole), go)),
        ),
    )


def published_strip(state: State) -> rx.Component:
    """What was published last, and the way back, until it is closed."""
    told = rx.cond(
        state.done == ONLINE,
        rx.cond(
            state.before_name != "",
            t("kit.publication.replaced", name=state.done_name, before=state.before_name),
            t("kit.publication.published", name=state.done_name),
        ),
        t("kit.publication.unpublished", name=state.done_name),
    )
    back = rx.cond(
        state.before_name != "",
        t("kit.publication.undo_named", name=state.before_name),
        t("kit.publication.undo"),
    )
    strip = rx.el.div(
        icon(SYMBOLS[ONLINE]),
        rx.el.span(told, class_name="grows"),
        button(back, "undo-publish", symbol="undo-2", on_click=state.undo, disabled=state.publishing),
        icon_button("x", t("kit.actions.close"), "forget-publish", on_click=state.forget),
        class_name="published",
        role="status",
        tab_index=-1,
        custom_attrs={"id": _strip_id(state.resource.key)},
    )
    return rx.cond(state.done != "", strip)


def publishing_parts(state: State) -> tuple[Any, ...]:
    """The question and what was done, once on a page that has the buttons."""
    return (published_strip(state), publish_dialog(state))


def _strip_id(key: str) -> str:
    return f"{key}-published"


def _dialog_id(state: State) -> str:
    return f"{state.resource.key}-publish"
