"""Facts about one player of a competition in any order, and again, end in the state of the right order
(services/tournaments/RULES.md §5)."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered, SessionBegan
from services.contracts.moderation.events import ReviewChanged, StandingChanged
from services.contracts.moderation.orders import FreeMatchCorrected
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import FakeClock
from tests.tournaments.platform import HOUR_MS, Tournaments, finished

Fact = Callable[[Tournaments], None]
PLAYERS = ("ana", "ben", "eva", "leo")
START_MS = FakeClock().now_ms()
DAY_MS = 24 * HOUR_MS


def hear(handler: str, event: Any) -> Fact:
    return lambda cup: cup.hear(handler, event)


# --- of an entry that is asked for in a competition that has not begun ------------------------------------------------

ENTRY: dict[str, Fact] = {
    "registered": hear(
        "on_registered",
        Registered(account="ana", name="Ana", device="phone", created_at_ms=START_MS - 9 * DAY_MS, email_key="mail",
                   network="home", person_key="ana 1990"),
    ),
    "session": hear(
        "on_session_began", SessionBegan(account="ana", at_ms=START_MS, device="tablet", address_key="away")
    ),
    "confirmed": hear("on_email_confirmed", EmailConfirmed(account="ana", email_key="mail", at_ms=START_MS)),
    "review": hear("on_review_changed", ReviewChanged(account="ana", kinds=["bot"], seq=1)),
    "review over": hear("on_review_changed", ReviewChanged(account="ana", kinds=[], seq=2)),
    "blocked": hear("on_standing_changed", StandingChanged(account="ana", seq=1, blocked=True, suspensions=[])),
    "let in again": hear("on_standing_changed", StandingChanged(account="ana", seq=2, blocked=False, suspensions=[])),
    "paid": Tournaments.ask_again,
    "excluded": hear("on_self_excluded", SelfExcluded(account="ana", until_ms=None, at_ms=START_MS)),
}  # fmt: skip
"""In the right order."""

# --- of a game that is played ----------------------------------------------------------------------------------------


def called(cup: Tournaments) -> competition_events.GameCalled:
    return cup.game  # type: ignore[attr-defined,no-any-return]


def ended(cup: Tournaments) -> None:
    cup.hear("on_match_finished", finished(called(cup), START_MS + HOUR_MS))


def corrected(revision: int) -> Fact:
    def tell(cup: Tournaments) -> None:
        game = called(cup)
        winners = [1 if revision % 2 else 0]
        cup.hear(
            "on_free_match_corrected",
            FreeMatchCorrected(match=f"match-of-{game.table}", revision=revision, outcome="won", accounts=game.seats,
                               winners=winners, departed=[], by="olga", reason="a wrong result"),
        )  # fmt: skip

    return tell


GAME: dict[str, Fact] = {
    "seated": lambda cup: cup.hear("on_game_seated", answers.GameSeated(competition="cup", table=called(cup).table)),
    "ended": ended,
    "corrected": corrected(1),
    "corrected again": corrected(2),
    "blocked": ENTRY["blocked"],
    "session": ENTRY["session"],
    "review": ENTRY["review"],
}
SHOWN = {
    "entries": "account, number, state, error",
    "entrants": "account, name, disqualified",
    "games": "state, revision, result",
    "game_players": "account, seat, state, points, margin",
    "known_persons": "account, created_at_ms, confirmed_at_ms, erased, review_seq, review_kinds",
    "person_keys": "account, kind, key, first_ms, last_ms",
    "account_standings": "account, seq, blocked, suspensions",
}


def state(cup: Tournaments) -> dict[str, list[Any]]:
    """All that is kept of these players, their entries and games."""
    with cup.database.work() as work:
        return {
            table: [tuple(row) for row in work.execute(sa.text(f"SELECT {named} FROM {table} ORDER BY {named}"))]
            for table, named in SHOWN.items()
        }


@pytest.fixture
def after(tournaments: Tournaments) -> Callable[[dict[str, Fact], Sequence[str]], dict[str, list[Any]]]:
    """The state after facts in an order; what earlier ones have left is cleared away before."""
    with tournaments.database.work() as work:
        tables = [name for name in sa.inspect(work.connection).get_table_names() if name != "alembic_version"]

    def run(facts: dict[str, Fact], names: Sequence[str]) -> dict[str, list[Any]]:
        with tournaments.database.work() as work:
            for table in tables:
                work.execute(sa.text(f"DELETE FROM {table}"))
        tournaments.clock.advance(START_MS - tournaments.clock.now_ms())
        tournaments.announce()
        tournaments.tick()
        if facts is GAME:
            tournaments.paid(*PLAYERS)
            tournaments.later(HOUR_MS)
            tournaments.told()
            tournaments.wait("ana", "ben")
            tournaments.pair()
            (tournaments.game,) = tournaments.told_of(competition_events.GameCalled)  # type: ignore[attr-defined]
        else:
            tournaments.unanswered("ana")
        for name in names:
            facts[name](tournaments)
        for asked in tournaments.told_of(competition_events.RefundAsked):
            tournaments.hear("on_entries_refunded", answers.EntriesRefunded(competition="cup", entries=asked.entries))
        found = state(tournaments)
        table = getattr(tournaments, "game", None)
        return found if table is None else eval(repr(found).replace(table.table, "the table"))

    return run


Run = Callable[[dict[str, Fact], Sequence[str]], dict[str, list[Any]]]


@pytest.mark.parametrize("facts", [ENTRY, GAME], ids=["entry", "game"])
def test_every_two_facts_end_alike_in_both_orders(after: Run, facts: dict[str, Fact]) -> None:
    wrong = [
        (one, other)
        for one, other in itertools.combinations(facts, 2)
        if after(facts, (other, one)) != after(facts, (one, other))
    ]

    assert wrong == []


@pytest.mark.parametrize("facts", [ENTRY, GAME], ids=["entry", "game"])
def test_every_fact_twice_is_as_once(after: Run, facts: dict[str, Fact]) -> None:
    assert [name for name in facts if after(facts, (name, name)) != after(facts, (name,))] == []


@hypothesis.settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
@hypothesis.given(of_entry=st.booleans(), data=st.data())
def test_facts_in_any_order_and_again_end_as_in_the_right_order(
    after: Run, of_entry: bool, data: st.DataObject
) -> None:
    facts = ENTRY if of_entry else GAME
    names = data.draw(st.lists(st.sampled_from(list(facts)), min_size=3, max_size=10))

    assert after(facts, names) == after(facts, [name for name in facts if name in names])
