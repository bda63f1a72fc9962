"""Things that happen at the same moment: on PostgreSQL, as two replicas of the lobby would do them."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import SentFrame
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.accounts import accounts
from services.contracts.tables.catalogue import CheckOptions
from services.contracts.tables.events import TableDone
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.presence import connections
from services.lobby.tables import leaving, match_events
from services.platform.process import metrics

pytestmark = pytest.mark.real

_ROUNDS = 5


@pytest.fixture(scope="module")
def lobby_url(lobby_postgres_url):
    return lobby_postgres_url


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Run all at the same moment; answers in their order."""
    answers: list[Any] = [None] * len(works)
    barrier = threading.Barrier(len(works))

    def run(number: int, work: Callable[[], Any]) -> None:
        barrier.wait(60)
        try:
            answers[number] = work()
        except Exception as error:  # noqa: BLE001 the test looks at it
            answers[number] = error

    threads = [threading.Thread(target=run, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    return answers


def meet(lobby, kind: type, count: int) -> None:
    """Let this many commands wait for each other after all that is asked, just before their units of work."""
    barrier = threading.Barrier(count)
    answer = lobby.rpc.answers[kind]

    def wait(request):
        barrier.wait(60)
        return answer(request) if callable(answer) else answer

    lobby.rpc.answers[kind] = wait


def errors(answers: list[Any]) -> list[str]:
    return sorted(answer.error if isinstance(answer, Refusal) else type(answer).__name__ for answer in answers)


@pytest.fixture
def people(lobby):
    lobby.rpc._is_in_work = lambda: False  # other threads are, and may be
    return lobby.enter("Ana", "Ben", "Eva", "Leo")


def test_of_two_players_that_take_the_same_seat_exactly_one_gets_it(lobby, people):
    (ana, ben, eva, _leo) = people
    lobby.rpc.seats = 3
    for _ in range(_ROUNDS):
        table = lobby.create(ana).table
        stake = lobby.rpc.answers[CheckStake]
        meet(lobby, CheckStake, 2)
        answers = at_once(lambda at=table: lobby.join(ben, at, 1), lambda at=table: lobby.join(eva, at, 1))
        lobby.rpc.answers[CheckStake] = stake
        assert errors(answers) == ["TableLine", "seat_taken"]
        (seated,) = [name for name, status in lobby.statuses().items() if status == "invited" and name != "Ana"]
        assert [seat.name for seat in lobby.table(table).seats] == ["Ana", seated, None]
        lobby.get_up(ana, table)


def test_a_player_that_joins_two_tables_at_once_sits_at_one(lobby, people):
    (ana, ben, eva, _leo) = people
    for _ in range(_ROUNDS):
        tables = [lobby.create(who).table for who in (ana, ben)]
        stake = lobby.rpc.answers[CheckStake]
        meet(lobby, CheckStake, 2)
        answers = at_once(*[lambda at=table: lobby.join(eva, at) for table in tables])
        lobby.rpc.answers[CheckStake] = stake
        assert errors(answers) == ["TableLine", "already_seated"]
        assert sum(seat.name == "Eva" for table in tables for seat in lobby.table(table).seats) == 1
        for who, table in zip((ana, ben), tables, strict=True):
            lobby.get_up(who, table)


def test_a_command_sent_twice_at_once_is_carried_out_once(lobby, people):
    ana = people[0]
    for number in range(_ROUNDS):
        asked = open_tables.CreateTable(account=ana.account, id=f"twice {number}", name="Our table", game="tictactoe")
        options = lobby.rpc.answers[CheckOptions]
        meet(lobby, CheckOptions, 2)
        first, second = at_once(lambda it=asked: lobby.ask(it), lambda it=asked: lobby.ask(it))
        lobby.rpc.answers[CheckOptions] = options
        assert isinstance(first, open_tables.TableLine)
        assert first == second
        assert len(lobby.ask(open_tables.ListTables()).tables) == 1
        lobby.get_up(ana, first.table)


def test_of_two_players_that_invite_each_other_at_most_one_succeeds(lobby, people):
    (ana, ben, *_) = people
    for _ in range(_ROUNDS):
        stake = lobby.rpc.answers[CheckStake]
        meet(lobby, CheckStake, 2)
        answers = at_once(
            lambda: lobby.create(ana, mode="invite", invite={"1": "Ben"}),
            lambda: lobby.create(ben, mode="invite", invite={"1": "Ana"}),
        )
        lobby.rpc.answers[CheckStake] = stake
        assert errors(answers) == ["TableLine", "already_seated"]
        (table,) = lobby.ask(open_tables.ListTables()).tables
        lobby.get_up(ana if table.organizer == ana.account else ben, table.table)


def test_accepting_and_running_out_do_not_both_happen(lobby, people):
    (ana, ben, *_) = people
    for _ in range(_ROUNDS):
        table = lobby.create(ana, mode="invite", invite={"1": "Ben"}).table
        lobby.wait(30_000)
        answers = at_once(
            lambda at=table: lobby.answer(ben, f"{at}:1"),
            lambda: (lobby.wait(1), leaving.sweep_tables(lobby.ports))[1],
            lambda: leaving.sweep_tables(lobby.ports),
        )
        accepted = answers[0] == Done()
        assert accepted or answers[0].error in ("invitation_expired", "invitation_withdrawn")
        lobby.sweep()
        assert (lobby.table(table) is not None) == accepted
        assert lobby.statuses()["Ben"] == ("invited" if accepted else "online")
        lobby.get_up(ana, table)
        lobby.ask(presence.Active(accounts=[who.account for who in people]))


def test_a_table_that_runs_out_is_closed_once_however_many_sweep(lobby, people):
    ana = people[0]
    lobby.create(ana, mode="invite", invite={"1": "Ben"})
    lobby.wait(30_001)
    lobby.push.forget()
    assert at_once(*[lobby.sweep] * 4) == [None] * 4
    assert lobby.push.to(ana.account, SentFrame) == [SentFrame(table=None, reason="invitation_rejected", name="Ben")]


def test_two_logins_at_once_leave_one_live_session(lobby):
    lobby.rpc._is_in_work = lambda: False
    lobby.register("Ana")
    for _ in range(_ROUNDS):
        first, second = at_once(lambda: lobby.log_in("Ana"), lambda: lobby.log_in("Ana"))
        alive = [lobby.ask(accounts.WhoIs(token=each.token)) for each in (first, second)]
        assert errors(alive) == ["Account", "session_replaced"]


def test_guesses_side_by_side_are_all_counted(lobby):
    lobby.rpc._is_in_work = lambda: False
    lobby.register("Ana")
    answers = at_once(*[lambda: lobby.log_in("Ana", "wrong")] * 8)
    assert errors(answers) == ["login_failed"] * 5 + ["login_locked"] * 3


def test_of_two_registrations_of_the_same_name_or_address_one_succeeds(lobby):
    for number in range(_ROUNDS):
        answers = at_once(
            lambda n=number: lobby.register(f"Ana{n}", email=f"a{n}@example.org"),
            lambda n=number: lobby.register(f"ANA{n}", email=f"b{n}@example.org"),
            lambda n=number: lobby.register(f"Ben{n}", email=f"c{n}@example.org"),
            lambda n=number: lobby.register(f"Eva{n}", email=f"C{n}@example.org"),
        )
        assert errors(answers) == ["Session", "Session", "email_taken", "username_taken"]
    assert len(lobby.rows(schema.players)) == len(lobby.rows(schema.credentials)) == 2 * _ROUNDS


def turmoil(lobby, people) -> None:
    """A table ends, another waits for players, people come and go, a gateway dies: all at once."""
    (ana, ben, eva, leo) = people
    lobby.rpc.seats = 2
    played = lobby.started(ana, ben)
    lobby.rpc.seats = 3
    table = lobby.create(eva).table
    answers = at_once(
        lambda: lobby.deliver(match_events.tables_done, TableDone(table=played, reason="")),
        lambda: lobby.ask(presence.Active(accounts=[who.account for who in people])),
        lambda: lobby.leave(ben),
        lambda: lobby.join(leo, table),
        lambda: lobby.get_up(eva, table),
        lambda: lobby.ask(presence.Connected(token=leo.token, gateway="g2", conn=1)),
        lambda: connections.lose_gateway(lobby.ports, "g1"),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    assert lobby.table(played) is None


def test_everything_at_once_ends_in_a_state_that_fits(lobby, people):
    deadlocks = metrics.database_retries.labels("lobby", "deadlock")._value.get
    before = deadlocks()
    for _ in range(_ROUNDS):
        turmoil(lobby, people)
        for row in lobby.rows(schema.players):
            there = lobby.table(row.table_id) if row.table_id else None
            assert (there is None) == (row.part is None), row
            assert (row.status == "absent") == (row.gateway is None), row
        people = [lobby.back(who) for who in people]
        for line in lobby.ask(open_tables.ListTables()).tables:
            lobby.get_up(next(who for who in people if who.account == line.organizer), line.table)
    assert deadlocks() == before, "locks are taken in one order"
