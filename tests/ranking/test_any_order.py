"""Facts about one account or match in any order, and again, end in the state of the right order
(services/ranking/RULES.md §1, §2)."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.accounts import Registered, SessionBegan
from services.contracts.lobby.accounts.privacy import ErasureAsked
from services.contracts.moderation.events import ReviewChanged, StandingChanged
from services.contracts.ranking import boards as contract
from services.contracts.ranking.statistics import GetStatistics
from services.contracts.wallet.events import MatchCorrected, MatchSettled
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import FakeClock
from services.ranking.matches import audits as board_audits
from tests.ranking.on_boards import DAY_MS, WEEKLY, game
from tests.ranking.rankings import Ranking

Fact = Callable[[Ranking], None]
PLAYERS = ("ana", "ben")


def facts() -> dict[str, Fact]:
    """Everything that ranking consumes about an account and its match, by name, in the right order."""

    def hear(handler: str, make: Callable[[int], Any]) -> Fact:
        return lambda ranking: ranking.hear(handler, make(START_MS))

    return {
        "registered": hear(
            "on_registered",
            lambda at: Registered(
                account="ana",
                name="Ana",
                device="phone",
                created_at_ms=at - 9 * DAY_MS,
                email_key="mail",
                network="home",
                person_key="ana 1990",
            ),
        ),
        "session": hear(
            "on_session_began",
            lambda at: SessionBegan(account="ana", at_ms=at - DAY_MS, device="phone", address_key="away"),
        ),
        "confirmed": hear(
            "on_email_confirmed", lambda at: EmailConfirmed(account="ana", email_key="mail", at_ms=at - 8 * DAY_MS)
        ),
        "other session": hear(
            "on_session_began",
            lambda at: SessionBegan(account="ben", at_ms=at - DAY_MS, device="tablet", address_key="home"),
        ),
        "review": hear("on_review_changed", lambda _at: ReviewChanged(account="ana", kinds=["bot"], seq=1)),
        "review over": hear("on_review_changed", lambda _at: ReviewChanged(account="ana", kinds=[], seq=2)),
        "standing": hear(
            "on_standing_changed", lambda _at: StandingChanged(account="ana", seq=1, blocked=True, suspensions=[])
        ),
        "let in again": hear(
            "on_standing_changed", lambda _at: StandingChanged(account="ana", seq=2, blocked=False, suspensions=[])
        ),
        "excluded": hear("on_self_excluded", lambda at: SelfExcluded(account="ana", until_ms=at + DAY_MS, at_ms=at)),
        "match": lambda ranking: ranking.finished(the_match(ranking)),
        "settled": hear("on_match_settled", lambda _at: MatchSettled(match="m", payouts={"ana": 825, "ben": 0})),
        "corrected": hear("on_match_corrected", lambda _at: corrected(1)),
        "corrected again": hear("on_match_corrected", lambda _at: corrected(2)),
        "erased": hear("on_erasure_asked", lambda _at: ErasureAsked(account="ana", receipt="r")),
    }


START_MS = FakeClock().now_ms()


def the_match(ranking: Ranking, **how: Any) -> Any:
    ends = {"started_at_ms": START_MS - 70_000, "ended_at_ms": START_MS - 10_000}
    return game(ranking, "m", *PLAYERS, **ends | how)


def corrected(revision: int) -> MatchCorrected:
    return MatchCorrected(
        match="m", revision=revision, outcome="won", payouts=[0, 825], last_payouts=[825, 0], accounts=list(PLAYERS),
        winners=[1 if revision == 1 else 0], departed=[], first_round_done=None, by="olga", reason="a wrong result",
    )  # fmt: skip


def state(ranking: Ranking) -> dict[str, Any]:
    """All that is shown of these players, and what is known of their persons."""
    while ranking.database.run(board_audits.audit_next, ranking.settings):
        pass
    board = ranking.ask(contract.GetBoard(board=WEEKLY))
    shown: dict[str, Any] = {
        "ratings": [(each.account, each.rating, each.games) for each in ranking.ratings(*PLAYERS)],
        "board": [(row.account, row.name, row.rating, row.wins, row.matches) for row in board.rows],
    }
    for player in PLAYERS:
        page = ranking.ask(GetStatistics(viewer=player, account=player))
        shown[f"matches of {player}"] = [
            (line.match, line.won, line.net_chips, line.elo_delta) for line in page.matches
        ]
    columns = {
        "known_persons": "account, created_at_ms, confirmed_at_ms, erased, review_seq, review_kinds",
        "person_keys": "account, kind, key, first_ms, last_ms",
        "people": "account, name, suspensions, blocked, closed, excluded_until_ms",
    }
    for table, named in columns.items():
        with ranking.database.work() as work:
            found = work.connection.exec_driver_sql(f"SELECT {named} FROM {table} ORDER BY {named}")
            shown[table] = [tuple(row) for row in found]
    return shown


_KEPT = ("boards", "board_periods", "alembic_version", "settings")


@pytest.fixture
def after(ranking: Ranking) -> Callable[[Sequence[str]], dict[str, Any]]:
    """The state after facts in an order; what earlier ones have left is cleared away before."""
    known = facts()
    ranking.service.app.look_after_boards()
    with ranking.database.work() as work:
        tables = [name for name in sa.inspect(work.connection).get_table_names() if name not in _KEPT]

    def run(names: Sequence[str]) -> dict[str, Any]:
        with ranking.database.work() as work:
            for table in tables:
                cleared = "UPDATE board_ranges SET players = 0" if table == "board_ranges" else f"DELETE FROM {table}"
                work.execute(sa.text(cleared))
        for name in names:
            known[name](ranking)
        return state(ranking)

    return run


NAMES = tuple(facts())


def right(names: Sequence[str]) -> list[str]:
    """These facts, each once, in the right order."""
    return [name for name in NAMES if name in names]


def test_every_two_facts_end_alike_in_both_orders(after: Callable[[Sequence[str]], dict[str, Any]]) -> None:
    wrong = [
        (one, other) for one, other in itertools.combinations(NAMES, 2) if after((other, one)) != after((one, other))
    ]

    assert wrong == []


def test_every_fact_twice_is_as_once(after: Callable[[Sequence[str]], dict[str, Any]]) -> None:
    assert [name for name in NAMES if after((name, name)) != after((name,))] == []


@hypothesis.settings(
    max_examples=25,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
@hypothesis.given(names=st.lists(st.sampled_from(NAMES), min_size=3, max_size=12))
def test_facts_in_any_order_and_again_end_as_in_the_right_order(
    after: Callable[[Sequence[str]], dict[str, Any]], names: list[str]
) -> None:
    if "erased" in names:  # what would have connected the two is erased too, if it was there: nobody can know later
        names = [name for name in names if name != "other session"]
    assert after(names) == after(right(names))
