"""Turns, evenings, games of competitions and prizes (services/lobby/RULES.md §24)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.lobby.people.push import EndTurn, NoteTurn
from services.contracts.tables.events import PauseChanged, TableDone
from services.contracts.tournaments.events import CompetitionSoon, GameCalled, Prize, PrizesAsked
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import HOUR_MS
from services.lobby.companies.evening_calls import sweep_evenings
from services.lobby.push import browsers, notices, rules
from services.lobby.push.rows import push_notices
from services.lobby.tables import match_events
from tests.lobby.companies.people import found, grown_up
from tests.lobby.companies.test_evening_calls import evening_in, set_evening
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.push.sending import Pushed, ask
from tests.support.push_service import PushService


def note(lobby: LocalLobby, who: Here, table: str, number: int = 1) -> None:
    ask(lobby, NoteTurn(account=who.account, table=table, match="m", number=number))


def kinds(pushed: Pushed) -> list[str]:
    return [text["kind"] for text in pushed.sent()]


def pause(lobby: LocalLobby, table: str, seq: int, away: list[Here], waiting: list[Here]) -> None:
    event = PauseChanged(
        table=table,
        seq=seq,
        match="m",
        away=[each.account for each in away],
        waiting=[each.account for each in waiting],
    )
    lobby.deliver(match_events.pause_changed, event)


@pytest.fixture
def match(lobby: LocalLobby, pushed: Pushed) -> tuple[Here, Here, str]:
    """Ana and Ben play; Ana's browser is notified."""
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    pushed.add(ana)
    return ana, ben, table


def test_a_turn_at_a_hidden_page_is_sent_once(lobby: LocalLobby, pushed: Pushed, match: tuple[Here, Here, str]) -> None:
    ana, _, table = match
    note(lobby, ana, table)
    note(lobby, ana, table)
    (text,) = pushed.sent()
    assert (text["kind"], text["tag"], text["path"]) == ("turn", "kafeneio-turn", f"/table/{table}")
    note(lobby, ana, table)
    assert kinds(pushed) == []
    note(lobby, ana, table, 2)
    assert kinds(pushed) == ["turn"]


def test_a_turn_that_was_played_is_not_sent(lobby: LocalLobby, pushed: Pushed, match: tuple[Here, Here, str]) -> None:
    ana, _, table = match
    note(lobby, ana, table)
    ask(lobby, EndTurn(account=ana.account, match="m", number=1))
    assert kinds(pushed) == []
    note(lobby, ana, table, 2)
    lobby.wait(rules.TURN_HOLDS_MS)
    assert kinds(pushed) == []
    note(lobby, ana, "elsewhere", 3)
    assert lobby.rows(push_notices)[-1].due_at_ms is None


def test_nothing_of_a_table_that_is_done(lobby: LocalLobby, pushed: Pushed, match: tuple[Here, Here, str]) -> None:
    ana, _, table = match
    note(lobby, ana, table)
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="finished"))
    assert kinds(pushed) == []


def test_a_lost_player_is_called_back_after_ten_seconds(
    lobby: LocalLobby, pushed: Pushed, match: tuple[Here, Here, str]
) -> None:
    ana, ben, table = match
    lobby.leave(ana)
    pause(lobby, table, 5, [ana], [ben])
    pause(lobby, table, 5, [ana], [ben])
    assert kinds(pushed) == []
    lobby.wait(rules.TURN_WAITS_MS)
    assert kinds(pushed) == ["turn"]


def test_a_player_back_within_ten_seconds_is_not_called(
    lobby: LocalLobby, pushed: Pushed, match: tuple[Here, Here, str]
) -> None:
    ana, ben, table = match
    lobby.leave(ana)
    pause(lobby, table, 5, [ana], [ben])
    lobby.back(ana)
    pause(lobby, table, 6, [], [])
    lobby.wait(rules.TURN_WAITS_MS)
    assert kinds(pushed) == []


def test_an_evening_calls_absent_members_at_the_hour(lobby: LocalLobby, pushed: Pushed) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"), (eva, "Eva"))
    for who in (ana, ben, eva):
        pushed.add(who)
    set_evening(company, ana, evening_in(lobby, HOUR_MS))
    lobby.leave(ben)
    lobby.leave(eva)
    shut = SelfExcluded(account=eva.account, until_ms=None, at_ms=lobby.now_ms)
    lobby.database.run(browsers.self_excluded, [shut])
    for _ in range(4):
        lobby.wait(15 * 60_000)
        sweep_evenings(lobby.ports)
        sweep_evenings(lobby.ports)
    texts = pushed.sent()
    assert [text["kind"] for text in texts] == ["evening"]
    assert texts[0]["path"] == f"/company/{company.id}"


def called(seats: list[str], table: str = "t-9") -> GameCalled:
    return GameCalled(
        competition="c-1", name="Cup", table=table, game="tictactoe", options={}, shards=1, seats=seats, come_ms=60_000
    )


def test_a_called_game_and_a_prize_are_sent_once(lobby: LocalLobby, pushed: Pushed) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    pushed.add(ana)
    pushed.add(ben)
    lobby.leave(ben)
    game = called([ana.account, ben.account])
    lobby.deliver(notices.games_called, game)
    lobby.deliver(notices.games_called, game)
    texts = pushed.sent()
    assert sorted(text["kind"] for text in texts) == ["game", "game"]  # Ana's page may be out of sight
    assert {text["path"] for text in texts} == {"/competitions/c-1"}
    prizes = [Prize(account=ana.account, chips=0), Prize(account=ben.account, chips=500)]
    paid = PrizesAsked(competition="c-1", mode="fixed", escrow_chips=0, prizes=prizes)
    lobby.deliver(notices.prizes_asked, paid, paid)
    assert kinds(pushed) == ["prize"]


def soon(lobby: LocalLobby, *who: Here, starts_in_ms: int = 15 * 60_000) -> CompetitionSoon:
    accounts = [each.account for each in who]
    return CompetitionSoon(competition="c-1", name="Cup", starts_at_ms=lobby.now_ms + starts_in_ms, accounts=accounts)


def test_a_competition_that_starts_soon_is_sent_once_to_absent_entrants(lobby: LocalLobby, pushed: Pushed) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    pushed.add(ana)
    pushed.add(ben)
    lobby.leave(ben)
    event = soon(lobby, ana, ben)
    lobby.deliver(notices.competitions_soon, event)
    lobby.deliver(notices.competitions_soon, event)
    (text,) = pushed.sent()  # Ana's page says it by itself
    assert (text["kind"], text["path"]) == ("soon", "/competitions/c-1")


def test_a_start_that_has_passed_is_not_sent(lobby: LocalLobby, pushed: Pushed) -> None:
    (ben,) = lobby.enter("Ben")
    pushed.add(ben)
    lobby.leave(ben)
    lobby.deliver(notices.competitions_soon, soon(lobby, ben, starts_in_ms=0))
    assert kinds(pushed) == []


def test_a_reminder_comes_in_no_exclusion_from_games_for_chips(lobby: LocalLobby, pushed: Pushed) -> None:
    (ben,) = lobby.enter("Ben")
    pushed.add(ben)
    lobby.leave(ben)
    lobby.database.run(browsers.self_excluded, [SelfExcluded(account=ben.account, until_ms=None, at_ms=lobby.now_ms)])
    lobby.deliver(notices.competitions_soon, soon(lobby, ben))
    assert kinds(pushed) == []


def test_an_exclusion_that_ends_is_one_no_more(lobby: LocalLobby, pushed: Pushed) -> None:
    (ana,) = lobby.enter("Ana")
    pushed.add(ana)
    shut = SelfExcluded(account=ana.account, until_ms=lobby.now_ms + HOUR_MS, at_ms=lobby.now_ms)
    lobby.database.run(browsers.self_excluded, [shut])
    lobby.deliver(notices.games_called, called([ana.account]))
    assert kinds(pushed) == []
    lobby.wait(HOUR_MS)
    lobby.deliver(notices.games_called, called([ana.account], "t-10"))
    assert kinds(pushed) == ["game"]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("note"), st.integers(1, 3)),
        st.tuples(st.just("end"), st.integers(1, 3)),
        st.tuples(st.just("wait"), st.integers(1, 40_000)),
        st.tuples(st.just("pause"), st.integers(1, 4)),
        st.tuples(st.just("leave"), st.just(0)),
        st.tuples(st.just("back"), st.just(0)),
        st.tuples(st.just("send"), st.just(0)),
    ),
    max_size=14,
)


class Story:
    """Ana's match with Ben, and what she may be sent of it."""

    def __init__(self, lobby: LocalLobby, service: PushService) -> None:
        lobby.wipe()
        lobby.set()
        service.taken.clear()
        self.lobby, self.pushed = lobby, Pushed(lobby, service)
        self.ana, self.ben = lobby.enter_one_by_one(["Ana", "Ben"], "g1")
        self.table = lobby.started(self.ana, self.ben)
        self.pushed.add(self.ana)
        self.noted_ms: dict[int, int] = {}
        self.paused_ms: dict[int, int] = {}
        self.over: set[int] = set()
        self.newest, self.here = 0, True

    def note(self, number: int) -> None:
        note(self.lobby, self.ana, self.table, number)
        self.noted_ms.setdefault(number, self.lobby.now_ms)

    def end(self, number: int) -> None:
        ask(self.lobby, EndTurn(account=self.ana.account, match="m", number=number))
        self.over |= {number} & self.noted_ms.keys()

    def wait(self, ms: int) -> None:
        self.lobby.wait(ms)

    def pause(self, seq: int) -> None:
        pause(self.lobby, self.table, seq, [self.ana], [self.ben])
        if seq > self.newest:
            self.newest = seq
            self.paused_ms[seq] = self.lobby.now_ms + rules.TURN_WAITS_MS

    def leave(self, _value: int) -> None:
        if self.here:
            self.lobby.leave(self.ana)
        self.here = False

    def back(self, _value: int) -> None:
        if not self.here:
            self.ana = self.lobby.back(self.ana)
        self.here = True

    def send(self, _value: int) -> None:
        now_ms = self.lobby.now_ms
        turns = [n for n, at in self.noted_ms.items() if n not in self.over and now_ms < at + rules.TURN_HOLDS_MS]
        begun = [n for n, at in self.paused_ms.items() if at <= now_ms]
        pauses = [n for n in begun if not self.here and now_ms < self.paused_ms[n] + rules.TURN_HOLDS_MS]
        assert len(self.pushed.sent()) == len(turns) + len(pauses)
        self.over |= self.noted_ms.keys()  # what was sent, or had passed, is never sent again
        for number in begun:
            del self.paused_ms[number]


@given(STEPS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_in_any_order_each_thing_that_still_holds_is_sent_once(
    sqlite_lobby: LocalLobby, running_service: PushService, steps: list[tuple[str, int]]
) -> None:
    """Turns come, are reported again, end before or after they are reported; players leave and come back."""
    story = Story(sqlite_lobby, running_service)
    for step, value in [*steps, ("send", 0)]:
        getattr(story, step)(value)
