"""The mail and the code by which a person proves an address or a telephone (trap 50)."""

import pytest

from tests.sandbox.conftest import refusal
from tests.support.proofs import proves

MAIL, CODE = "/users/30/sendValidationEmail", "/users/30/generate_phone_token"


@proves("USER-29")
@pytest.mark.parametrize(("path", "channel"), [(MAIL, "mail"), (CODE, "sms")])
async def test_each_call_writes_to_the_person_and_tells_no_token(checked, path, channel):
    before = len(await checked.outbox())
    for _ in range(2):
        answer = await checked.http.get(path)
        assert (answer.status_code, set(answer.json()) - {"@context"}) == (200, {"@id", "@type", "id"})
    told = (await checked.outbox())[before:]
    assert [each[0] for each in told] == [channel, channel]


@pytest.mark.parametrize("path", [MAIL, CODE])
async def test_the_permission_comes_first(make, path):
    caller = await make().sign_in("nobody")
    assert refusal(await caller.http.get(path)) == (400, "Access Denied.")
    assert await caller.outbox() == []


async def test_a_deleted_account_is_written_to_no_more(writer):
    await writer.http.delete("/admin/users/10")
    before = len(await writer.outbox())
    assert (await writer.http.get("/users/10/sendValidationEmail")).status_code == 200
    assert (await writer.http.get("/users/10/generate_phone_token")).status_code == 200
    assert len(await writer.outbox()) == before
