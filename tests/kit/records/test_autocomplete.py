"""What a search proposes."""

from types import SimpleNamespace
from typing import Any

from admin_app.kit.records import autocomplete


def finding(*names: str) -> Any:
    """An API in which these have been found, numbered from 1."""

    async def answer(endpoint: str, query: Any) -> Any:
        return SimpleNamespace(items=[{"id": number, "name": name} for number, name in enumerate(names, 1)])

    return SimpleNamespace(list=answer)


PEOPLE: Any = SimpleNamespace(endpoint="people", filters=lambda text: {"q": text}, name=lambda item: item["name"])


async def test_namesakes_are_told_apart():
    found = await autocomplete.records(finding("Ida · Nancy", "Ida · Toul", "Ida · Nancy"), PEOPLE, "ida")
    assert [each["label"] for each in found] == ["Ida · Nancy · #1", "Ida · Toul", "Ida · Nancy · #3"]
    named = await autocomplete.named(finding("Ida · Nancy", "Ida · Nancy"), PEOPLE, "ida")
    assert [each["label"] for each in named] == ["Ida · Nancy", "Ida · Nancy"]
