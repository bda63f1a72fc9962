"""Which cases a set of events opens (services/moderation/RULES.md §7): over all of them in the order of time, slowly
and without sums."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from services.contracts.base import Event
from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused
from services.contracts.moderation.signals import FriendRewarded, MatchTimed
from services.contracts.tables.events import MatchFinished
from services.kernel.clock import DAY_MS, HOUR_MS

Case = tuple[str, frozenset[str]]


def expected(events: Iterable[Event]) -> set[Case]:
    """Kind and accounts of every case."""
    every = list(events)
    matches = sorted(
        (each for each in every if isinstance(each, MatchFinished)), key=lambda each: (each.ended_at_ms, each.match)
    )
    lines = [each for each in every if isinstance(each, ChatMatched)]
    friends = [each for each in every if isinstance(each, FriendRewarded)]
    return {
        *_money(matches),
        *_hours(matches),
        *_departures(matches),
        *_meetings(matches),
        *_competitions(matches),
        *_friends(matches, friends),
        *_times([each for each in every if isinstance(each, MatchTimed)]),
        *_words(lines),
        *_hand_talk(matches, lines),
        *_refused([each for each in every if isinstance(each, MessageRefused)]),
        *_devices([each for each in every if isinstance(each, SessionBegan)]),
    }


def people(match: MatchFinished) -> set[str]:
    return {account for account in match.accounts if account is not None}


def within(at_ms: int, end_ms: int, length_ms: int) -> bool:
    return end_ms - length_ms < at_ms <= end_ms


def _money(matches: Sequence[MatchFinished]) -> Iterator[Case]:
    for_two = [each for each in matches if len(each.accounts) == 2 and len(each.winners) == 1 and each.stake_chips]
    for last in for_two:
        one, other = last.accounts
        net = 0
        for each in for_two:
            if set(each.accounts) == {one, other} and within(each.ended_at_ms, last.ended_at_ms, DAY_MS):
                net += each.stake_chips if each.accounts[each.winners[0]] == one else -each.stake_chips
        if abs(net) >= 50_000:
            yield "chip_dump", frozenset(people(last))


def _hours(matches: Sequence[MatchFinished]) -> Iterator[Case]:
    for last in matches:
        begin_ms = last.ended_at_ms - DAY_MS
        for account in people(last):
            seated_ms = sum(
                each.ended_at_ms - max(each.started_at_ms, begin_ms)
                for each in matches
                if account in each.accounts and within(each.ended_at_ms, last.ended_at_ms, DAY_MS)
            )
            if seated_ms >= 20 * HOUR_MS:
                yield "bot", frozenset({account})


def _departures(matches: Sequence[MatchFinished]) -> Iterator[Case]:
    for last in matches:
        for account in people(last):
            early = replaced = 0
            for each in matches:
                if not within(each.ended_at_ms, last.ended_at_ms, 7 * DAY_MS):
                    continue
                gone = [departure for departure in each.departures if departure.account == account]
                early += any(not departure.first_round_done for departure in gone)
                replaced += any(
                    each.leave_policy == "bot_replace" and departure.seat in each.winners for departure in gone
                )
            if early >= 5 or replaced >= 3:
                yield "deserter", frozenset({account})


def _meetings(matches: Sequence[MatchFinished]) -> Iterator[Case]:
    individual = [each for each in matches if each.stake_chips and len(each.accounts) >= 3]
    for number, last in enumerate(individual):
        for account in people(last):
            window = [each for each in individual[: number + 1] if account in each.accounts][-50:]
            met = Counter(other for each in window for other in people(each) - {account})
            if len(window) == 50:
                yield from (("collusion", frozenset({account, other})) for other, times in met.items() if times >= 30)


def _competitions(matches: Sequence[MatchFinished]) -> Iterator[Case]:
    for number, last in enumerate(matches):
        for account in people(last) if last.competition else ():
            games = [
                each
                for each in matches[: number + 1]
                if each.competition == last.competition and account in each.accounts
            ]
            met = Counter(other for each in games for other in people(each) - {account})
            if len(games) >= 5:
                yield from (
                    ("collusion", frozenset({account, other}))
                    for other, times in met.items()
                    if times * 2 >= len(games)
                )


def _friends(matches: Sequence[MatchFinished], friends: Sequence[FriendRewarded]) -> Iterator[Case]:
    for each in friends:
        first = [match for match in matches if each.friend in match.accounts][:20]
        if len(first) == 20 and all(each.inviter in match.accounts for match in first):
            yield "multi_account", frozenset({each.friend, each.inviter})


def _times(events: Sequence[MatchTimed]) -> Iterator[Case]:
    seats = [(event.ended_at_ms, seat) for event in events for seat in event.seats]
    for end_ms, last in seats:
        counted = [seat for at_ms, seat in seats if seat.account == last.account and within(at_ms, end_ms, DAY_MS)]
        decisions = sum(seat.decisions for seat in counted)
        if decisions >= 200:
            mean = sum(seat.total_ms for seat in counted) / decisions
            variance = sum(seat.squares_ms2 for seat in counted) / decisions - mean**2
            if variance < 80**2:
                yield "bot", frozenset({last.account})
        if last.losses >= 6:
            yield "reconnect_abuse", frozenset({last.account})


def _words(lines: Sequence[ChatMatched]) -> Iterator[Case]:
    said = [each for each in lines if each.kind == "words"]
    for last in said:
        if sum(each.account == last.account and within(each.at_ms, last.at_ms, 600_000) for each in said) >= 3:
            yield "chat", frozenset({last.account})


def _refused(events: Sequence[MessageRefused]) -> Iterator[Case]:
    """By whole minutes: those of one minute count once, whichever of them is known first."""
    for last in events:
        tries = {
            (each.cause, each.other, each.at_ms // 60_000)
            for each in events
            if each.account == last.account and within(each.at_ms // 60_000, last.at_ms // 60_000, 1_440)
        }
        number = Counter(cause for cause, _, _ in tries)
        unwilling = {other for cause, other, _ in tries if cause == "unwanted"}
        if number["seated_together"] >= 5 or number["unwanted"] >= 10 or len(unwilling) >= 3:
            yield "messages", frozenset({last.account})
        if number["muted"] >= 20 or number["limit"] >= 20:
            yield "messages", frozenset({last.account})


def _hand_talk(matches: Sequence[MatchFinished], lines: Sequence[ChatMatched]) -> Iterator[Case]:
    shared: dict[frozenset[str], set[str]] = {}
    for match in matches:
        for side in match.sides:
            together = {match.accounts[seat] for seat in side} - {None}
            for two in combinations(sorted(each for each in together if each is not None), 2):
                shared.setdefault(frozenset(two), set()).add(match.table)
    for pair, tables in shared.items():
        talked = [each for each in lines if each.kind == "hand_talk" and each.account in pair and each.table in tables]
        for last in talked:
            if sum(within(each.at_ms, last.at_ms, DAY_MS) for each in talked) >= 3:
                yield "collusion", pair


def _devices(sessions: Sequence[SessionBegan]) -> Iterator[Case]:
    for last in sessions:
        accounts = {
            each.account
            for each in sessions
            if each.device and each.device == last.device and within(each.at_ms, last.at_ms, 30 * DAY_MS)
        }
        if len(accounts) >= 2:
            yield "multi_account", frozenset(accounts)
