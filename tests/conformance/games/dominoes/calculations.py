"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §12).

Tiles are texts in either order, a chain is a list from the `up_left` end. What cannot be read is `bad_parameters`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from games.dominoes import chain as chains
from games.dominoes import rules, run_out
from games.dominoes.chain import chain_texts, clock_of, option_data
from games.dominoes.moves import Lay, parse_lay
from games.dominoes.scoring import Ending
from games.dominoes.state import SCORING, Target
from games.dominoes.tiles import BY_TEXT
from services.tables.table import card_clock as clocks
from services.tables.table import seating
from tests.conformance.forms import BySeat, must, present
from tests.conformance.games.dominoes.situations import ChainForm, HandForm
from tests.conformance.toolkit.trials import validate_options

Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0)]
Sums = tuple[Count, Count]
Seconds = Annotated[float, Meta(ge=0)]
Hands = Annotated[tuple[int, ...], BySeat(HandForm, 0)]
NO_HANDS = (0, 0, 0, 0)


def options(hand: HandForm, chain: ChainForm = (), leader: Seat = 0) -> Any:
    """`options`: all `[tile, end]`, the end null for the first tile (§5)."""
    return {"options": [option_data(option) for option in chains.options(chain, hand, leader)]}


def place(hand: HandForm, tile: Any, chain: ChainForm = (), leader: Seat = 0, side: Any = None) -> Any:
    """`chain`, `end` (null for the first tile) and `ends` after a lay, or the code with which it is refused (§7)."""
    move = parse_lay(tile, side)
    refused = rules.refusal(chain, hand, move)
    if refused or not isinstance(move, Lay):
        return refused
    end = chains.end_for(chain, leader, BY_TEXT[move.tile], move.side)
    after = chains.extended(chain, BY_TEXT[move.tile], end)
    return {"chain": chain_texts(after), "end": end, "ends": chains.ends(after)}


def turn_clock(hand: HandForm, chain: ChainForm = (), leader: Seat = 0) -> Any:
    """`clock` and `limit_s` of a turn (§8); both null for a hand without an option, which has no turn."""
    clock = clock_of(chain, hand)
    return {"clock": clock, "limit_s": clocks.CARD_LIMIT_MS[clock] // 1000 if clock else None}


def system_lay(hand: HandForm, elapsed_s: Seconds, chain: ChainForm = (), leader: Seat = 0) -> Any:
    """`tile` and `end` of what the server lays: the only option, from 6 s on; null before, and on other clocks (§8)."""
    if clock_of(chain, hand) != "single" or elapsed_s * 1000 < clocks.CARD_SYSTEM_PLAY_MS:
        return None
    ((tile, end),) = map(option_data, chains.options(chain, hand, leader))
    return {"tile": tile, "end": end}


def after_lay(chain: ChainForm, seat: Seat, hands: Hands = NO_HANDS, leader: Seat = 0) -> Any:
    """`result` of a lay by `seat`: null with `turn` and `passed` (in order), `run_out` or `block` (§6)."""
    must(bool(chain), "chain: nothing has been laid")
    ending, turn, passed = rules.after_lay(chain, hands, seat)
    return {"result": ending} if ending else {"result": None, "turn": turn, "passed": passed}


def score_hand(target: Target, result: Ending, seat: Seat, hands: Hands = NO_HANDS) -> Any:
    """`winner_side` (or null), `points` and `entry` of a hand that `seat` ran out or blocked (§9)."""
    found = rules.score(target, result, seat, hands)
    return {"winner_side": found.side, "points": found.points, "entry": found.entry}


def match_end(target: Target, totals: Sums | None = None, hands_won: Sums | None = None) -> Any:
    """`over`, `winner_side` (or null) and `final` per side: pips cut to the target, or hands (§10)."""
    sums = present(hands_won if target == "runout" else totals, "totals, hands_won")
    winner = SCORING[target].winner(sums)
    return {"over": winner is not None, "winner_side": winner, "final": SCORING[target].final(sums)}


def runout_board(hands_won: Sums) -> Any:
    """`cells` per side: `0`, `20`, `40`, `60`, `ADV`, `WIN` (§10)."""
    return {"cells": run_out.cells(hands_won)}


def next_leader(leader: Seat) -> Any:
    """`leader` of the hand after one that `leader` led (§4)."""
    return {"leader": rules.next_leader(leader)}


def seating_after(
    choice: Literal["rematch", "rotate"], seats: Annotated[list[Any], Meta(min_length=4, max_length=4)], organizer: Seat
) -> Any:
    """`seats` (names by seat, in the form in which they were given) and `organizer` (seat) of the next match at the
    table (§10)."""
    players, place_of = seating.seating_after(choice, seats, organizer)
    return {"seats": players, "organizer": place_of}


OF_A_TURN = options, place, turn_clock, system_lay, after_lay, score_hand
CALCULATIONS = (validate_options, *OF_A_TURN, match_end, runout_board, next_leader, seating_after)
