"""Signals: observations in events are counted, and enough of them open a case (RULES.md §7). No signal punishes.

The caller's events come once each (inbox). Counting is by rows with the time at which something happened, so events may
come late and in any order.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

from services.contracts.conduct import ChatMatched, ProtocolAbused
from services.contracts.lobby import SessionBegan
from services.contracts.signals import FriendRewarded, MatchTimed, SeatTimes
from services.contracts.tables import MatchFinished
from services.kernel.clock import DAY_MS, HOUR_MS
from services.moderation import metrics, observing, signals
from services.moderation.handlers.cases import raise_all
from services.moderation.store import conduct_lock
from services.moderation.store import observation_rows as rows
from services.moderation.store.case_rows import Raised
from services.moderation.store.observation_rows import Observation
from services.plumbing.database import Work

E = TypeVar("E", MatchFinished, MatchTimed)

_MOMENT_MS = 2_000
_MINUTE_MS = 60_000
_WINDOW = signals.DEFAULTS.shared_window


# --- matches ---------------------------------------------------------------------------------------------------------


def matches_finished(work: Work, events: Sequence[MatchFinished]) -> None:
    """Count chips between players, meetings, hours at tables, and departures."""
    counted = sorted((each for each in events if not each.practice), key=lambda each: (each.ended_at_ms, each.match))
    if not counted:
        return
    conduct_lock.lock_conduct(work)
    found = [(event, each) for event in counted for each in observing.of_match(event)]
    rows.add(work, [_observation(event, each) for event, each in found if each.kind != "played"])
    meetings = [(each.account, each.other, event.ended_at_ms) for event, each in found if each.kind == "played"]
    rows.add_meetings(work, meetings)
    raise_all(work, _judge_matches(work, counted))
    for event in counted:
        metrics.note_signal_lag(work.now_ms - event.ended_at_ms)


def _judge_matches(work: Work, events: Sequence[MatchFinished]) -> Iterator[Raised]:
    invited = rows.accounts_of(work, "friend", {account for event in events for _, account in observing.people(event)})
    for event in events:
        yield from _judge_pairs(work, event)
        for _, account in observing.people(event):
            yield from _judge_player(work, event, account, is_invited=account in invited)
    for together in _of_one_moment(events):
        yield from _judge_hours(work, together)


def _of_one_moment(events: Sequence[E]) -> Iterator[list[E]]:
    """Events in order of time, in groups that are judged by one query, whose window may end so much later."""
    group: list[E] = []
    for event in events:
        if group and event.ended_at_ms - group[0].ended_at_ms > _MOMENT_MS:
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _judge_hours(work: Work, events: Sequence[MatchFinished]) -> Iterator[Raised]:
    """Judge whether an account has sat at tables for nearly a whole day."""
    accounts = {account for event in events for _, account in observing.people(event)}
    since_ms, least_ms = events[-1].ended_at_ms - DAY_MS, int(signals.DEFAULTS.seated_hours * HOUR_MS)
    for account, seated_ms in rows.seated_at_least(work, accounts, since_ms, least_ms).items():
        hours = seated_ms / HOUR_MS
        if signals.sleepless(hours):
            yield Raised("bot", [account], {"seated_hours": round(hours, 1)})


def _observation(event: MatchFinished, each: observing.Seen) -> Observation:
    about = event.table if each.kind == "partner" else event.match
    return Observation(each.kind, each.account, each.other, about, event.ended_at_ms, total=each.amount)


def _judge_pairs(work: Work, event: MatchFinished) -> Iterator[Raised]:
    """Judge chip dumping in matches for two, and hand talk between partners, whose sides are only known now."""
    since_ms = event.ended_at_ms - DAY_MS
    for each in observing.of_match(event):
        if each.kind == "lost_to":
            lost = rows.total(work, "lost_to", each.account, since_ms, each.other)
            won = rows.total(work, "lost_to", each.other, since_ms, each.account)
            if signals.chip_dump(lost - won):
                seen = {"from": each.account, "to": each.other, "chips": lost - won, "match": event.match}
                yield Raised("chip_dump", [each.account, each.other], seen)
        elif each.kind == "partner" and each.account < each.other:
            yield from _judge_hand_talk(work, each.account, each.other, event.ended_at_ms)


def _judge_player(work: Work, event: MatchFinished, account: str, *, is_invited: bool) -> Iterator[Raised]:
    yield from _judge_meetings(work, event, account)
    yield from _judge_competition(work, event, account)
    if is_invited:
        yield from _judge_friend(work, event, account)
    if any(departure.account == account for departure in event.departures):
        yield from _judge_departures(work, event, account)


def _judge_departures(work: Work, event: MatchFinished, account: str) -> Iterator[Raised]:
    """Judge whether an account leaves early, or profits from the computer that replaces it, more often than others."""
    week_ms = event.ended_at_ms - 7 * DAY_MS
    early = rows.count(work, "left_early", account, week_ms)
    replaced = rows.count(work, "replaced_and_won", account, week_ms)
    if signals.deserter(early, replaced):
        yield Raised("deserter", [account], {"left_early": early, "replaced_and_won": replaced, "match": event.match})


def _judge_meetings(work: Work, event: MatchFinished, account: str) -> Iterator[Raised]:
    """Judge whether another player is in most of an account's last staked matches of three and more."""
    if not any(each.kind == "individual" for each in observing.of_match(event)):
        return
    last = rows.abouts(work, "individual", account, _WINDOW, newest=True)
    if len(last) < _WINDOW:
        return
    for other, together in rows.shared(work, last).items():
        if other != account and signals.shared_matches(len(last), together):
            yield Raised("collusion", [account, other], {"matches": len(last), "together": together})


def _judge_competition(work: Work, event: MatchFinished, account: str) -> Iterator[Raised]:
    if event.competition is None:
        return
    games = rows.count(work, f"games:{event.competition}", account)
    for other, against in rows.others(work, f"versus:{event.competition}", account).items():
        if signals.one_opponent(games, against):
            seen = {"competition": event.competition, "games": games, "against": against}
            yield Raised("collusion", [account, other], seen)


def _judge_friend(work: Work, event: MatchFinished, account: str) -> Iterator[Raised]:
    """Judge whether a rewarded friend's first matches were all with the inviter."""
    for inviter in rows.others(work, "friend", account):
        first = rows.abouts(work, "seated", account, signals.DEFAULTS.friend_matches, newest=False)
        together = rows.together_with(work, "seated", inviter, first)
        if signals.captive_friend(len(first), together):
            yield Raised("multi_account", [account, inviter], {"matches": len(first), "with_inviter": together})


# --- decision times and connections ----------------------------------------------------------------------------------


def matches_timed(work: Work, events: Sequence[MatchTimed]) -> None:
    """Count decision times, which may all be the same, and connections that are lost again and again."""
    conduct_lock.lock_conduct(work)
    ordered = sorted(events, key=lambda each: (each.ended_at_ms, each.match))
    rows.add(work, [_decided(event, seat) for event in ordered for seat in event.seats])
    raise_all(work, [each for together in _of_one_moment(ordered) for each in _judge_times(work, together)])


def _decided(event: MatchTimed, seat: SeatTimes) -> Observation:
    times = (seat.decisions, seat.total_ms, seat.squares_ms2)
    return Observation("decided", seat.account, "", event.match, event.ended_at_ms, *times)


def _judge_times(work: Work, events: Sequence[MatchTimed]) -> Iterator[Raised]:
    newest = {seat.account: event for event in events for seat in event.seats}
    spreads = rows.spreads(work, newest, events[-1].ended_at_ms - DAY_MS)
    for account, event in newest.items():
        if (spread := spreads.get(account)) is not None and signals.even_spread(spread):
            seen = {"decisions": spread.count, "deviation_ms": round(spread.deviation, 1), "match": event.match}
            yield Raised("bot", [account], seen)
    for event in events:
        for seat in event.seats:
            if signals.reconnect_abuse(seat.losses):
                yield Raised("reconnect_abuse", [seat.account], {"match": event.match, "losses": seat.losses})


# --- devices, invitations, chat, protocol ----------------------------------------------------------------------------


def sessions_began(work: Work, events: Sequence[SessionBegan]) -> None:
    """Count accounts on one device; shared addresses are only stored for players' files."""
    conduct_lock.lock_conduct(work)
    for event in sorted(events, key=lambda each: (each.at_ms, each.account)):
        if event.address_key:
            rows.add(work, [Observation("address", event.account, event.address_key, "", event.at_ms)])
        if not event.device:
            continue
        device = hashlib.sha256(event.device.encode(errors="surrogatepass")).hexdigest()
        rows.add(work, [Observation("device", event.account, device, "", event.at_ms)])
        accounts = rows.accounts_with(work, "device", device, event.at_ms - 30 * DAY_MS)
        if signals.shared_device(accounts):
            seen = {"device": device[:12], "newest": event.account}
            raise_all(work, [Raised("multi_account", accounts, seen)])


def friends_rewarded(work: Work, events: Sequence[FriendRewarded]) -> None:
    """Store rewarded friends, whose first matches are then observed."""
    rows.add(work, [Observation("friend", each.friend, each.inviter, "", each.at_ms) for each in events])


def chats_matched(work: Work, events: Sequence[ChatMatched]) -> None:
    """Count chat with words of the operator's lists."""
    conduct_lock.lock_conduct(work)
    for event in sorted(events, key=lambda each: (each.at_ms, each.line)):
        place = Observation(event.kind, event.account, event.table or "", str(event.line), event.at_ms)
        rows.add(work, [place])
        if event.kind == "hand_talk":
            for partner in rows.others(work, "partner", event.account):
                raise_all(work, _judge_hand_talk(work, event.account, partner, event.at_ms))
        else:
            said = rows.count(work, "words", event.account, event.at_ms - 10 * _MINUTE_MS)
            if signals.chat(said, 0):
                seen = {"messages": said, "found": event.found, "text": event.text}
                raise_all(work, [Raised("chat", [event.account], seen)])


def _judge_hand_talk(work: Work, one: str, other: str, at_ms: int) -> Iterator[Raised]:
    """Judge matched lines of a pair at tables where they were partners."""
    tables = set(rows.abouts(work, "partner", one, _WINDOW, newest=True))
    talked = [
        rows.count(work, "hand_talk", account, at_ms - DAY_MS, table) for account in (one, other) for table in tables
    ]
    if signals.hand_talk(sum(talked)) and other in rows.others(work, "partner", one):
        yield Raised("collusion", [one, other], {"hand_talk_lines": sum(talked)})


def protocols_abused(work: Work, events: Sequence[ProtocolAbused]) -> None:
    """Count sessions that ended because a client misused the protocol."""
    conduct_lock.lock_conduct(work)
    abused = [each for each in events if signals.protocol(each.messages)]
    seen = [(each.account, {"messages": each.messages, "at_ms": each.at_ms}) for each in abused]
    raise_all(work, [Raised("protocol", [account], each) for account, each in seen])
