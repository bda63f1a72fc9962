"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §12).

Tiles are texts in either order, a chain is a list from the `up_left` end. What cannot be read is `bad_parameters`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from services.tables.games.dominoes import GAMES, hand_end, rules, run_out
from services.tables.games.dominoes import chain as chains
from services.tables.games.dominoes.chain import Chain, chain_of_texts, chain_texts, clock_of, option_data
from services.tables.games.dominoes.moves import Lay, parse_lay
from services.tables.games.dominoes.scoring import Ending
from services.tables.games.dominoes.state import SCORING, Target
from services.tables.games.dominoes.tiles import BY_TEXT, mask_of_texts
from services.tables.table import clocks, seating
from tests.conformance.by_seat import EMPTY, Wrong, known, listed
from tests.conformance.toolkit.options import validate_options

Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0)]
Sums = tuple[Count, Count]
Seconds = Annotated[float, Meta(ge=0)]
Texts = tuple[str, ...]
FOUR = Meta(min_length=4, max_length=4)


def calculations(game_id: str) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules."""
    of_a_turn = (
        partial(validate_options, game=GAMES[0]),
        options,
        place,
        turn_clock,
        system_lay,
        after_lay,
        score_hand,
    )
    return (*of_a_turn, match_end, runout_board, next_leader, seating_after)


def options(hand: Texts, chain: Texts = (), leader: Seat = 0) -> Any:
    """`options`: all `[tile, end]`, the end null for the first tile (§5)."""
    found = chains.options(_chain(chain), _hand(hand), leader)
    return {"options": [option_data(option) for option in found]}


def place(hand: Texts, tile: Any, chain: Texts = (), leader: Seat = 0, side: Any = None) -> Any:
    """`chain`, `end` (null for the first tile) and `ends` after a lay, or the code with which it is refused (§7)."""
    before, holding, move = _chain(chain), _hand(hand), parse_lay(tile, side)
    refused = rules.refusal(before, holding, move)
    if refused or not isinstance(move, Lay):
        return refused
    end = chains.end_for(before, leader, BY_TEXT[move.tile], move.side)
    after = chains.extended(before, BY_TEXT[move.tile], end)
    return {"chain": chain_texts(after), "end": end, "ends": chains.ends(after)}


def turn_clock(hand: Texts, chain: Texts = (), leader: Seat = 0) -> Any:
    """`clock` and `limit_s` of a turn (§8); both null for a hand without an option, which has no turn."""
    clock = clock_of(_chain(chain), _hand(hand))
    return {"clock": clock, "limit_s": clocks.CARD_LIMIT_MS[clock] // 1000 if clock else None}


def system_lay(hand: Texts, elapsed_s: Seconds, chain: Texts = (), leader: Seat = 0) -> Any:
    """`tile` and `end` of what the server lays: the only option, from 6 s on; null before, and on other clocks (§8)."""
    laid, holding = _chain(chain), _hand(hand)
    if clock_of(laid, holding) != "single" or elapsed_s * 1000 < clocks.CARD_SYSTEM_PLAY_MS:
        return None
    ((tile, end),) = map(option_data, chains.options(laid, holding, leader))
    return {"tile": tile, "end": end}


def after_lay(chain: Texts, seat: Seat, hands: dict[int, Texts] = EMPTY, leader: Seat = 0) -> Any:
    """`result` of a lay by `seat`: null with `turn` and `passed` (in order), `run_out` or `block` (§6)."""
    laid = _chain(chain)
    if not laid:
        raise Wrong("chain: nothing has been laid")
    ending, turn, passed = rules.after_lay(laid, _hands(hands), seat)
    return {"result": ending} if ending else {"result": None, "turn": turn, "passed": passed}


def score_hand(target: Target, result: Ending, seat: Seat, hands: dict[int, Texts] = EMPTY) -> Any:
    """`winner_side` (or null), `points` and `entry` of a hand that `seat` ran out or blocked (§9)."""
    found = hand_end.score(target, result, seat, _hands(hands))
    return {"winner_side": found.side, "points": found.points, "entry": found.entry}


def match_end(target: Target, totals: Sums | None = None, hands_won: Sums | None = None) -> Any:
    """`over`, `winner_side` (or null) and `final` per side: pips cut to the target, or hands (§10)."""
    sums = known(hands_won, "hands_won") if target == "runout" else known(totals, "totals")
    winner = SCORING[target].winner(sums)
    return {"over": winner is not None, "winner_side": winner, "final": SCORING[target].final(sums)}


def runout_board(hands_won: Sums) -> Any:
    """`cells` per side: `0`, `20`, `40`, `60`, `ADV`, `WIN` (§10)."""
    return {"cells": run_out.cells(hands_won)}


def next_leader(leader: Seat) -> Any:
    """`leader` of the hand after one that `leader` led (§4)."""
    return {"leader": rules.next_leader(leader)}


def seating_after(
    choice: Literal["rematch", "rotate"],
    seats: Annotated[list[Any], FOUR],
    organizer: Seat,
) -> Any:
    """`seats` (names by seat, a list or by number as they were told) and `organizer` (seat) of the next match at the
    table (§10)."""
    players, place_of = seating.seating_after(choice, seats, organizer)
    return {"seats": players, "organizer": place_of}


def _chain(found: Texts) -> Chain:
    return known(chain_of_texts(found), "chain")


def _hand(found: Texts) -> int:
    return known(mask_of_texts(found), "hand")


def _hands(found: Mapping[int, Texts]) -> tuple[int, ...]:
    """Hands by seat; a seat that is left out has no tiles."""
    return tuple(_hand(hand) for hand in listed(found, 4, (), "hands"))
