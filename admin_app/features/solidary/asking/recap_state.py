"""The recap beside the wizard: what is typed, in sentences to be read back, a moment after each change.

It is a state of its own: what it says does not draw the form again. It reads what the page holds, and asks nobody.
"""

from typing import Any

import reflex as rx

from admin_app.features.solidary.asking.recap import double_line, recap, ride_line
from admin_app.features.solidary.asking.request_form import RequestForm, doubles, typed_so_far
from admin_app.features.solidary.asking.schema import ASKING
from admin_app.features.solidary.asking.wizard import SolidaryWizard
from admin_app.kit.clock import today
from admin_app.kit.parts import icon, titled_card
from admin_app.kit.script import run
from admin_app.kit.words.locale import pick_of, t

PARTS = ASKING.inputs("create")
SYMBOLS = {
    "who": "user-round",
    "why": "target",
    "where": "route",
    "when": "calendar-clock",
    "back": "undo-2",
    "needs": "hand-helping",
    "open": "circle-help",
}


class AskingRecap(rx.State):
    """What the request says so far."""

    sentences: list[dict[str, str]] = []
    """`kind`, and the sentence in each language."""
    doubles: list[dict[str, str]] = []
    """The open requests of the person at the same time, in each language."""
    first_ride: dict[str, str] = {}
    """When the first journey of a week is, in each language, where that is not its first day."""

    @rx.event
    def clear(self):
        """Nothing is said of the request that was here before."""
        self.sentences, self.doubles, self.first_ride = [], [], {}

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Say what the form holds now."""
        if (sent := typed_so_far(PARTS, data)) is not None:
            wizard = await self.get_state(SolidaryWizard)
            form, caller = RequestForm.of(sent), wizard._caller()
            self.sentences = recap(form, wizard.choices, today())
            self.first_ride = ride_line(form)
            same_time = doubles(caller.past if caller else (), form, today())
            self.doubles = [double_line(row) for row in same_time]
        return run("followOn")


def recap_lines(sentences: rx.Var[list[dict[str, str]]]) -> rx.Component:
    """What a request says, a line a sentence."""

    def one(line: rx.Var[dict[str, str]]) -> rx.Component:
        symbols = [(kind, icon(name, 16)) for kind, name in SYMBOLS.items()]
        symbol = rx.match(line["kind"], *symbols, icon("dot", 16))
        return rx.el.li(symbol, rx.el.span(pick_of(line)), custom_attrs={"data-kind": line["kind"]})

    return rx.el.ul(rx.foreach(sentences, one), class_name="recap")


def recap_card() -> rx.Component:
    """The recap, always in view once there is something to read back."""
    sentences, twice = AskingRecap.sentences, AskingRecap.doubles
    warning = rx.el.div(
        icon("triangle-alert", 18),
        rx.el.div(rx.foreach(twice, lambda line: rx.el.p(pick_of(line)))),
        class_name="told",
        role="status",
        data_tone="warn",
        data_testid="doubles",
    )
    card = titled_card(
        "asking-recap",
        t("asking.recap.title"),
        rx.el.p(t("asking.recap.lead"), class_name="hint"),
        recap_lines(sentences),
        rx.cond(twice.length() > 0, warning),
        class_name="recap-card",
        data_testid="recap",
    )
    return rx.cond((sentences.length() > 0) | (twice.length() > 0), card)
