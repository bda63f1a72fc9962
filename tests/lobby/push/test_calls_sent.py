"""A friend calls: from the event to what the browser reads, over a real database and real connections
(services/lobby/RULES.md §24)."""

import itertools
import json
import threading
import time
from typing import Any

import pytest

from services.contracts.lobby.accounts.accounts import ChangeLanguage
from services.contracts.lobby.people.calls import CallFriend, WithdrawCall
from services.contracts.lobby.people.push import QuietHours, SetPushChoices
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import DAY_MS, HOUR_MS
from services.lobby import expiry
from services.lobby.calls import use_cases as calls
from services.lobby.conduct import standings
from services.lobby.push import browsers, rules, sending
from services.lobby.push.rows import push_browsers, push_notices
from tests.lobby.cards.test_cards import befriend
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.push.sending import NEVER_QUIET, Pushed, ask
from tests.support.push_service import Answer


@pytest.fixture
def friends(lobby: LocalLobby, pushed: Pushed) -> tuple[Here, Here]:
    """Ana and Ben are friends; Ben is away, and his browser is notified."""
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben, "Ben")
    pushed.add(ben, "ben")
    lobby.leave(ben)
    return ana, ben


def call(lobby: LocalLobby, who: Here, friend: str = "Ben", **more: Any) -> Any:
    return calls.call_friend(lobby.ports, CallFriend(account=who.account, friend=friend, game="tictactoe", **more))


def waiting(lobby: LocalLobby) -> list[Any]:
    return [row for row in lobby.rows(push_notices) if row.due_at_ms is not None]


def test_an_absent_friend_is_notified_once(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, _ = friends
    made = call(lobby, ana)
    (text,) = pushed.sent()
    assert text == {
        "kind": "call",
        "title": "A friend calls you",
        "body": "Somebody would like to play a game with you.",
        "tag": f"call-{sending.topic_of('call', made.call)}",
        "path": f"/i/{made.call}",
    }
    assert pushed.sent() == []
    assert waiting(lobby) == []


def test_the_request_says_how_long_it_holds_and_holds_nothing_of_others(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]
) -> None:
    ana, _ = friends
    call(lobby, ana, hours=2)
    lobby.wait(1_000)
    courier = pushed.courier()
    assert courier.hand_out() == 1
    courier.start()
    assert pushed.service.seen.wait(10)
    courier.stop()
    (taken,) = pushed.service.taken
    headers = {name: taken.headers[name] for name in ("ttl", "urgency", "content-encoding")}
    assert headers == {"ttl": str(2 * 3600 - 1), "urgency": "normal", "content-encoding": "aes128gcm"}
    assert len(taken.headers["topic"]) == 32
    text = json.dumps(pushed.texts())
    assert "Ana" not in text
    assert "tictactoe" not in text


def test_the_language_is_the_account_s(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, ben = friends
    for language in ("el", "es", "pt", "it"):
        lobby.ask(ChangeLanguage(token=ben.token, language=language))
        call(lobby, ana)
        (text,) = pushed.sent()
        assert text["title"] == sending.text_of("call", "", language).title
    assert len({sending.text_of("turn", "", each).title for each in ("el", "en", "es", "pt", "it")}) == 5


def test_present_players_and_those_without_a_browser_are_left_alone(lobby: LocalLobby, pushed: Pushed) -> None:
    ana, ben, cleo = lobby.enter("Ana", "Ben", "Cleo")
    befriend(lobby, ana, ben, "Ben")
    befriend(lobby, ana, cleo, "Cleo")
    pushed.add(ben)
    lobby.leave(cleo)
    call(lobby, ana, "Ben")
    call(lobby, ana, "Cleo")
    assert lobby.rows(push_notices) == []


def test_what_has_passed_is_not_sent(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, ben = friends
    made = call(lobby, ana)
    lobby.ports.run(calls.withdraw_call, WithdrawCall(account=ana.account, call=made.call))
    assert pushed.sent() == []
    call(lobby, ana, hours=1)
    lobby.wait(HOUR_MS)
    assert pushed.sent() == []
    call(lobby, ana)
    lobby.connect(lobby.log_in("Ben"))
    assert pushed.sent() == []
    assert waiting(lobby) == []
    assert ben


def test_a_browser_that_is_gone_is_dropped(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, ben = friends
    for status in (404, 410):
        pushed.add(ben, "ben")
        pushed.service.answer = lambda _path, status=status: Answer(status)
        call(lobby, ana)
        assert len(pushed.sent()) == 1
        assert pushed.browsers(ben) == 0
        assert waiting(lobby) == []


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 403, 413])
def test_what_is_refused_is_not_sent_again(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here], status: int
) -> None:
    ana, ben = friends
    pushed.service.answer = lambda _path: Answer(status, {"Location": pushed.service.endpoint("elsewhere")})
    call(lobby, ana)
    assert len(pushed.sent()) == 1
    assert waiting(lobby) == []
    assert pushed.browsers(ben) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_that_fails_is_tried_again_until_the_waits_end(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here], status: int
) -> None:
    ana, _ = friends
    pushed.service.answer = lambda _path: Answer(status)
    call(lobby, ana)
    begun_ms = lobby.now_ms
    tried_ms = []
    for _ in range(20):
        tried_ms += [lobby.now_ms - begun_ms] * len(pushed.sent())
        if not (left := waiting(lobby)):
            break
        lobby.wait(left[0].due_at_ms - lobby.now_ms)
    gaps = tuple(late - early for early, late in itertools.pairwise(tried_ms))
    assert gaps == rules.WAITS_MS
    assert waiting(lobby) == []


def test_a_service_says_when_to_come_again(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, _ = friends
    pushed.service.answer = lambda _path: Answer(429, {"Retry-After": "90"})
    call(lobby, ana)
    pushed.sent()
    assert waiting(lobby)[0].due_at_ms == lobby.now_ms + 90_000


def test_what_a_process_has_claimed_and_not_settled_is_sent_by_another(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]
) -> None:
    ana, _ = friends
    call(lobby, ana)
    assert pushed.courier().hand_out() == 1  # and dies
    assert pushed.sent() == []
    lobby.wait(60_000)
    assert len(pushed.sent()) == 1


def test_a_service_that_stalls_delays_no_other(lobby: LocalLobby, pushed: Pushed) -> None:
    """Ten browsers at a service that does not answer, and one at a service that does, the last of all."""
    people = lobby.enter("Ana", "Ben", "Cleo")
    for other, name in zip(people[1:], ("Ben", "Cleo"), strict=True):
        befriend(lobby, people[0], other, name)
        lobby.leave(other)
    for number in range(rules.BROWSERS_MAX):
        pushed.add(people[1], f"stalls{number}")
    with lobby.database.work() as work:
        work.execute(push_browsers.update().values(host="stalls.example.org"))
    pushed.add(people[2], "good")
    released = threading.Event()
    pushed.service.answer = lambda path: Answer() if "good" in path else _held(released)
    call(lobby, people[0], "Ben")
    lobby.wait(1)
    call(lobby, people[0], "Cleo")
    courier = pushed.courier(workers=4)
    courier.start()
    until_s = time.monotonic() + 20
    while time.monotonic() < until_s and not any("good" in each.path for each in pushed.service.taken):
        time.sleep(0.01)
    paths = [each.path for each in pushed.service.taken]
    released.set()
    courier.stop()
    assert "/push/good" in paths
    assert len(paths) == 2  # of the one that stalls a quarter of four


def _held(released: threading.Event) -> Answer:
    released.wait(30)
    return Answer()


def test_quiet_hours_put_off_what_still_holds_then(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]
) -> None:
    ana, ben = friends
    minute = lobby.now_ms // 60_000 % 1_440
    quiet = QuietHours(from_minute=(minute - 5) % 1_440, to_minute=(minute + 90) % 1_440, zone="UTC")
    ask(lobby, SetPushChoices(account=ben.account, kinds=list(rules.KINDS), quiet=quiet))
    call(lobby, ana, hours=1)
    assert lobby.rows(push_notices) == []
    call(lobby, ana, hours=2)
    assert pushed.sent() == []
    lobby.wait(90 * 60_000)
    assert len(pushed.sent()) == 1


def test_quiet_hours_that_were_chosen_meanwhile_count(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]
) -> None:
    ana, ben = friends
    call(lobby, ana)
    minute = lobby.now_ms // 60_000 % 1_440
    quiet = QuietHours(from_minute=minute, to_minute=(minute + 60) % 1_440, zone="UTC")
    ask(lobby, SetPushChoices(account=ben.account, kinds=list(rules.KINDS), quiet=quiet))
    assert pushed.sent() == []
    lobby.wait(HOUR_MS)
    assert len(pushed.sent()) == 1
    ask(lobby, SetPushChoices(account=ben.account, kinds=["turn"], quiet=NEVER_QUIET))
    call(lobby, ana)
    assert pushed.sent() == []


def test_no_more_than_the_day_s_number(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, _ = friends
    for _ in range(rules.KINDS["call"].day_max + 3):
        lobby.wait(1_000)
        call(lobby, ana)
    assert len({row.event for row in lobby.rows(push_notices)}) == rules.KINDS["call"].day_max
    lobby.wait(DAY_MS)
    call(lobby, ana)
    assert len(pushed.sent()) == 1


def test_nothing_to_a_suspended_account(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, ben = friends
    call(lobby, ana)
    span = Span(from_ms=lobby.now_ms, until_ms=lobby.now_ms + HOUR_MS)
    suspended = StandingChanged(account=ben.account, seq=1, blocked=False, suspensions=[span], reason="x", colour="red")
    lobby.deliver(standings.standings_changed, suspended)
    assert pushed.sent() == []
    call(lobby, ana)
    assert waiting(lobby) == []
    lobby.wait(HOUR_MS)
    call(lobby, ana)
    assert len(pushed.sent()) == 1


def test_a_free_game_is_nothing_that_an_exclusion_shuts(
    lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]
) -> None:
    ana, ben = friends
    shut = SelfExcluded(account=ben.account, until_ms=None, at_ms=lobby.now_ms)
    lobby.database.run(browsers.self_excluded, [shut])
    call(lobby, ana)
    assert len(pushed.sent()) == 1


def test_what_was_sent_is_forgotten(lobby: LocalLobby, pushed: Pushed, friends: tuple[Here, Here]) -> None:
    ana, _ = friends
    call(lobby, ana)
    pushed.sent()
    lobby.wait(rules.KEPT_MS + 1)
    lobby.ports.run(expiry.purge)
    assert lobby.rows(push_notices) == []
