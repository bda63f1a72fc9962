"""The rules of dominoes read slowly from RULES.md: tiles are texts, a chain is a list of them.

It shares nothing with the engine: a block is found by trying every tile that has not been laid at both ends.
"""

from dataclasses import dataclass, field
from typing import Any

ALL = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
DEALT = [f"{high}-{low}" for low in range(7) for high in range(low, 7)]
"""The order in which tiles are numbered when they are dealt."""
UP, DOWN = "up_left", "down_right"
AT_RIGHT_HAND = {0: DOWN, 1: UP, 2: UP, 3: DOWN}
LIMITS_S = {"single": 5, "block": 60, "normal": 20}
TWENTIES = ["0", "20", "40", "60"]
Hands = dict[int, list[str]]
Option = tuple[str, str | None]


@dataclass
class Table:
    """A match at one moment, after the first deal. `winner` is a side."""

    target: Any
    leader: int
    hands: Hands
    turn: int | None = None
    number: int = 1
    phase: str = "hand"
    chain: list[str] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    last_lay: int | None = None
    totals: list[int] = field(default_factory=lambda: [0, 0])
    entries: list[Any] = field(default_factory=list)
    winner: int | None = None


def dealt(values: list[int]) -> Hands:
    """Seven tiles for each seat in turn."""
    return {seat: [DEALT[value] for value in values[7 * seat : 7 * seat + 7]] for seat in range(4)}


def high_low(tile: str) -> str:
    """A tile with its higher half first."""
    return "-".join(sorted(tile.split("-"), reverse=True))


def pips(hand: list[str]) -> int:
    """What is on all tiles of a hand."""
    return sum(int(half) for tile in hand for half in tile.split("-"))


def ends(chain: list[str]) -> tuple[str, str]:
    """The values shown at the two ends."""
    return chain[0].split("-")[0], chain[-1].split("-")[1]


def fitting(chain: list[str], tile: str) -> list[str]:
    """The ends whose value is on a tile."""
    halves, (up, down) = tile.split("-"), ends(chain)
    return [end for end, value in ((UP, up), (DOWN, down)) if value in halves]


def options(chain: list[str], hand: list[str], leader: int) -> list[Option]:
    """Every tile with every end at which it may be laid."""
    if not chain:
        return [(tile, None) for tile in hand]
    found: list[Option] = []
    for tile in hand:
        where = fitting(chain, tile)
        if where and ends(chain)[0] == ends(chain)[1]:
            opened_with_double = len(chain) == 1
            where = [UP if opened_with_double else AT_RIGHT_HAND[leader]]
        found += [(tile, end) for end in where]
    return found


def placed(chain: list[str], tile: str, end: str | None) -> list[str]:
    """The chain with a tile more, its matching half inside."""
    high, low = high_low(tile).split("-")
    if end is None:
        return [f"{high}-{low}"]
    inner = ends(chain)[0 if end == UP else 1]
    outer = low if inner == high else high
    return [f"{outer}-{inner}", *chain] if end == UP else [*chain, f"{inner}-{outer}"]


def blocks(chain: list[str], option: Option) -> bool:
    """Whether none of the tiles still out can follow an option."""
    after = placed(chain, *option)
    laid = [high_low(tile) for tile in after]
    return not any(fitting(after, tile) for tile in ALL if tile not in laid)


def clock(chain: list[str], hand: list[str], leader: int) -> str | None:
    """The kind of the clock of a seat on turn."""
    found = options(chain, hand, leader)
    if len(found) < 2:
        return "single" if found else None
    return "block" if len(hand) > 1 and any(blocks(chain, option) for option in found) else "normal"


def side_refusal(chain: list[str], hand: list[str], tile: Any, side: Any) -> str | None:
    """Why a tile may not be laid by the seat on turn, with the side it names or none."""
    if not isinstance(tile, str) or high_low(tile) not in ALL or side not in (None, UP, DOWN):
        return "bad_parameters"
    if high_low(tile) not in hand:
        return "tile_not_in_hand"
    if not chain:
        return None
    where = fitting(chain, tile)
    if not where:
        return "tile_not_suitable"
    if ends(chain)[0] == ends(chain)[1]:
        return None
    if side is None:
        return "side_required" if len(where) == 2 else None
    return None if side in where else "side_not_suitable"


def refusal(table: Table, seat: int, tile: Any, side: Any) -> str | None:
    """Why a seat may not lay, the first reason that holds."""
    if table.phase != "hand":
        return "match_over" if table.phase == "match_over" else "wrong_phase"
    return "not_your_turn" if seat != table.turn else side_refusal(table.chain, table.hands[seat], tile, side)


def end_of(chain: list[str], hand: list[str], leader: int, tile: str, side: str | None) -> str | None:
    """The end to which an allowed lay goes."""
    found = [end for each, end in options(chain, hand, leader) if each == tile]
    return side if len(found) == 2 else found[0]


def after_lay(chain: list[str], hands: Hands, seat: int, leader: int) -> dict[str, Any]:
    """What a lay has led to: the end of the hand, or who is on turn and who was skipped."""
    if not hands[seat]:
        return {"result": "run_out"}
    passed: list[int] = []
    for step in range(1, 5):
        following = (seat + step) % 4
        if options(chain, hands[following], leader):
            return {"result": None, "turn": following, "passed": passed}
        passed.append(following)
    return {"result": "block"}


def score_hand(target: Any, result: str, seat: int, hands: Hands) -> dict[str, Any]:
    """Who wins a hand, what they get, and what is written down."""
    of_side = [pips(hands[side] + hands[side + 2]) for side in (0, 1)]
    if result == "run_out":
        winner: int | None = seat % 2
    else:
        winner = None if of_side[0] == of_side[1] or target == "runout" else of_side.index(min(of_side))
    if winner is None:
        return {"winner_side": None, "points": 0, "entry": "C" if target == "runout" else [seat % 2, 0]}
    points = {100: of_side[1 - winner], 200: sum(of_side), "runout": 1}[target]
    return {"winner_side": winner, "points": points, "entry": [winner, points]}


def match_end(target: Any, totals: list[int]) -> dict[str, Any]:
    """Whether a match is over, and its final numbers."""
    for side in (0, 1):
        if target == "runout" and totals[side] >= 4 and totals[side] - totals[1 - side] >= 2:
            return {"over": True, "winner_side": side, "final": list(totals)}
        if target != "runout" and totals[side] >= target:
            final = [target if number == side else totals[number] for number in (0, 1)]
            return {"over": True, "winner_side": side, "final": final}
    return {"over": False, "winner_side": None, "final": list(totals)}


def cells(won: list[int]) -> list[str]:
    """The board of a Run Out Match."""
    return [_cell(won[side], won[1 - side], side, won) for side in (0, 1)]


def _cell(own: int, other: int, side: int, won: list[int]) -> str:
    end = match_end("runout", won)
    if end["over"] and end["winner_side"] == side:
        return "WIN"
    if not end["over"] and min(own, other) >= 3 and own > other:
        return "ADV"
    return TWENTIES[min(own, 3)]


def opened(table: Table, hands: Hands) -> None:
    """A hand has been dealt: the leader is on turn."""
    table.hands, table.turn, table.phase = {seat: list(hand) for seat, hand in hands.items()}, table.leader, "hand"


def lay(table: Table, tile: str, side: str | None) -> dict[str, Any] | None:
    """The seat on turn lays; the tally, if that ends the hand."""
    assert table.turn is not None
    seat, tile = table.turn, high_low(tile)
    end = end_of(table.chain, table.hands[seat], table.leader, tile, side)
    table.chain = placed(table.chain, tile, end)
    table.hands[seat].remove(tile)
    table.last_lay = seat
    found = after_lay(table.chain, table.hands, seat, table.leader)
    table.turn, table.passed = found.get("turn"), found.get("passed", [])
    return None if found["result"] is None else _tally(table, found["result"], seat)


def _tally(table: Table, result: str, seat: int) -> dict[str, Any]:
    scored = score_hand(table.target, result, seat, table.hands)
    if scored["winner_side"] is not None:
        table.totals[scored["winner_side"]] += scored["points"]
    table.entries.append(scored["entry"])
    end = match_end(table.target, table.totals)
    table.totals, table.winner = end["final"], end["winner_side"]
    table.phase = "match_over" if end["over"] else "hand_over"
    return {"result": result, "seat": seat, **scored}


def next_hand(table: Table) -> None:
    """The tally has been shown: the seat to the right leads, nothing lies on the table."""
    table.number, table.leader, table.phase = table.number + 1, (table.leader + 1) % 4, "hand"
    table.hands, table.chain, table.passed, table.last_lay, table.turn = {}, [], [], None, None
