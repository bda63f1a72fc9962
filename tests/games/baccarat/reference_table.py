"""A table of baccarat read slowly from RULES.md: who sits, which window runs, which chips are held.

It shares nothing with the engine; rounds and bets are those of reference.py.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.games.baccarat.reference import VALUES, bet_refusal, next_hand, settled, told

WINDOWS_MS = {"closed": 2_000, "dealing": 1_000, "settling": 4_000, "shuffling": 3_000}


@dataclass
class Guest:
    """Who sits on a seat. `missed`, `away`: windows in a row without a stake; of those, the ones while absent."""

    chips: int
    caps: dict[str, int]
    present: bool = True
    stakes: dict[str, int] = field(default_factory=dict)
    held: bool = False
    done: bool = False
    last: dict[str, int] = field(default_factory=dict)
    missed: int = 0
    away: int = 0
    going: bool = False


@dataclass
class Table:
    """A table. `shoe`: what is left in it, None before the first; `asked`: the bank's answer that is awaited."""

    variant: str
    bet_s: int
    packs: int
    cut: int = 16
    side_max: int | None = None
    phase: str = "idle"
    round: int = 1
    guests: dict[int, Guest] = field(default_factory=dict)
    shoe: list[str] | None = None
    player: list[str] = field(default_factory=list)
    banker: list[str] = field(default_factory=list)
    asked: str | None = None
    dummy: bool = False
    cut_seen: bool = False
    last_round: bool = False
    new_shoe: bool = True
    history: list[str] = field(default_factory=list)


def awaited(table: Table) -> tuple[Any, ...]:
    """What the table waits for: guests, a shoe, the bank, or the end of a window in which some may move."""
    if table.phase == "idle":
        return ("guests",)
    if table.asked is not None:
        return ("bank", table.asked, table.round, _chips(table))
    if table.phase == "shuffling" and table.shoe is None:
        return ("shoe", 52 * table.packs)
    ms = table.bet_s * 1_000 if table.phase == "betting" else WINDOWS_MS[table.phase]
    return ("window", ms, {seat for seat, guest in table.guests.items() if not guest.held})


def _chips(table: Table) -> dict[int, int]:
    bettors = {seat: guest for seat, guest in table.guests.items() if guest.stakes}
    if table.asked == "hold":
        return {seat: sum(guest.stakes.values()) for seat, guest in bettors.items()}
    return {seat: sum(settled(table.variant, guest.stakes, result(table)).values()) for seat, guest in bettors.items()}


def result(table: Table) -> Any:
    """What this round came to."""
    return "dummy" if table.dummy else told(table.player, table.banker)


# --- moves ---


def refusal(table: Table, seat: int, move: dict[str, Any]) -> str | None:
    """Why a guest may not, the first reason that holds, while a window runs."""
    guest = table.guests.get(seat)
    if guest is None or guest.going:
        return "not_seated"
    if move["move"] == "stand_up":
        return "bets_in_play" if guest.held else None
    if table.phase != "betting":
        return "bets_closed"
    if move["move"] == "repeat" and not guest.last:
        return "nothing_to_repeat"
    if move["move"] == "done":
        return None
    stakes = guest.last if move["move"] == "repeat" else move.get("stakes")
    return bet_refusal(table.variant, stakes, guest.chips, guest.caps, table.side_max)


def moved(table: Table, seat: int, move: dict[str, Any]) -> None:
    """A move that is allowed."""
    guest = table.guests[seat]
    match move["move"]:
        case "stand_up":
            del table.guests[seat]
        case "done":
            guest.done = True
        case "bet":
            guest.stakes, guest.done = dict(move["stakes"]), False
        case "repeat":
            guest.stakes, guest.done = dict(guest.last), False
    _look_round(table)


def _look_round(table: Table) -> None:
    """A window at which nobody sits is over; one in which all are done is closed."""
    if table.phase == "betting" and not table.guests:
        table.phase = "idle"
    elif table.phase == "betting" and all(guest.done for guest in table.guests.values()):
        _close(table)


# --- what happens ---


def told_of(table: Table, seat: int, present: bool, chips: int, caps: dict[str, int]) -> None:
    """Somebody sits down, is lost or comes back."""
    guest = table.guests.setdefault(seat, Guest(chips, caps))
    guest.present, guest.chips, guest.caps = present, chips, caps
    guest.away = 0 if present else guest.away
    _begin(table)


def left(table: Table, seat: int) -> None:
    """Somebody goes; held stakes stand, and those that the bank is being asked for."""
    guest = table.guests[seat]
    if guest.held or (table.asked == "hold" and guest.stakes):
        guest.going = True
        return
    del table.guests[seat]
    _look_round(table)


def _begin(table: Table) -> None:
    """Somebody sits at an idle table: a new shoe if one is due, else a window."""
    if table.phase != "idle" or not table.guests:
        return
    if table.new_shoe:
        table.phase, table.shoe, table.last_round, table.history = "shuffling", None, False, []
        return
    table.phase = "betting"
    for guest in table.guests.values():
        guest.done = False


def shuffled(table: Table, cards: list[str]) -> None:
    """A new shoe: the first card is turned up, as many as its value are burnt."""
    table.shoe = cards[1 + (VALUES[cards[0][0]] or 10) :]
    table.new_shoe = False


def _close(table: Table) -> None:
    if any(guest.stakes for guest in table.guests.values()):
        table.phase, table.asked = "closed", "hold"
        return
    _count_windows(table)
    table.phase = "idle"
    _begin(table)


def _count_windows(table: Table) -> None:
    for seat, guest in list(table.guests.items()):
        guest.missed = 0 if guest.stakes else guest.missed + 1
        guest.away = 0 if guest.stakes or guest.present else guest.away + 1
        if guest.missed == 10 or guest.away == 5 or (guest.going and not guest.stakes):
            del table.guests[seat]


def elapsed(table: Table) -> None:
    """The window has ended."""
    if table.phase == "betting":
        _close(table)
    elif table.phase in ("closed", "dealing"):
        _card(table)
    elif table.phase == "settling":
        _over(table)
    else:
        table.phase = "idle"
        _begin(table)


def _card(table: Table) -> None:
    hand = next_hand(table.player, table.banker)
    if hand is None:
        table.phase, table.asked = "settling", "pay"
        return
    assert table.shoe is not None
    table.phase = "dealing"
    (table.player if hand == "player" else table.banker).append(table.shoe.pop(0))
    table.cut_seen = table.cut_seen or len(table.shoe) <= table.cut


def banked(table: Table, refused: list[int]) -> None:
    """The bank has held, but of those refused, or has paid."""
    kind, paid = table.asked, _chips(table)
    table.asked = None
    if kind == "pay":
        _paid(table, paid)
        return
    for seat, guest in table.guests.items():
        if seat in refused:
            guest.stakes, guest.done = {}, False
        guest.held = bool(guest.stakes)
        guest.chips -= sum(guest.stakes.values())
    _count_windows(table)
    bettors = any(guest.held for guest in table.guests.values())
    if table.dummy:
        table.phase, table.asked = ("settling", "pay") if bettors else (table.phase, None)
        if not bettors:
            table.history.append("dummy")
            _over(table)
    elif not bettors:
        table.phase, table.round = "idle", table.round + 1
        _begin(table)


def _paid(table: Table, paid: dict[int, int]) -> None:
    table.history.append("dummy" if table.dummy else told(table.player, table.banker)["winner"])
    for seat, chips in paid.items():
        guest = table.guests[seat]
        guest.chips, guest.held = guest.chips + chips, False
        guest.last = guest.last if table.dummy else dict(guest.stakes)
        if guest.going:
            del table.guests[seat]


def _over(table: Table) -> None:
    """All are settled; perhaps a last round follows, or a new shoe."""
    for guest in table.guests.values():
        guest.stakes, guest.done = {}, False
    table.player, table.banker, table.dummy = [], [], False
    table.new_shoe = table.new_shoe or table.last_round
    table.last_round = table.cut_seen and not table.last_round
    table.cut_seen = False
    table.phase, table.round = "idle", table.round + 1
    _begin(table)


def cancelled(table: Table, damaged: bool) -> None:
    """An operator annuls the round that is not settled yet; a damaged shoe is replaced after it."""
    table.new_shoe = table.new_shoe or (damaged and table.shoe is not None)
    if table.phase == "betting":
        table.history.append("dummy")
        _over(table)
    elif table.phase in ("closed", "dealing"):
        table.dummy = True
        if table.asked is None:
            table.phase, table.asked = "settling", "pay"
