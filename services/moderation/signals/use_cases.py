"""Signals: observations in events are counted, and enough of them open a case (RULES.md §7). No signal punishes.

The caller's events come once each (inbox). Counting is by rows with the time at which something happened, in windows
that end at an event, so events may come late and in any order: a late one is judged in all windows that it falls into,
and a case that it disproves is withdrawn. What is summed at every match of a day is read as sums while events come in
order, and row by row for an account about which something later is known.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused, ProtocolAbused
from services.contracts.moderation.signals import FriendRewarded, MatchAppraised, MatchTimed, SeatTimes
from services.contracts.tables.events import MatchFinished
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.persons import identity as persons
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.cases.case_rows import Raised
from services.moderation.cases.use_cases import change, raise_all
from services.moderation.signals import observation_rows as rows
from services.moderation.signals import observations as observing
from services.moderation.signals import rules as signals
from services.moderation.signals import windows
from services.moderation.signals.observations import Observation
from services.moderation.signals.windows import Changes, Hit
from services.platform.database.unit_of_work import Work

APPRAISED_GAMES = ("tavli",)
MINUTE_MS = 60_000
_DEPARTURES = ("left_early", "replaced_and_won")


# --- matches ---------------------------------------------------------------------------------------------------------


def matches_finished(work: Work, events: Sequence[MatchFinished]) -> None:
    """Count chips between players, meetings, hours at tables, and departures."""
    counted = sorted((each for each in events if not each.practice), key=lambda each: (each.ended_at_ms, each.match))
    if not counted:
        return
    audit_rows.lock_conduct(work)
    found = [(event, each) for event in counted for each in observing.of_match(event)]
    new = [_observation(event, each) for event, each in found if each.kind != "played"]
    talkers = _pairs_that_talk(work, new)
    talked = [hit for pair in talkers for hit in _hand_talk(work, pair)]
    rows.add(work, new)
    meetings = [(each.account, each.other, event.ended_at_ms) for event, each in found if each.kind == "played"]
    rows.add_meetings(work, meetings)
    talk = windows.difference(talked, [hit for pair in talkers for hit in _hand_talk(work, pair)])
    change(work, [*_judge_matches(work, new), talk])
    for event in counted:
        metrics.note_signal_lag(work.now_ms - event.ended_at_ms)


def _observation(event: MatchFinished, each: observing.Seen) -> Observation:
    about = event.table if each.kind == "partner" else event.match
    return Observation(each.kind, each.account, each.other, about, event.ended_at_ms, total=each.amount)


def _judge_matches(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    by_kind: dict[str, list[Observation]] = {}
    for row in new:
        by_kind.setdefault(row.kind.partition(":")[0], []).append(row)
    yield from _judge_hours(work, by_kind.get("seated", []))
    yield from _judge_chips(work, by_kind.get("lost_to", []))
    gone = [row for kind in _DEPARTURES for row in by_kind.get(kind, [])]
    yield from _judge_rows(work, windows.departures, _DEPARTURES, gone, windows.WEEK_MS)
    yield from _judge_meetings(work, by_kind.get("individual", []))
    yield from _judge_competitions(work, new)
    yield from _judge_friends(work, by_kind.get("seated", []))


def _judge_rows(
    work: Work, judge: windows.Judge, kinds: Collection[str], new: Sequence[Observation], length_ms: int
) -> Iterator[Changes]:
    """Judge windows of single accounts, row by row."""
    if not new:
        return
    accounts, keys = {row.account for row in new}, {row.key for row in new}
    after_ms, before_ms = min(row.at_ms for row in new) - length_ms, max(row.at_ms for row in new) + length_ms
    found: dict[str, list[Observation]] = {}
    for row in rows.between(work, kinds, accounts, after_ms, before_ms):
        found.setdefault(row.account, []).append(row)
    for account in sorted(found):
        yield windows.changes(judge, found[account], keys)


def _disordered(work: Work, kind: str, new: Sequence[Observation]) -> set[str]:
    """The accounts whose sums say too much, because later events are known, or too little, because they are so late
    that sums are forgotten."""
    old = {row.account for row in new if row.at_ms < work.now_ms - DAY_MS}
    return old | rows.disordered(work, kind, new)


def _judge_hours(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    """Judge whether an account has sat at tables for nearly a whole day."""
    if not new:
        return
    since_ms, least_ms = min(row.at_ms for row in new) - DAY_MS, int(signals.DEFAULTS.seated_hours * HOUR_MS)
    possible = rows.may_have_sat(work, {row.account for row in new}, since_ms, least_ms)
    possible |= _disordered(work, "seated", new)
    judged = [row for row in new if row.account in possible]
    yield from _judge_rows(work, windows.hours, ["seated"], judged, DAY_MS)


def _judge_chips(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    """Judge chip dumping in matches for two."""
    disordered = _disordered(work, "lost_to", [*new, *map(_from_the_other, new)])
    pairs: dict[tuple[str, str], list[Observation]] = {}
    for row in new:
        pairs.setdefault(_pair(row), []).append(row)
    for (one, other), matches in pairs.items():
        if len(matches) > 1 or disordered & {one, other}:
            yield _chips_by_rows(work, matches)
        else:
            (row,) = matches
            since_ms = row.at_ms - DAY_MS
            lost = rows.total(work, "lost_to", row.account, since_ms, row.other)
            won = rows.total(work, "lost_to", row.other, since_ms, row.account)
            yield Changes(list(windows.chip_dump(row, lost - won)), [])


def _from_the_other(row: Observation) -> Observation:
    return Observation(row.kind, row.other, row.account, row.about, row.at_ms)


def _pair(row: Observation) -> tuple[str, str]:
    return min(row.account, row.other), max(row.account, row.other)


def _chips_by_rows(work: Work, matches: Sequence[Observation]) -> Changes:
    pair = _pair(matches[0])
    after_ms, before_ms = min(row.at_ms for row in matches) - DAY_MS, max(row.at_ms for row in matches) + DAY_MS
    found = [row for row in rows.between(work, ["lost_to"], pair, after_ms, before_ms) if _pair(row) == pair]
    return windows.changes(windows.chips, found, {row.key for row in matches})


def _judge_meetings(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    """Judge whether another player is in most of an account's last staked matches of three and more."""
    keys, most = {row.key for row in new}, signals.DEFAULTS.shared_window - 1
    for account in sorted({row.account for row in new}):
        times = [row.at_ms for row in new if row.account == account]
        found = rows.neighbours(work, "individual", account, min(times), max(times), most)
        if len(found) > most:
            seated = rows.accounts_in(work, {row.about for row in found})
            yield windows.changes(lambda given, seated=seated: windows.meetings(given, seated), found, keys)  # type: ignore[misc]


def _judge_competitions(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    keys = {row.key for row in new}
    for account, games in sorted({(row.account, row.kind) for row in new if row.kind.startswith("games:")}):
        competition = games.partition(":")[2]
        found = rows.every(work, [games, f"versus:{competition}"], account)
        yield windows.changes(
            lambda given, name=competition: windows.opponents(name, given),  # type: ignore[misc]
            found,
            keys,
        )


def _judge_friends(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    """Judge whether a rewarded friend's first matches were all with the inviter."""
    accounts = {row.account for row in new}
    for friend in sorted(rows.accounts_of(work, "friend", accounts) if accounts else ()):
        matches = {row.about for row in new if row.account == friend}
        for inviter in rows.others(work, "friend", friend):
            yield windows.difference(
                _captive(work, friend, inviter, without=matches), _captive(work, friend, inviter, without=())
            )


def _captive(work: Work, friend: str, inviter: str, without: Collection[str]) -> list[Hit]:
    most = signals.DEFAULTS.friend_matches
    first = [match for match in rows.first(work, "seated", friend, most + len(without)) if match not in without]
    return list(windows.captive(friend, inviter, first, rows.with_account(work, "seated", inviter, first)))


# --- decision times and connections ----------------------------------------------------------------------------------


def matches_timed(work: Work, events: Sequence[MatchTimed]) -> None:
    """Count decision times, which may all be the same, and connections that are lost again and again."""
    audit_rows.lock_conduct(work)
    ordered = sorted(events, key=lambda each: (each.ended_at_ms, each.match))
    new = [_decided(event, seat) for event in ordered for seat in event.seats]
    rows.add(work, new)
    change(work, _judge_times(work, new))
    lost = [(event, seat) for event in ordered for seat in event.seats if signals.reconnect_abuse(seat.losses)]
    seen = [(seat.account, {"match": event.match, "losses": seat.losses}) for event, seat in lost]
    raise_all(work, [Raised("reconnect_abuse", [account], each) for account, each in seen])


def _decided(event: MatchTimed, seat: SeatTimes) -> Observation:
    times = (seat.decisions, seat.total_ms, seat.squares_ms2)
    return Observation("decided", seat.account, "", event.match, event.ended_at_ms, *times)


def _judge_times(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    disordered = _disordered(work, "decided", new)
    yield from _judge_rows(
        work, windows.decisions, ["decided"], [row for row in new if row.account in disordered], DAY_MS
    )
    in_order = [row for row in new if row.account not in disordered]
    spreads = rows.spreads(work, in_order)
    yield Changes(
        [hit for row in in_order if row.account in spreads for hit in windows.even(row, spreads[row.account])], []
    )


def matches_appraised(work: Work, events: Sequence[MatchAppraised]) -> None:
    """Count what decisions lost, by analyses of matches of tavli: of cards much is chance, also in an analysis."""
    audit_rows.lock_conduct(work)
    new = [
        Observation(
            "appraised", each.account, "", event.match, event.ended_at_ms, each.decisions, each.lost_thousandths
        )
        for event in sorted(events, key=lambda event: (event.ended_at_ms, event.match))
        if event.game in APPRAISED_GAMES
        for each in event.seats
        if each.decisions
    ]
    rows.add(work, new)
    change(work, _judge_rows(work, windows.appraised, ["appraised"], new, windows.MONTH_MS))


# --- devices, invitations, chat, protocol ----------------------------------------------------------------------------


def sessions_began(work: Work, events: Sequence[SessionBegan]) -> None:
    """Count accounts on one device; shared addresses are only stored for players' files."""
    audit_rows.lock_conduct(work)
    known = [event for event in events if event.address_key]
    rows.add(work, [Observation("address", each.account, each.address_key, "", each.at_ms) for each in known])
    used = [(persons.device_key(event.device), event) for event in events if event.device]
    new = [Observation("device", each.account, device, str(each.at_ms), each.at_ms) for device, each in used]
    rows.add(work, new)
    change(work, [_judge_device(work, device, new) for device in sorted({row.other for row in new})])


def _judge_device(work: Work, device: str, new: Sequence[Observation]) -> Changes:
    times = [row.at_ms for row in new if row.other == device]
    found = rows.of_device(work, device, min(times) - windows.MONTH_MS, max(times) + windows.MONTH_MS)
    return windows.changes(windows.devices, found, {row.key for row in new})


def friends_rewarded(work: Work, events: Sequence[FriendRewarded]) -> None:
    """Store rewarded friends, whose first matches are observed."""
    audit_rows.lock_conduct(work)
    rows.add(work, [Observation("friend", each.friend, each.inviter, "", each.at_ms) for each in events])
    change(work, [Changes(_captive(work, each.friend, each.inviter, without=()), []) for each in events])


def chats_matched(work: Work, events: Sequence[ChatMatched]) -> None:
    """Count chat with words of the operator's lists."""
    audit_rows.lock_conduct(work)
    new = [Observation(event.kind, event.account, event.table or "", str(event.line), event.at_ms) for event in events]
    rows.add(work, new)
    said = [row for row in new if row.kind == "words"]
    quoted: dict[str, dict[str, object]] = {
        f"words:{event.line}": {"found": event.found, "text": event.text} for event in events
    }
    judged = [_quoting(each, quoted) for each in _judge_rows(work, windows.words, ["words"], said, windows.WORDS_MS)]
    change(work, [*judged, *_judge_talk(work, [row for row in new if row.kind == "hand_talk"])])


def _quoting(changes: Changes, quoted: dict[str, dict[str, object]]) -> Changes:
    """With the words of the lines that are at hand."""
    raised = [hit._replace(seen=hit.seen | quoted.get(hit.of, {})) for hit in changes.raised]
    return Changes(raised, changes.withdrawn)


def messages_refused(work: Work, events: Sequence[MessageRefused]) -> None:
    """Count messages between friends that were refused; those of one minute to one reader are one."""
    audit_rows.lock_conduct(work)
    new = [
        Observation(f"refused:{each.cause}", each.account, each.other, str(minute), minute * MINUTE_MS)
        for each in events
        for minute in [each.at_ms // MINUTE_MS]
    ]
    rows.add(work, new)
    change(work, _judge_rows(work, windows.refused, windows.REFUSED, new, DAY_MS))


def _judge_talk(work: Work, new: Sequence[Observation]) -> Iterator[Changes]:
    pairs = {
        (min(account, partner), max(account, partner))
        for account in {row.account for row in new}
        for partner in rows.others(work, "partner", account)
    }
    keys = {row.key for row in new}
    for pair in sorted(pairs):
        found = _lines(work, pair)
        yield windows.changes(lambda given, pair=pair: windows.talk(pair[0], pair[1], given), found, keys)  # type: ignore[misc]


def _pairs_that_talk(work: Work, new: Iterable[Observation]) -> list[tuple[str, str]]:
    """The partners of these matches of whom one has talked about a hand, at whatever table."""
    pairs = {_pair(row) for row in new if row.kind == "partner"}
    talkers = rows.accounts_of(work, "hand_talk", set(chain.from_iterable(pairs))) if pairs else set()
    return sorted(pair for pair in pairs if talkers & set(pair))


def _hand_talk(work: Work, pair: tuple[str, str]) -> list[Hit]:
    return list(windows.talk(pair[0], pair[1], _lines(work, pair)))


def _lines(work: Work, pair: tuple[str, str]) -> list[Observation]:
    """The lines of two partners at the tables where they were partners."""
    one, other = pair
    tables = {row.about for row in rows.every(work, ["partner"], one) if row.other == other}
    found = chain.from_iterable(rows.every(work, ["hand_talk"], account) for account in pair)
    return [row for row in found if row.other in tables]


def protocols_abused(work: Work, events: Sequence[ProtocolAbused]) -> None:
    """Count sessions that ended because a client misused the protocol."""
    audit_rows.lock_conduct(work)
    abused = [each for each in events if signals.protocol(each.messages)]
    seen = [(each.account, {"messages": each.messages, "at_ms": each.at_ms}) for each in abused]
    raise_all(work, [Raised("protocol", [account], each) for account, each in seen])
