"""What a viewer may see of a table: views that are made for one viewer, the events that this viewer may know, and the
legal moves of a seat."""

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from games import api
from games.registry import game, is_recorded
from services.contracts.client.frames import EventView
from services.contracts.client.table_views import (
    DueView,
    LeftView,
    ResultView,
    SeatResult,
    SeatView,
    ShoeView,
    TableView,
)
from services.kernel.clock import TimeMs
from services.kernel.fair import commitment, deal_key
from services.kernel.seats import Seat, Viewer
from services.kernel.strength import computer_name
from services.tables.settings import TablesSettings
from services.tables.table import absence as absence_table
from services.tables.table import entries, seating
from services.tables.table.card_clock import CARD_LIMIT_MS
from services.tables.table.model import Ended, ShoeProof, Table
from services.tables.table.transition import Step

replace = msgspec.structs.replace


class Audience(msgspec.Struct, frozen=True):
    """The viewers of a table, as far as other viewers see them."""

    connected: frozenset[int]
    spectators: int


class EncodedParts:
    """Parts of a table's views, encoded: most moves leave them as they are, and so do all viewers."""

    __slots__ = ("_encode", "_kept")

    def __init__(self, encode: Callable[[object], bytes]) -> None:
        """None yet. `encode` makes JSON."""
        self._encode = encode
        self._kept: dict[str, tuple[tuple[object, ...], msgspec.Raw]] = {}

    def get(self, name: str, made_of: tuple[object, ...], make: Callable[[], object]) -> msgspec.Raw:
        """The part as JSON: the same as long as it is made of the same immutable objects."""
        known = self._kept.get(name)
        if known is not None and all(map(operator.is_, known[0], made_of)):
            return known[1]
        raw = msgspec.Raw(self._encode(make()))
        self._kept[name] = (made_of, raw)
        return raw


class Viewing:
    """The views of a table at one moment; the parts that viewers share are made once."""

    def __init__(
        self,
        table: Table,
        now_ms: TimeMs,
        audience: Audience,
        settings: TablesSettings,
        parts: EncodedParts | None = None,
    ) -> None:
        """Views are made on request. `parts`: what is encoded already, kept with the table; None: keep nothing."""
        self._table = table
        self._rules = game(table.order.game)
        self._now_ms = now_ms
        self._audience = audience
        self._settings = settings
        self._parts = parts
        self._shared: TableView | None = None

    def of(self, viewer: Viewer) -> TableView:
        """The view of the table for one viewer."""
        table, state = self._table, self._table.match.state
        if self._shared is None:
            self._shared = self._make_shared()
        return replace(
            self._shared,
            you=viewer if isinstance(viewer, int) else None,
            due=_due(table, viewer, self._now_ms) if table.phase == "playing" else [],
            game_view=self._rules.view(state, viewer) if state is not None else None,
        )

    def _make_shared(self) -> TableView:
        table, order, match = self._table, self._table.order, self._table.match
        playing, choosing = table.phase == "playing", table.phase == "choosing"
        return TableView(
            table=table.id,
            name=order.name,
            game=order.game,
            options=self._part("options", (order,), lambda: order.options),
            stake_chips=order.stake_chips,
            practice=order.practice,
            untimed=table.policies.untimed,
            clock_factor=table.policies.clock_factor,
            strength=order.strength,
            spectators=order.spectators,
            competition=order.competition,
            organizer=table.organizer,
            you=None,
            phase=table.phase,
            paused=match.paused_at_ms is not None,
            number=match.number,
            match=match.id,
            commit=_commitment(match.root) if match.root else "",
            deal_key=_deal_key(table, self._rules),
            hand_version=match.hand_seq,
            seats=self._seats(),
            due=[],
            may=sorted(match.pending.may) if playing and isinstance(match.pending, api.Decide | api.Wait) else [],
            choices=_choices(table),
            choose_ms_left=self._choose_ms_left() if choosing else None,
            spectator_count=self._audience.spectators,
            result=None if table.last is None else self._part("result", (table.last,), lambda: _result(table)),
            game_view=None,
            departures=[
                LeftView(
                    seat=left.seat,
                    name=table.seats[left.seat].name,
                    account=left.account,
                    reason=left.reason,
                    first_round_done=left.first_round_done,
                    replaced=table.seats[left.seat].replaced,
                )
                for left in (match.departures if table.last is None else table.last.departures)
            ],
            catchup_ms_left=_catchup_ms_left(table, self._now_ms),
            **(_house(table, self._now_ms) if order.house else {}),
        )

    def _part(self, name: str, made_of: tuple[object, ...], make: Callable[[], object]) -> Any:
        """A field of the view, encoded where the table keeps such parts."""
        return make() if self._parts is None else self._parts.get(name, made_of, make)

    def _choose_ms_left(self) -> int | None:
        """The time for choosing what comes next; None: no other is kept waiting."""
        if self._table.practises_alone:
            return None
        return max(seating.choice_ends_at_ms(self._table, self._settings) - self._now_ms, 0)

    def _seats(self) -> Any:
        table, audience = self._table, self._audience
        is_away = [seat.absence.lost_at_ms is not None for seat in table.seats]
        if any(is_away):  # what is left of their time changes with every view
            return _seats(table, audience, self._now_ms)
        made_of = (table.seats, table.match.ratings, table.last, audience)
        return self._part("seats", made_of, lambda: _seats(table, audience, self._now_ms))


def _house(table: Table, now_ms: TimeMs) -> dict[str, Any]:
    """The fields that only house-banked tables have."""
    pending, shoe = table.match.pending, table.last_shoe
    left_ms = table.match.window_since_ms + pending.ms - now_ms if isinstance(pending, api.Wait) else None
    return {
        "house": True,
        "wants_seeds": table.awaits_shoe,
        "window_ms_left": None if left_ms is None else max(left_ms, 0),
        "banking": isinstance(pending, api.Bank),
        "last_shoe": None if shoe is None else _shoe(shoe),
    }


def _shoe(shoe: ShoeProof) -> ShoeView:
    return ShoeView(
        match=shoe.match,
        number=shoe.number,
        commit=_commitment(shoe.root),
        root=shoe.root,
        seeds=list(shoe.seeds),
    )


def _deal_key(table: Table, rules: api.AnyGame) -> str | None:
    match = table.match
    if table.order.house:
        return deal_key(bytes.fromhex(match.root), match.id, 1) if match.began_at_ms else None
    if table.phase != "playing":
        return None
    return deal_key(bytes.fromhex(match.root), match.id, rules.progress(match.state).hand)


@lru_cache(4096)
def _commitment(root: str) -> str:
    return commitment(bytes.fromhex(root))


def _seats(table: Table, audience: Audience, now_ms: TimeMs) -> list[SeatView]:
    elo = {rating.account: rating.rating for rating in table.match.ratings or ()}
    if table.last is not None and not elo:
        elo = {change.account: change.rating for change in table.last.changes}
    return [
        SeatView(
            name=computer_name(number) if seat.replaced else seat.name,
            account=None if seat.replaced else seat.account,
            bot=seat.is_bot,
            connected=seat.is_bot or number in audience.connected,
            elo=elo.get(seat.account) if seat.account is not None and not seat.replaced else None,
            timeouts=seat.timeouts,
            left=seat.left,
            away_ms_left=_away_ms_left(table, number, now_ms) if seat.is_away else None,
            choice=seat.choice,
            free=seat.free,
        )
        for number, seat in enumerate(table.seats)
    ]


def _away_ms_left(table: Table, seat: int, now_ms: TimeMs) -> int | None:
    """The time left for a return. `fixed_window`: of the window; `budget`: of the allowance, once it is running."""
    absence, policies = table.seats[seat].absence, table.policies
    if table.is_house:
        return None
    if policies.returning == "fixed_window":
        ends_at_ms = absence_table.ends_at_ms(absence, policies.returns)
    else:
        clock = next((each for each in table.match.clocks if each.seat == seat), None)
        periods = policies.max_timeouts + 1 - table.seats[seat].timeouts
        ends_at_ms = None if clock is None else clock.since_ms + periods * policies.move_ms
    return None if ends_at_ms is None else max(ends_at_ms - now_ms, 0)


def _due(table: Table, viewer: Viewer, now_ms: TimeMs) -> list[DueView]:
    """The decisions that are due. A limit that would reveal a hand is only in its own seat's view (RULES.md §7)."""
    policies, paused_at_ms = table.policies, table.match.paused_at_ms
    now_ms = now_ms if paused_at_ms is None else paused_at_ms
    views = []
    for clock in table.match.clocks:
        elapsed_ms = max(now_ms - clock.since_ms, 0)
        limit_ms = None
        if policies.clock == "move_clock" and not policies.untimed:
            limit_ms = policies.move_ms
        elif policies.clock == "card_clock" and viewer in (clock.seat, "open"):
            limit_ms = CARD_LIMIT_MS[clock.clock] * policies.clock_factor
        ms_left = None if limit_ms is None else max(limit_ms - elapsed_ms, 0)
        views.append(
            DueView(seat=clock.seat, number=clock.number, elapsed_ms=elapsed_ms, limit_ms=limit_ms, ms_left=ms_left)
        )
    return views


def _catchup_ms_left(table: Table, now_ms: TimeMs) -> int:
    """How long the hand is still shown again after a return; clocks start when that ends."""
    match = table.match
    if table.phase != "playing" or match.paused_at_ms is not None or not match.clocks:
        return 0
    return max(min(clock.since_ms for clock in match.clocks) - now_ms, 0)


def _choices(table: Table) -> list[Any]:
    if table.phase != "choosing":
        return []
    return ["communication", "rematch", "rotate"] if len(table.seats) == 4 else ["communication", "rematch"]


def _result(table: Table) -> ResultView:
    last = table.last
    assert last is not None
    return ResultView(
        match=last.match,
        outcome=last.outcome,
        reason=last.reason,
        winners=list(last.winners),
        points=list(last.points),
        recorded=is_recorded(table.game, last.outcome),
        rake_chips=last.rake_chips,
        seats=[_seat_result(last, seat, table.order.stake_chips) for seat in range(len(last.accounts))],
        unrated=last.unrated,
        commit=_commitment(last.root),
        root=last.root,
        seeds=list(last.seeds),
    )


def _seat_result(last: Ended, seat: int, stake_chips: int) -> SeatResult:
    account = last.accounts[seat]
    change = next((change for change in last.changes if change.account == account), None)
    payout = last.payouts[seat] if last.payouts is not None else None
    return SeatResult(
        place=last.places[seat] if last.places else None,
        payout_chips=payout,
        net_chips=payout - stake_chips if payout is not None else None,
        elo=change.rating if change else None,
        elo_delta=change.delta if change else None,
        label=change.label if change else None,
    )


# --- events ---


def viewer_at(table: Table, viewer: Viewer, seq: int) -> Viewer:
    """As whom a viewer receives an entry: somebody who sat down after the entry receives it as a spectator."""
    return "public" if isinstance(viewer, int) and seq < table.seats[viewer].sat_seq else viewer


class EventViews:
    """The events of some steps of a table; what is the same for all viewers is made once."""

    def __init__(self, table: Table, steps: Sequence[Step]) -> None:
        """`table`: as it is after the steps."""
        self._table = table
        self._rules = game(table.order.game)
        self._steps = [(step, _game_action(self._rules, step)) for step in steps]

    def of(self, viewer: Viewer) -> list[EventView]:
        """The events for this viewer, in order."""
        return [
            _event_view(self._rules, step, action, viewer_at(self._table, viewer, step.entry.seq))
            for step, action in self._steps
        ]


def event_view(step: Step, viewer: Viewer) -> EventView:
    """The event of a step for this viewer: its kind and data, or only the version."""
    rules = game(step.after.order.game)
    return _event_view(rules, step, _game_action(rules, step), viewer)


def _event_view(rules: api.AnyGame, step: Step, game_action: Any, viewer: Viewer) -> EventView:
    version, found = step.entry.seq, _event(rules, step, game_action, viewer)
    return EventView(version=version) if found is None else EventView(version=version, kind=found.kind, data=found.data)


def seen_in_game(rules: api.AnyGame, step: Step, seat: Seat) -> api.GameEvent | None:
    """What a seat sees of a step that the game is concerned with; None: nothing, or it happened at the table alone."""
    action = _game_action(rules, step)
    if action is not None:
        return rules.event(step.before.match.state, step.entry.actor, action, step.after.match.state, seat)
    was_applied = step.after.match.state is not step.before.match.state
    is_departure = isinstance(step.entry.action, entries.Departed) and was_applied
    return event_of_table(step.entry.action) if is_departure else None


def _game_action(rules: api.AnyGame, step: Step) -> Any:
    """What has happened in the game, as the game's interface has it; None if it happened at the table only."""
    action = step.entry.action
    to_game_action = _OF_THE_GAME.get(type(action))
    return None if to_game_action is None else to_game_action(rules, action)


def _event(rules: api.AnyGame, step: Step, game_action: Any, viewer: Viewer) -> api.GameEvent | None:
    """Kind and data of an event: by the game, if it happened in the game, otherwise by the table."""
    if game_action is not None:
        return rules.event(step.before.match.state, step.entry.actor, game_action, step.after.match.state, viewer)
    action = step.entry.action
    return _overran(step, action.seat) if isinstance(action, entries.Overran) else event_of_table(action)


def _overran(step: Step, seat: int) -> api.GameEvent:
    """The yellow card and, at 20 s, the notice that nobody can block (services/moderation/RULES.md §2)."""
    clock = next(each for each in step.before.match.clocks if each.seat == seat)
    card = None if step.before.order.practice else "yellow"
    return api.GameEvent(
        "overran", {"seat": seat, "card": card, "no_block": clock.clock == "normal" and not clock.marks}
    )


def event_of_table(action: entries.AnyAction) -> api.GameEvent | None:
    """Events of the table itself. Actions missing here (seeds, roots, answers of services) are shown to nobody."""
    found = _OF_THE_TABLE.get(type(action))
    if found is None:
        return None
    kind, fields = found
    data = {name: getattr(action, name) for name in fields}
    if isinstance(action, entries.Departed | entries.GotUp):
        data["reason"] = entries.shown_reason(action.reason)
    return api.GameEvent(kind, {name: list(each) if isinstance(each, tuple) else each for name, each in data.items()})


_OF_THE_TABLE: dict[type, tuple[str, tuple[str, ...]]] = {
    entries.Asked: ("asked", ("match", "number")),
    entries.Begun: ("begun", ()),
    entries.TimedOut: ("timeout", ("seat",)),
    entries.Lost: ("lost", ("seat",)),
    entries.Returned: ("returned", ("seat",)),
    entries.Departed: ("departed", ("seat", "reason")),
    entries.Ended: ("ended", ("outcome", "winners")),
    entries.Chose: ("chose", ("seat", "choice")),
    entries.Closed: ("closed", ("reason",)),
    entries.Resumed: ("resumed", ("outage_ms",)),
    entries.Sat: ("sat", ("seat", "name")),
    entries.GotUp: ("got_up", ("seat", "reason")),
    entries.ShoeOpened: ("shoe_opened", ("match", "number")),
    entries.ShoeBegun: ("shoe_begun", ()),
    entries.ShoeEnded: ("shoe_ended", ("outcome",)),
    entries.RoundAnnulled: ("round_annulled", ("round",)),
}
"""Action → the kind of its event, and a function that makes the event's data."""

_OF_THE_GAME: dict[type, Callable[[Any, Any], Any]] = {
    entries.Moved: lambda rules, action: rules.parse(action.move),
    entries.DrawnFor: lambda _rules, action: api.Drawn(action.values),
    entries.WindowElapsed: lambda _rules, action: api.Elapsed(action.number),
    entries.BankAnswered: lambda _rules, action: api.Banked(action.refused, action.purses),
    entries.RoundCancelled: lambda _rules, action: api.Cancelled(action.shoe_damaged),
}
"""Action → what it is called in the game's interface."""


# --- legal moves (services/tables/RULES.md §17) ---


LISTED_MAX = 512
"""Moves that one answer lists. Sets of bets, whole tavli turns with doubles and exchanges of tichu can be more."""


class Listed(NamedTuple):
    """The decision that a seat owes (None: none), moves that it may make as plain data, and whether there are more."""

    number: int | None
    moves: list[dict[str, Any]]
    more: bool


def legal_moves(table: Table, seat: Seat) -> Listed:
    """The first `LISTED_MAX` legal moves of a seat, in the order of its game.

    It shows nothing that the seat's own view does not: a law of all games has states that a seat cannot know apart
    list the same moves. While the match waits for somebody's return, or none is played, there are none.
    """
    match = table.match
    if table.phase != "playing" or match.paused_at_ms is not None:
        return Listed(None, [], more=False)
    rules = game(table.game)
    found = list(islice(rules.legal(match.state, seat), LISTED_MAX + 1))
    number = next((clock.number for clock in match.clocks if clock.seat == seat), None)
    return Listed(number, [rules.write(move) for move in found[:LISTED_MAX]], len(found) > LISTED_MAX)
