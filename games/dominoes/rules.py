"""The rules: turns, what is allowed, passes, how hands and matches end (RULES.md §1–§10)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.api import (
    Action,
    Decide,
    Draw,
    Drawn,
    Due,
    Elapsed,
    Hand,
    Left,
    Next,
    Over,
    Progress,
    Result,
    Unreadable,
    Wait,
)
from games.dominoes.chain import Chain, clock_of, end_for, ends, extended, fits
from games.dominoes.chain import options as options_of
from games.dominoes.moves import SIDES, Lay
from games.dominoes.scoring import Ending, Score, Totals
from games.dominoes.state import SCORING, Options, State, Target
from games.dominoes.tiles import BY_TEXT, SUITS, TEXTS, TILES, deal, pips, texts
from games.toolkit.options import chosen_options
from games.toolkit.refusals import BAD_PARAMETERS, MATCH_OVER, NOT_YOUR_TURN, WRONG_PHASE
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

SEATS = frozenset(range(4))
PAUSE_MS = 8_000
"""Between two hands: time to read the tally."""

DRAW_LEADER = Draw(hand=1, purpose="leader", kind="below", n=4)

ILLEGAL_MOVE = Refusal("illegal_move")
TILE_NOT_IN_HAND = Refusal("tile_not_in_hand")
TILE_NOT_SUITABLE = Refusal("tile_not_suitable")
SIDE_NOT_SUITABLE = Refusal("side_not_suitable")
SIDE_REQUIRED = Refusal("side_required")


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """The target; anything else is `options_invalid`. The platform's settings change nothing here."""
    return chosen_options(Options, raw)


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite each other."""
    return ((0, 2), (1, 3))


def start(options: Options) -> State:
    """Nothing is dealt; the leader of the first hand is not drawn yet."""
    return State(options.target)


def next_(state: State) -> Next:
    """The first leader's draw; then for each hand its deal, tiles of the seats on turn, and a pause."""
    if state.turn is not None and state.clock is not None:
        return Decide((Due(state.turn, state.number, state.clock),))
    if state.winner is not None:
        return Over(result(state))
    if state.ended:
        return Wait(state.number, PAUSE_MS)
    if state.leader is None:
        return DRAW_LEADER
    return Draw(hand=state.hand_number, purpose="deal", kind="shuffle", n=TILES)


def next_leader(leader: Seat) -> Seat:
    """The seat to the right of the last leader (RULES.md §4)."""
    return (leader + 1) % 4


# --- moves ---


def check(state: State, seat: Seat, move: Lay | Unreadable) -> Refusal | None:
    """Why not, first hit: `match_over`, `wrong_phase`, `not_your_turn`, `bad_parameters`, `tile_not_in_hand`,
    `tile_not_suitable`, `side_not_suitable`, `side_required`; a move that this game does not have is
    `illegal_move`, asked after `match_over` (RULES.md §7)."""
    if state.winner is not None:
        return MATCH_OVER
    if isinstance(move, Unreadable) and move.move != "lay":
        return ILLEGAL_MOVE
    if state.ended:
        return WRONG_PHASE
    if seat != state.turn:
        return NOT_YOUR_TURN
    return refusal(state.chain, state.hands[seat], move)


def refusal(chain: Chain, hand: int, move: Lay | Unreadable) -> Refusal | None:
    """Why the holder of a hand may not lay this on a chain."""
    if isinstance(move, Unreadable):
        return BAD_PARAMETERS
    tile = BY_TEXT[move.tile]
    if not hand >> tile & 1:
        return TILE_NOT_IN_HAND
    if not chain:
        return None
    up, down = fits(chain, tile, "up_left"), fits(chain, tile, "down_right")
    if not up and not down:
        return TILE_NOT_SUITABLE
    if move.side is None:
        different = chain[0] // 7 != chain[-1] % 7
        return SIDE_REQUIRED if up and down and different else None
    return None if (up if move.side == "up_left" else down) else SIDE_NOT_SUITABLE


def legal(state: State, seat: Seat) -> Iterator[Lay]:
    """Every lay that would be accepted, each option's shortest form first; a side that is ignored may be named."""
    if seat != state.turn:
        return
    chain = state.chain
    apart = bool(chain) and chain[0] // 7 != chain[-1] % 7
    for tile, end in options_of(chain, state.hands[seat], state.leader or 0):
        text = TEXTS[tile]
        if not apart:
            yield from (Lay(text, side) for side in SIDES)
            continue
        if not (fits(chain, tile, "up_left") and fits(chain, tile, "down_right")):
            yield Lay(text)
        yield Lay(text, end)


def apply(state: State, actor: Seat | None, action: Lay | Action) -> State:
    """The state after a lay, a draw, the end of the pause, or a seat's leaving."""
    if isinstance(action, Lay):
        return _lay(state, action)
    if isinstance(action, Drawn):
        return _drawn(state, action.values)
    if isinstance(action, Elapsed):
        return _next_hand(state)
    if isinstance(action, Left):
        return _left(state, action.seat)
    raise ValueError(f"dominoes asks for nothing that is answered by {action}")


def _drawn(state: State, values: tuple[int, ...]) -> State:
    """The first leader, or a hand's deal, after which the leader is on turn with all of its tiles."""
    if state.leader is None:
        return State(state.target, leader=values[0])
    hands = deal(values)
    clock = clock_of((), hands[state.leader])
    return msgspec.structs.replace(state, dealt=hands, hands=hands, turn=state.leader, clock=clock)


def _next_hand(state: State) -> State:
    """The pause is over: the seat at the last leader's right hand leads the next hand."""
    return State(
        state.target,
        state.hand_number + 1,
        next_leader(state.leader or 0),
        number=state.number + 1,
        totals=state.totals,
        entries=state.entries,
        scored=state.scored,
    )


def _left(state: State, seat: Seat) -> State:
    """The other side has won."""
    if state.winner is not None:
        return state
    return msgspec.structs.replace(state, turn=None, clock=None, winner=1 - seat % 2, left=seat)


def _lay(state: State, move: Lay) -> State:
    """The tile of the seat on turn; then who is skipped, and who is on turn or how the hand has ended."""
    seat, leader, tile = state.turn or 0, state.leader or 0, BY_TEXT[move.tile]
    end = end_for(state.chain, leader, tile, move.side)
    chain = extended(state.chain, tile, end)
    own = state.hands[seat] ^ 1 << tile
    hands = (*state.hands[:seat], own, *state.hands[seat + 1 :])
    ending, turn, passed = after_lay(chain, hands, seat)
    laid = State(
        state.target,
        state.hand_number,
        leader,
        turn,
        state.number + 1,
        state.dealt,
        hands,
        chain,
        passed,
        lacking(state.lacks, chain, passed) if passed else state.lacks,
        seat,
        None if turn is None else clock_of(chain, hands[turn]),
        ending,
        state.totals,
        state.entries,
        state.scored,
        first=state.first + (end == "up_left"),
    )
    return laid if ending is None else _scored(laid, ending, seat)


def after_lay(chain: Chain, hands: tuple[int, ...], seat: Seat) -> tuple[Ending | None, Seat | None, tuple[Seat, ...]]:
    """What follows the lay of a seat: how the hand ended, or who is on turn, and who was skipped (RULES.md §6)."""
    if not hands[seat]:
        return "run_out", None, ()
    up, down = ends(chain)
    fitting = SUITS[up] | SUITS[down]
    for step in range(1, 5):
        turn = (seat + step) % 4
        if hands[turn] & fitting:
            return None, turn, tuple((seat + skipped) % 4 for skipped in range(1, step))
    return "block", None, ()


def lacking(lacks: tuple[int, ...], chain: Chain, passed: tuple[Seat, ...]) -> tuple[int, ...]:
    """By seat, the values it was skipped on, with those at the ends now for the seats skipped now."""
    up, down = ends(chain)
    shown = 1 << up | 1 << down
    return tuple(known | shown if seat in passed else known for seat, known in enumerate(lacks))


def _scored(laid: State, ending: Ending, seat: Seat) -> State:
    """The hand is counted and written down; perhaps the match is won."""
    found = score(laid.target, ending, seat, laid.hands)
    totals = added(laid.target, laid.totals, found)
    hand = counted_hand(laid.hand_number, laid.leader or 0, laid.dealt, laid.hands, ending, seat, found)
    return msgspec.structs.replace(
        laid,
        totals=totals,
        entries=(*laid.entries, found.entry),
        scored=(*laid.scored, hand),
        winner=SCORING[laid.target].winner(totals),
    )


# --- the end of a hand: what is counted and written (RULES.md §9, §10) ---


def side_pips(hands: tuple[int, ...]) -> Totals:
    """The pips that the partners of each side have left together."""
    return pips(hands[0]) + pips(hands[2]), pips(hands[1]) + pips(hands[3])


def score(target: Target, ending: Ending, seat: Seat, hands: tuple[int, ...]) -> Score:
    """The score of a hand that `seat` ran out or blocked."""
    return SCORING[target].score(ending, seat, side_pips(hands))


def added(target: Target, totals: Totals, found: Score) -> Totals:
    """The totals after a hand, the winners' final sum cut to the target."""
    if found.side is None:
        return totals
    own = totals[found.side] + found.points
    return SCORING[target].final((own, totals[1]) if found.side == 0 else (totals[0], own))


def counted_hand(
    number: int, leader: Seat, dealt: tuple[int, ...], hands: tuple[int, ...], ending: Ending, seat: Seat, found: Score
) -> Hand:
    """A hand as it is recorded: who led, the deal from which statistics are made, how it ended, what was left."""
    points = (found.points, 0) if found.side == 0 else (0, found.points)
    data: dict[str, Any] = {
        "leader": leader,
        "deal": by_seat(dealt),
        "result": ending,
        "seat": seat,
        "left": by_seat(hands),
        "pips": list(side_pips(hands)),
        "entry": entry_data(found),
    }
    return Hand(number, found.side, points, data)


def entry_data(found: Score) -> Any:
    """An entry as plain data: `[side, number]` or `"C"`."""
    return found.entry if found.entry == "C" else list(found.entry)


def by_seat(hands: tuple[int, ...]) -> dict[str, list[str]]:
    """Hands as plain data: `{"0": ["6-4", …], …}`."""
    return {str(seat): list(texts(mask)) for seat, mask in enumerate(hands)}


# --- the end of a match ---


def result(state: State) -> Result:
    """How an ended match ended: `won`, or `forfeited` by leaving; points are final pips or hands won."""
    reason = "won" if state.left is None else "forfeited"
    return Result((1, 2, 1, 2) if state.winner == 0 else (2, 1, 2, 1), state.totals, reason)


def progress(state: State) -> Progress:
    """The first round is done when the first hand was counted, a block nobody won included (RULES.md §2)."""
    return Progress(
        hand=state.hand_number,
        active=SEATS if state.left is None else SEATS - {state.left},
        first_round_done=bool(state.hand_number > 1 or state.scored),
        points=state.totals,
        hands=state.scored,
    )


def timed_out(state: State, seat: Seat) -> tuple[Lay, ...]:
    """The server lays the only tile that can be laid; on the other clocks nothing (RULES.md §8)."""
    if seat != state.turn or state.clock != "single":
        return ()
    ((tile, _end),) = options_of(state.chain, state.hands[seat], state.leader or 0)
    return (Lay(TEXTS[tile]),)
