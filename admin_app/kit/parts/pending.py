"""How many records wait for somebody, for the menu, and how many are begun, for the tabs of a list too."""

from collections.abc import Mapping

import reflex as rx

from admin_app.kit.parts.widgets import entry
from admin_app.kit.session import Session
from admin_app.kit.words.locale import number_var, t


class Pending(rx.State):
    """What was counted last; who counts writes it (features/home/waiting.py)."""

    by_address: dict[str, str] = {}
    """By the route of a list for all that waits in it, `/hitchhikers`, and by the address of each kind."""
    quiet: list[str] = []
    """The addresses of the kinds that the menu leaves out: what is no more than begun waits for nobody."""

    def _correct(self, numbers: Mapping[str, int]) -> None:
        """A list that was read since knows better, of the addresses that were counted: one page says one number."""
        better = {at: str(number) for at, number in numbers.items() if at in self.by_address}
        if not better.items() <= self.by_address.items():
            self.by_address = {**self.by_address, **better}


def pending(address: str) -> rx.Component:
    """How many there are at an address, aloud where they wait; nothing where there are none, or it is not known, as
    after the person wrote something."""
    number = entry(Pending.by_address, address)
    waits = rx.el.strong(
        number_var(number), rx.el.span(" ", t("kit.shell.waiting"), class_name="visually-hidden"), class_name="pending"
    )
    told = rx.cond(Pending.quiet.contains(address), rx.el.span(number_var(number), class_name="counter"), waits)
    return rx.cond(Pending.by_address.contains(address) & (number != "0") & ~Session.wrote, told)
