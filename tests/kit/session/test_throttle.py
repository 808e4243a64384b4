"""Sign-in attempts are held back, by account and by address (SESSION-33)."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from redis.asyncio import Redis

from admin_app.api.errors import InvalidCredentials, NetworkError
from admin_app.kit.session import shared, throttle
from admin_app.kit.session.throttle import ACCOUNT, ADDRESS, PERSON, TooManyTries, attempt
from tests.patches.test_states import redis_socket as redis_socket
from tests.support.proofs import proves

ADA, BOB = "ada@demo.test", "bob@demo.test"
HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(params=["memory", "redis"], autouse=True)
async def counts(request, monkeypatch):
    """Counts of a test's own, in this process or in Redis."""
    throttle.kept_here.clear()
    monkeypatch.setattr(throttle._counts, "_made", {})
    if request.param == "memory":
        monkeypatch.setattr(shared, "get_redis", lambda: None)
        yield
        return
    redis = Redis(unix_socket_path=request.getfixturevalue("redis_socket"))
    await redis.flushall()
    monkeypatch.setattr(shared, "get_redis", lambda: redis)
    yield
    await redis.aclose()


async def wrong(account: str = ADA, address: str = HERE) -> None:
    with pytest.raises(InvalidCredentials):
        async with attempt(account, address):
            raise InvalidCredentials


async def right(account: str = ADA, address: str = HERE) -> None:
    async with attempt(account, address):
        pass


async def held_back(account: str = ADA, address: str = HERE) -> int:
    """The minutes to wait; nothing may be sent."""
    with pytest.raises(TooManyTries) as refused:
        async with attempt(account, address):
            pytest.fail("the API was asked")
    return refused.value.minutes


@proves("SESSION-33")
async def test_an_account_is_held_back_where_its_password_was_guessed():
    for _ in range(PERSON.most):
        await wrong()
    assert await held_back() == PERSON.seconds // 60
    await right(ADA, THERE)
    await right(BOB, HERE)


@proves("SESSION-33")
async def test_an_account_is_held_back_everywhere_when_many_addresses_guess():
    for number in range(ACCOUNT.most):
        await wrong(ADA, f"198.51.100.{number}")
    assert await held_back(ADA, HERE) == ACCOUNT.seconds // 60
    await right(BOB, HERE)


@proves("SESSION-33")
async def test_an_address_is_held_back_that_tries_many_accounts():
    for number in range(ADDRESS.most):
        await wrong(f"user{number}@demo.test")
    assert await held_back(BOB) == ADDRESS.seconds // 60
    await right(BOB, THERE)


@proves("SESSION-33")
async def test_one_address_cannot_shut_an_account_out():
    for _ in range(PERSON.most):
        await wrong()
    for _ in range(ACCOUNT.most):
        await held_back()
    await right(ADA, THERE)


async def test_one_account_cannot_shut_its_address_out():
    for _ in range(PERSON.most):
        await wrong()
    for _ in range(ADDRESS.most):
        await held_back()
    await right(BOB, HERE)


@proves("SESSION-33")
async def test_many_attempts_at_once_are_no_way_round():
    sent = 0

    async def guess() -> None:
        nonlocal sent
        async with attempt(ADA, HERE):
            sent += 1
            await asyncio.sleep(0.05)
            raise InvalidCredentials

    answers = await asyncio.gather(*(guess() for _ in range(50)), return_exceptions=True)
    assert sent == PERSON.most
    assert sum(isinstance(answer, TooManyTries) for answer in answers) == 50 - PERSON.most


async def test_whoever_got_in_may_mistype_again():
    for _ in range(PERSON.most - 1):
        await wrong()
    await right()
    for _ in range(PERSON.most):
        await wrong()
    await held_back()


async def test_a_whole_office_signs_in():
    for number in range(3 * ADDRESS.most):
        await right(f"user{number}@demo.test")


async def test_an_api_that_is_down_is_nobodys_guess():
    for _ in range(3 * PERSON.most):
        with pytest.raises(NetworkError):
            async with attempt(ADA, HERE):
                raise NetworkError


async def test_an_attempt_that_was_broken_off_counts():
    for _ in range(PERSON.most):
        with pytest.raises(asyncio.CancelledError):
            async with attempt(ADA, HERE):
                raise asyncio.CancelledError
    await held_back()


@pytest.mark.parametrize("account", ["ADA@Demo.test", "àda@demo.test", " ada@demo.test "])
async def test_another_way_to_write_an_account_is_the_same_account(account):
    for _ in range(PERSON.most):
        await wrong()
    await held_back(account)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
        ("not an address", "not an address", True),
    ],
)
async def test_which_addresses_are_one(one, other, same):
    for _ in range(PERSON.most):
        await wrong(ADA, one)
    if same:
        await held_back(ADA, other)
    else:
        await right(ADA, other)


@pytest.fixture
def only_here(request):
    """For what Redis does by itself."""
    if request.node.callspec.params["counts"] == "redis":
        pytest.skip("Redis does it")


async def test_it_is_over_when_its_time_is(only_here, monkeypatch):
    for _ in range(PERSON.most):
        await wrong()
    now = time.monotonic()
    monkeypatch.setattr(throttle, "time", SimpleNamespace(monotonic=lambda: now + PERSON.seconds - 30))
    assert await held_back() == 1
    monkeypatch.setattr(throttle, "time", SimpleNamespace(monotonic=lambda: now + PERSON.seconds + 1))
    await right()


@proves("SESSION-33")
async def test_memory_is_bounded(only_here):
    for number in range(throttle.MOST_KEPT + 500):
        await throttle.kept_here.add(f"k{number}", 1, 60)
    assert len(throttle.kept_here) == throttle.MOST_KEPT


async def test_nothing_is_kept_of_whoever_got_in(only_here):
    await wrong(ADA)
    await right(BOB, THERE)
    assert len(throttle.kept_here) == 3


async def test_a_redis_that_is_away_lets_nobody_guess(monkeypatch, caplog):
    monkeypatch.setattr(shared, "get_redis", lambda: Redis(unix_socket_path="/nowhere/redis", retry=None))
    for _ in range(PERSON.most):
        await wrong()
    await held_back()
    assert "this process alone" in caplog.text


async def test_the_log_says_neither_who_nor_where(caplog):
    for _ in range(PERSON.most):
        await wrong()
    for _ in range(10):
        await held_back()
    assert caplog.messages == ["sign-in attempts are held back, by person"]
