"""Late, doubled and disordered events open the same cases as punctual ones: every window ends at the event that it is
about (services/moderation/RULES.md §7)."""

from collections.abc import Sequence
from itertools import count, permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.base import Event
from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused
from services.contracts.moderation.cases import CloseCase, ListCases
from services.contracts.moderation.signals import FriendRewarded, MatchTimed, SeatTimes
from services.contracts.tables.events import MatchFinished
from services.kernel.clock import DAY_MS, HOUR_MS
from services.moderation import schema
from services.moderation.staff import role_rows
from services.platform.process.json import decode
from tests.moderation.moderation import Moderation
from tests.moderation.signals.signal_oracle import Case, expected
from tests.moderation.signals.test_counted_events import left, match

NOW_MS = 1_800_000_000_000
ENTRYPOINTS = {
    MatchFinished: "on_match_finished",
    MatchTimed: "on_match_timed",
    SessionBegan: "on_session_began",
    FriendRewarded: "on_friend_rewarded",
    ChatMatched: "on_chat_matched",
    MessageRefused: "on_message_refused",
}
_numbers = count()
COUNTED = ("cases", "case_evidence", "reviews", "observations", "observed_hours")


def deliver(moderation: Moderation, events: Sequence[Event], at_once: int = 1) -> None:
    """In this order, so many of one kind in a message; an event that comes twice has the id of before."""
    ids: dict[int, str] = {}
    for event in events:
        ids.setdefault(id(event), f"w{next(_numbers)}")
    waiting: list[Event] = []
    for event in [*events, None]:
        if waiting and (event is None or type(event) is not type(waiting[0]) or len(waiting) == at_once):
            named = [ids[id(each)] for each in waiting]
            moderation.hear(ENTRYPOINTS[type(waiting[0])], *waiting, ids=named)
            waiting = []
        if event is not None:
            waiting.append(event)


def open_cases(moderation: Moderation) -> set[Case]:
    with moderation.database.work() as work:
        found = work.execute(schema.cases.select().where(schema.cases.c.closed_at_ms.is_(None))).all()
    return {(row.kind, frozenset(decode(row.players))) for row in found}


def emptied(moderation: Moderation) -> None:
    def empty(work: Any) -> None:
        for name in COUNTED:
            work.execute(getattr(schema, name).delete())

    moderation.keep(empty)


def won(at_ms: int, stake: int = 30_000, winner: int = 0) -> MatchFinished:
    return match("ana", "ben", at_ms=NOW_MS + at_ms, winners=[winner], stake=stake)


def seated(at_ms: int, hours: int) -> MatchFinished:
    return match("ana", None, at_ms=NOW_MS + at_ms, minutes=hours * 60)


def timed(at_ms: int, decisions: int, deviation_ms: int = 10) -> MatchTimed:
    squares = decisions * (1_000**2 + deviation_ms**2)
    seat = SeatTimes(account="ana", decisions=decisions, total_ms=decisions * 1_000, squares_ms2=squares, losses=0)
    return MatchTimed(match=f"t{next(_numbers)}", ended_at_ms=NOW_MS + at_ms, seats=[seat])


def deserted(at_ms: int) -> MatchFinished:
    return match("ana", "ben", at_ms=NOW_MS + at_ms, departures=[left(0, "ana", early=True)])


def said(at_ms: int, kind: Any = "words", account: str = "ana", table: str | None = None) -> ChatMatched:
    line = next(_numbers)
    return ChatMatched(account=account, line=line, at_ms=NOW_MS + at_ms, kind=kind, found=["x"], text="x", table=table)


def began(account: str, at_ms: int, device: str = "d") -> SessionBegan:
    return SessionBegan(account=account, at_ms=NOW_MS + at_ms, device=device)


def refused(at_ms: int, cause: Any = "seated_together", other: str = "ben") -> MessageRefused:
    return MessageRefused(account="ana", other=other, cause=cause, at_ms=NOW_MS + at_ms)


# --- examples ---

APART: dict[str, list[Event]] = {
    "chips 30 hours apart": [won(0), won(30 * HOUR_MS)],
    "hours in two halves 30 hours apart": [seated(0, 12), seated(30 * HOUR_MS, 12)],
    "decisions 100 hours apart": [timed(0, 150), timed(100 * HOUR_MS, 150)],
    "departures over 40 days": [deserted(n * 10 * DAY_MS) for n in range(5)],
    "words over an hour": [said(n * 20 * 60_000) for n in range(3)],
    "refused messages over five days": [refused(n * DAY_MS) for n in range(5)],
    "refused messages of one minute": [refused(n) for n in range(5)],
    "a device 31 days apart": [began("ana", 0), began("ben", 31 * DAY_MS)],
}
TOGETHER: dict[str, list[Event]] = {
    "chips of a day": [won(0), won(23 * HOUR_MS)],
    "hours of a day": [seated(0, 10), seated(10 * HOUR_MS, 10)],
    "decisions of a day": [timed(0, 150), timed(HOUR_MS, 150)],
    "departures of a week": [deserted(n * DAY_MS) for n in range(5)],
    "words of ten minutes": [said(n * 60_000) for n in range(3)],
    "refused messages of a day": [refused(n * 5 * HOUR_MS) for n in range(4)] + [refused(DAY_MS - 1)],
    "messages to three unwilling": [refused(0, "unwanted", other) for other in ("ben", "eva", "gil")],
    "a device of a month": [began("ana", 0), began("ben", 29 * DAY_MS), began("ana", 50 * DAY_MS)],
}


@pytest.mark.parametrize("at_once", [1, 9])
@pytest.mark.parametrize("name", APART)
def test_events_that_no_window_has_together_open_nothing_in_any_order(
    moderation: Moderation, name: str, at_once: int
) -> None:
    for order in (APART[name], APART[name][::-1]):
        emptied(moderation)
        deliver(moderation, order, at_once)
        assert open_cases(moderation) == expected(order) == set()


@pytest.mark.parametrize("name", TOGETHER)
def test_an_event_that_comes_late_completes_the_windows_of_later_ones(moderation: Moderation, name: str) -> None:
    wanted = expected(TOGETHER[name])
    assert wanted
    for order in list(permutations(TOGETHER[name]))[:24]:
        emptied(moderation)
        deliver(moderation, order)
        assert open_cases(moderation) == wanted


def test_a_late_event_that_disproves_a_signal_withdraws_its_case(moderation: Moderation) -> None:
    deliver(moderation, [won(0), won(2)])
    assert open_cases(moderation) == {("chip_dump", frozenset({"ana", "ben"}))}
    deliver(moderation, [won(1, winner=1)])
    assert open_cases(moderation) == set()
    assert [(each.actor, each.action, each.subject) for each in moderation.log()] == [
        *(("system", "close_case", account) for account in ("ana", "ben")),
    ]


def test_a_case_with_other_evidence_stays_open(moderation: Moderation) -> None:
    deliver(moderation, [won(0), won(2), won(3 * DAY_MS, 60_000)])
    deliver(moderation, [won(1, winner=1)])
    assert open_cases(moderation) == {("chip_dump", frozenset({"ana", "ben"}))}


def test_a_late_event_does_not_open_again_what_staff_have_closed(moderation: Moderation) -> None:
    moderation.keep(role_rows.add_role, "mia", "moderator")
    deliver(moderation, [won(0), won(2)])
    (case,) = moderation.ask(ListCases(account="mia")).cases
    moderation.ask(CloseCase(account="mia", case=case.id, reason="a debt of honour was paid"))
    deliver(moderation, [won(-DAY_MS - HOUR_MS, 200)])
    assert open_cases(moderation) == set()


# --- the law ---

EDGES_MS = [0, 1, HOUR_MS, 12 * HOUR_MS, DAY_MS - 1, DAY_MS, DAY_MS + 1, 30 * HOUR_MS, 2 * DAY_MS]
TIMES_MS = st.one_of(st.sampled_from(EDGES_MS), st.integers(0, 3 * DAY_MS))
WHO = st.sampled_from(["ana", "ben", "eva"])


def _pair(draw: Any) -> list[str]:
    return draw(st.lists(WHO, min_size=2, max_size=2, unique=True))


@st.composite
def money(draw: Any) -> Event:
    stake = draw(st.sampled_from([10_000, 25_000, 50_000]))
    at_ms = NOW_MS + draw(TIMES_MS)
    return match(*_pair(draw), at_ms=at_ms, winners=[draw(st.integers(0, 1))], stake=stake)


@st.composite
def hours(draw: Any) -> Event:
    return match(draw(WHO), None, at_ms=NOW_MS + draw(TIMES_MS), minutes=60 * draw(st.sampled_from([4, 8, 12, 25])))


@st.composite
def decisions(draw: Any) -> Event:
    number, deviation_ms = draw(st.sampled_from([50, 100, 200])), draw(st.sampled_from([10, 79, 150]))
    squares = number * (1_000**2 + deviation_ms**2)
    seat = SeatTimes(
        account=draw(WHO),
        decisions=number,
        total_ms=number * 1_000,
        squares_ms2=squares,
        losses=draw(st.integers(0, 6)),
    )
    return MatchTimed(match=f"t{next(_numbers)}", ended_at_ms=NOW_MS + draw(TIMES_MS), seats=[seat])


@st.composite
def departures(draw: Any) -> Event:
    one, other = _pair(draw)
    how = {"leave_policy": "bot_replace", "winners": [0]} if draw(st.booleans()) else {}
    at_ms = NOW_MS + draw(st.one_of(st.sampled_from([0, 7 * DAY_MS - 1, 7 * DAY_MS]), st.integers(0, 15 * DAY_MS)))
    gone = [left(0, one, early=draw(st.booleans()))]
    return match(one, other, at_ms=at_ms, departures=gone, **how)


@st.composite
def words(draw: Any) -> Event:
    at_ms = draw(st.one_of(st.sampled_from([0, 599_999, 600_000, 600_001]), st.integers(0, 1_500_000)))
    return said(at_ms, account=draw(WHO))


@st.composite
def hand_talk(draw: Any) -> Event:
    table = draw(st.sampled_from(["t1", "t2"]))
    if draw(st.booleans()):
        return said(draw(TIMES_MS), "hand_talk", draw(WHO), table)
    one, other = _pair(draw)
    at_ms = NOW_MS + draw(TIMES_MS)
    return match(one, "gil", other, "kim", at_ms=at_ms, stake=0, table=table, sides=[[0, 2], [1, 3]])


@st.composite
def devices(draw: Any) -> Event:
    at_ms = draw(st.one_of(st.sampled_from([0, 30 * DAY_MS - 1, 30 * DAY_MS]), st.integers(0, 50 * DAY_MS)))
    return began(draw(WHO), at_ms, draw(st.sampled_from(["d", "e", ""])))


@st.composite
def games_of_a_competition(draw: Any) -> Event:
    competition = draw(st.sampled_from(["c", "c", None]))
    return match(*_pair(draw), at_ms=NOW_MS + draw(st.integers(0, 9)), stake=0, competition=competition)


EACH: dict[str, tuple[Any, int]] = {
    "money": (money(), 9),
    "hours": (hours(), 9),
    "decisions": (decisions(), 9),
    "departures": (departures(), 12),
    "words": (words(), 9),
    "hand talk": (hand_talk(), 10),
    "devices": (devices(), 7),
    "competition": (games_of_a_competition(), 14),
}
law = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def holds(moderation: Moderation, data: st.DataObject, events: list[Event]) -> None:
    """Whatever the order, the batches and the repeats."""
    wanted = expected(events)
    again = data.draw(st.lists(st.sampled_from(events), max_size=3)) if events else []
    order = data.draw(st.permutations([*events, *again]))
    emptied(moderation)
    deliver(moderation, order, data.draw(st.sampled_from([1, 2, 5, 50])))
    assert open_cases(moderation) == wanted


@pytest.mark.parametrize("name", EACH)
@law
@given(data=st.data())
def test_the_same_events_open_the_same_cases_in_any_order(moderation: Moderation, name: str, data: Any) -> None:
    of_one, most = EACH[name]
    holds(moderation, data, data.draw(st.lists(of_one, max_size=most)))


@settings(parent=law, max_examples=15)
@given(data=st.data())
def test_events_of_all_kinds_together_open_the_same_cases_in_any_order(moderation: Moderation, data: Any) -> None:
    any_kind = st.one_of(*(of_one for of_one, _ in EACH.values()))
    holds(moderation, data, data.draw(st.lists(any_kind, max_size=25)))


@settings(parent=law, max_examples=8)
@given(data=st.data())
def test_meetings_in_the_last_fifty_matches_are_the_same_in_any_order(moderation: Moderation, data: Any) -> None:
    seats = st.sampled_from([("ana", "ben"), ("ana", "ben"), ("ana", "eva"), ("ben", "eva")])
    pairs = data.draw(st.lists(seats, min_size=50, max_size=58))
    events: list[Event] = [match(*pair, f"p{n}", at_ms=NOW_MS + n // 2) for n, pair in enumerate(pairs)]
    wanted = expected(events)
    late = data.draw(st.lists(st.sampled_from(events), max_size=4, unique_by=id))
    emptied(moderation)
    punctual = [each for each in events if not any(each is other for other in late)]
    deliver(moderation, [*punctual, *late], data.draw(st.sampled_from([7, 60])))
    assert open_cases(moderation) == wanted


@settings(parent=law, max_examples=10)
@given(data=st.data())
def test_a_friends_first_matches_are_the_same_in_any_order(moderation: Moderation, data: Any) -> None:
    others = data.draw(st.lists(st.sampled_from(["ana", "ana", "ana", "ana", "gil"]), min_size=18, max_size=23))
    events: list[Event] = [match(other, "ben", at_ms=NOW_MS + n, stake=0) for n, other in enumerate(others)]
    holds(moderation, data, [*events, FriendRewarded(inviter="ana", friend="ben", at_ms=NOW_MS + 30)])
