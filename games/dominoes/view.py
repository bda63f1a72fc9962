"""Views and events: the chain by all, tiles by their holder alone until the hand is over (RULES.md §11)."""

from typing import Any, Literal

import msgspec

from games.api import Action, ClockClass, Drawn, Elapsed, GameEvent, Hand, Left
from games.dominoes import run_out
from games.dominoes.chain import End, chain_texts, end_for, ends, option_data, options
from games.dominoes.moves import Lay
from games.dominoes.scoring import Ending, Entry, Side
from games.dominoes.state import Phase, State, Target
from games.dominoes.tiles import BY_TEXT, VALUES, texts
from games.toolkit.event_data import UNSET, EventData, SeatLeft, UnsetType
from services.kernel.seats import Seat, Viewer

Face = Literal["smiley", "red"]


class Tally(msgspec.Struct, frozen=True):
    """The last hand as it was counted."""

    number: int
    leader: Seat
    result: Ending
    seat: Seat
    """Who ran out, or who blocked."""
    left: dict[str, tuple[str, ...]]
    """Seat → its unplayed tiles."""
    pips: tuple[int, int]
    """Left by side."""
    side: Side | None
    """Who won the hand."""
    points: int
    entry: Entry


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    target: Target
    phase: Phase
    hand_number: int
    leader: Seat | None
    turn: Seat | None
    hands: dict[str, tuple[str, ...]]
    """Seat → its tiles, the highest first: the viewer's own, and all once the hand is over."""
    counts: tuple[int, ...]
    """By seat, how many tiles it holds; empty before the deal."""
    chain: tuple[str, ...]
    """From the `up_left` end to the `down_right` end, the half nearer `up_left` first."""
    first: int | None
    """Which tile of the chain was the first one laid: it lies in the middle of the picture. None before it."""
    ends: tuple[int, int] | None
    """The values shown up left and down right; None before the first tile."""
    passed: tuple[Seat, ...]
    """Skipped since the last lay, in turn order."""
    last_lay: Seat | None
    faces: tuple[Face | None, ...]
    """By seat: `smiley` on turn, `red` for a skipped seat."""
    lacks: tuple[tuple[int, ...], ...]
    """By seat, the values on which everybody saw it skipped in this hand."""
    clock: ClockClass | None
    """The class of the viewer's own turn."""
    options: tuple[tuple[str, End | None], ...]
    """Tile and end of everything that the viewer may lay now."""
    totals: tuple[int, int]
    """Pips, or hands won, by side, as they were after the last hand."""
    entries: tuple[Entry, ...]
    """Of each hand so far: a number under a side, or `C`."""
    cells: tuple[str, str] | None
    """A Run Out Match's scoreboard in twenties."""
    last_hand: Tally | None
    result: Literal["won", "forfeited"] | None
    winner_side: Side | None


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    seat = viewer if isinstance(viewer, int) else None
    chain, passed, turn = state.chain, state.passed, state.turn
    own = turn is not None and (viewer == turn or viewer == "open")
    return View(
        seat,
        state.target,
        state.phase,
        state.hand_number,
        state.leader,
        turn,
        _seen(state, viewer),
        tuple(hand.bit_count() for hand in state.hands),
        chain_texts(chain),
        state.first if chain else None,
        ends(chain) if chain else None,
        passed,
        state.last_lay,
        tuple("smiley" if each == turn else "red" if each in passed else None for each in range(4)),
        tuple(_values(known) for known in state.lacks),
        state.clock if own else None,
        _options(state) if own else (),
        state.totals,
        state.entries,
        run_out.cells(state.totals) if state.target == "runout" else None,
        _tally(state.scored[-1]) if state.scored else None,
        None if state.winner is None else "won" if state.left is None else "forfeited",
        state.winner,
    )


def _seen(state: State, viewer: Viewer) -> dict[str, tuple[str, ...]]:
    """The hands that the viewer may see."""
    if state.ended or viewer == "open":
        return {str(seat): texts(hand) for seat, hand in enumerate(state.hands)}
    return {str(viewer): texts(state.hands[viewer])} if isinstance(viewer, int) and state.hands else {}


def _values(bits: int) -> tuple[int, ...]:
    return tuple(value for value in VALUES if bits >> value & 1) if bits else ()


def _options(state: State) -> tuple[tuple[str, End | None], ...]:
    hand = state.hands[state.turn or 0]
    return tuple(map(option_data, options(state.chain, hand, state.leader or 0)))


def _tally(hand: Hand) -> Tally | None:
    """The last hand, unless only what was written of it is known."""
    data = hand.data
    if "result" not in data:
        return None
    left = {seat: tuple(tiles) for seat, tiles in data["left"].items()}
    entry: Entry = "C" if data["entry"] == "C" else (data["entry"][0], data["entry"][1])
    pips = (data["pips"][0], data["pips"][1])
    points = max(hand.points)
    return Tally(hand.number, data["leader"], data["result"], data["seat"], left, pips, hand.side, points, entry)


# --- events ---


def event(before: State, actor: Seat | None, action: Lay | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """The event as the viewer may see it: `leader`, `deal`, `lay`, `hand` (the next one) or `left`."""
    if isinstance(action, Lay):
        return _lay_event(before, action, after)
    if isinstance(action, Drawn):
        if before.leader is None:
            return GameEvent("leader", {"seat": after.leader})
        hands = {seat: list(tiles) for seat, tiles in _seen(after, viewer).items()}
        return GameEvent("deal", {"hand_number": after.hand_number, "leader": after.leader, "hands": hands})
    if isinstance(action, Elapsed):
        return GameEvent("hand", {"hand_number": after.hand_number, "leader": after.leader})
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat})
    raise ValueError(f"dominoes asks for nothing that is answered by {action}")


def _lay_event(before: State, move: Lay, after: State) -> GameEvent:
    """A lay, the same for all: seat, tile, end, who was skipped; with `hand` as it was counted if that ended it."""
    end = end_for(before.chain, before.leader or 0, BY_TEXT[move.tile], move.side)
    data: dict[str, Any] = {"seat": before.turn, "tile": move.tile, "end": end}
    data |= {"passed": list(after.passed), "turn": after.turn}
    if after.ended:
        counted = after.scored[-1]
        fields = {name: counted.data[name] for name in ("result", "seat", "left", "pips", "entry")}
        data["hand"] = {"number": counted.number, "side": counted.side, "points": max(counted.points), **fields}
    return GameEvent("lay", data)


# --- what events say, by kind ---


class Leader(EventData, frozen=True):
    """Who leads the first hand."""

    seat: Seat


class Deal(EventData, frozen=True):
    """The tiles are dealt. `hands`: seat → tiles, of the seats whose tiles the viewer may see."""

    hand_number: int
    leader: Seat
    hands: dict[str, list[str]]


class HandCounted(EventData, frozen=True):
    """A hand as it was counted when a lay ended it: `seat` ran out or blocked, `side` won it with `points`."""

    number: int
    side: int | None
    points: int
    result: Literal["run_out", "block"]
    seat: Seat
    left: dict[str, list[str]]
    pips: list[int]
    entry: list[int] | Literal["C"]


class Laid(EventData, frozen=True):
    """A tile was laid. `end`: null for the first one; `passed`: who was skipped after it; `turn`: who is next."""

    seat: Seat
    tile: str
    end: Literal["up_left", "down_right"] | None
    passed: list[Seat]
    turn: Seat | None
    hand: HandCounted | UnsetType = UNSET


class NextHand(EventData, frozen=True):
    """The pause after a hand is over; the deal follows."""

    hand_number: int
    leader: Seat


EVENTS: dict[str, type] = {"leader": Leader, "deal": Deal, "lay": Laid, "hand": NextHand, "left": SeatLeft}
