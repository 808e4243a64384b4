"""Answers that are asked for before they are wanted: the page of a list that a pointer rests on the way to.

They are kept by the process, not in the tab: with Redis each event would write them there. An answer is given once, to
the token it was asked with, and only until its owner writes something (LIST-35).
"""

import asyncio
from collections.abc import Coroutine
from typing import Any
from weakref import WeakKeyDictionary

import httpx

from admin_app.api.query import Params

LIFETIME = 30
"""Seconds it is kept: what a colleague wrote is half a minute away at most (as LIST-29)."""
MOST = 200
"""Answers that are kept at once; then the oldest go. A page of 25 users takes some 0.1 MB."""

Question = tuple[str, str, tuple[tuple[str, str], ...]]
"""Token, path and parameters of a GET."""


class Ahead:
    """The answers of one client."""

    def __init__(self) -> None:
        self._kept: dict[Question, asyncio.Task[Any]] = {}

    def ask(self, question: Question, answer: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Have a question answered, once while the answer is kept; whoever asked may go away meanwhile."""
        if known := self._kept.get(question):
            answer.close()
            return known
        task = self._kept[question] = asyncio.create_task(answer)
        task.add_done_callback(_taken_note_of)
        asyncio.get_running_loop().call_later(LIFETIME, self._drop, question, task)
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return task

    def take(self, question: Question) -> asyncio.Task[Any] | None:
        """The answer to a question, or what will be; it is not kept any longer."""
        return self._kept.pop(question, None)

    def forget(self, token: str) -> None:
        """Whose token this is wrote something: what was answered before may not be so any more."""
        for each in [each for each in self._kept if each[0] == token]:
            del self._kept[each]

    def _drop(self, question: Question, task: asyncio.Task[Any]) -> None:
        if self._kept.get(question) is task:
            del self._kept[question]


def _taken_note_of(task: asyncio.Task[Any]) -> None:
    """A failure that nobody waits for is none to be logged: who wants the answer asks again."""
    if not task.cancelled():
        task.exception()


_of: WeakKeyDictionary[httpx.AsyncClient, Ahead] = WeakKeyDictionary()


def of(client: httpx.AsyncClient) -> Ahead:
    """What a client was asked ahead."""
    if client not in _of:
        _of[client] = Ahead()
    return _of[client]


def question(token: str, path: str, params: Params | tuple[()]) -> Question:
    """A GET, told apart from any other."""
    return token, path, tuple(params)
