"""Notices to players who are away, written in the unit of work of their cause (RULES.md §24)."""

from collections.abc import Collection, Sequence

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import push as contract
from services.contracts.lobby.people.push import PushKind
from services.contracts.tournaments.events import CompetitionSoon, GameCalled, PrizesAsked
from services.kernel.clock import TimeMs
from services.lobby import metrics
from services.lobby.conduct import exclusions
from services.lobby.mails.notices import use_cases as mails
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.push import rows as stored
from services.lobby.push import rules
from services.lobby.push.rules import Choices, Notice
from services.platform.database.unit_of_work import Work


def notify(work: Work, ports: Ports, notice: Notice, accounts: Collection[str]) -> None:
    """Notify those of these accounts that want it, by push and by mail."""
    held = min(notice.until_ms, work.now_ms + rules.HOLDS_MAX_MS)
    notice = msgspec.structs.replace(notice, until_ms=held)
    _push(work, ports, notice, accounts)
    mails.note(work, ports, notice, accounts)


def _push(work: Work, ports: Ports, notice: Notice, accounts: Collection[str]) -> None:
    """For accounts without a browser, which are most, it is one query."""
    if not ports.settings.push_key or not accounts:
        return
    browsers = stored.browsers_of(work, accounts, lock=True)
    if not browsers:
        return
    choices = stored.choices_of(work, browsers)
    sent = stored.sent_lately(work, browsers)
    left_out = stored.notified_of(work, notice.event, browsers)
    if not notice.wait_ms and not notice.for_connected:
        left_out |= players.find_connected(work, browsers).keys()
    due = []
    for account in sorted(browsers.keys() - left_out):
        at_ms = rules.due_at(
            notice.kind, choices.get(account, Choices()), notice.until_ms, work.now_ms + notice.wait_ms
        )
        if at_ms is None or exclusions.check_last_events(work, account) is not None:
            continue
        if rules.is_within_limits(notice.kind, sent.get(account, {})):
            due += [(each, at_ms) for each in browsers[account]]
        else:
            metrics.web_push_notices.labels(notice.kind, "over_limit").inc()
    if due:
        stored.add_notices(work, notice, due)
        work.after(ports.push_due)


def called(work: Work, ports: Ports, call: str, friend: str, until_ms: TimeMs) -> None:
    """A friend has called (RULES.md §21)."""
    notify(work, ports, Notice(f"call|{call}", "call", call, until_ms), (friend,))


def note_turn(work: Work, ports: Ports, request: contract.NoteTurn) -> Done:
    """It has been somebody's turn for a while, at a page that is hidden."""
    player = players.find(work, request.account)
    if player is not None and player.seated_at == request.table and not player.practising:
        event = rules.turn_event(request.match, request.number, request.account)
        notify(work, ports, _turn(event, request.table, work.now_ms), (request.account,))
    return Done()


def end_turn(work: Work, _ports: Ports, request: contract.EndTurn) -> Done:
    """A turn that was noted is over, or is being looked at."""
    stored.end_event(work, rules.turn_event(request.match, request.number, request.account))
    return Done()


def kept_waiting(work: Work, ports: Ports, table: str, seq: int, away: Collection[str]) -> None:
    """A match waits for the return of these players."""
    wait_ms = rules.TURN_WAITS_MS
    for account in away:
        notice = _turn(f"away|{table}|{seq}|{account}", table, work.now_ms + wait_ms)
        notify(work, ports, msgspec.structs.replace(notice, wait_ms=wait_ms), (account,))


def evening_begins(work: Work, ports: Ports, company: str, members: Collection[str], at_ms: TimeMs) -> None:
    """The hour of a company's evening has come (RULES.md §23)."""
    until_ms = at_ms + rules.EVENING_HOLDS_MS
    notify(work, ports, Notice(f"evening|{company}|{at_ms}", "evening", company, until_ms), members)


def competitions_soon(work: Work, ports: Ports, events: Sequence[CompetitionSoon]) -> None:
    """Competitions start in a quarter of an hour, for their entrants; each of them is in one of the events."""
    for event in sorted(events, key=lambda each: (each.competition, each.accounts)):
        name = f"soon|{event.competition}|{event.starts_at_ms}"
        notify(work, ports, Notice(name, "soon", event.competition, event.starts_at_ms), event.accounts)


def games_called(work: Work, ports: Ports, events: Sequence[GameCalled]) -> None:
    """Games of competitions are called; also to who is connected, whose page may be out of sight."""
    for event in sorted(events, key=lambda each: each.table):
        until_ms = work.now_ms + (event.come_ms or rules.GAME_HOLDS_MS)
        notify(work, ports, Notice(f"{rules.CALLED}{event.table}", "game", event.competition, until_ms), event.seats)


def prizes_asked(work: Work, ports: Ports, events: Sequence[PrizesAsked]) -> None:
    """Competitions have ended, and some of their players are paid a prize."""
    for event in sorted(events, key=lambda each: each.competition):
        winners = sorted({prize.account for prize in event.prizes if prize.chips > 0})
        until_ms = work.now_ms + rules.HOLDS_MAX_MS
        notify(work, ports, Notice(f"prize|{event.competition}", "prize", event.competition, until_ms), winners)


def _turn(event: str, table: str, from_ms: TimeMs) -> Notice:
    kind: PushKind = "turn"
    return Notice(event, kind, table, from_ms + rules.TURN_HOLDS_MS)
