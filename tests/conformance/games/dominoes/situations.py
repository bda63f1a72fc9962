"""A moment of a match as plain data in the rules' state names (RULES.md §3).

Beside those names: `timeouts`, `removed`, and for what a moment alone does not show `deal`, `lacks`, `first` and
`records`. Whatever is left out follows from the rest as far as it can; tiles may be missing, but none may be there
twice.
"""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from games.api import ClockClass, Hand
from games.dominoes import rules
from games.dominoes.chain import Chain, chain_of_texts, chain_texts, clock_of, fitting, laid_tiles
from games.dominoes.scoring import Ending, Entry, Totals
from games.dominoes.state import SCORING, Phase, State, Target
from games.dominoes.tiles import HAND_TILES, VALUES, mask_of_texts, texts
from services.kernel.seats import Seat
from tests.conformance.forms import BySeat, Form, Match, must
from tests.conformance.moments import Example, MomentData, build_state

SEATS = 4
NUMBERS = range(SEATS)
Texts = tuple[str, ...]
ChainForm = Annotated[Chain, Form(Texts, chain_of_texts, chain_texts)]
HandForm = Annotated[int, Form(Texts, mask_of_texts, texts)]
Hands = Annotated[tuple[int, ...], BySeat(HandForm, empty=True)]
Lacking = Form(
    tuple[int, ...],
    lambda values: sum(1 << value for value in {*values}) if {*values} <= {*VALUES} else None,
    lambda bits: [value for value in VALUES if bits >> value & 1],
)


class Data(MomentData, frozen=True):
    """The names of a moment."""

    only_if_set = ("removed", "totals", "hands_won", "deal", "lacks", "first", "records")

    phase: Phase | None = None
    hand_number: int | None = None
    leader: Seat | None = None
    turn: Seat | None = None
    hands: Hands = ()
    chain: ChainForm = ()
    passed: tuple[Seat, ...] | None = None
    last_lay: Seat | None = None
    totals: Totals | None = None
    hands_won: Totals | None = None
    entries: tuple[Entry, ...] = ()
    clock: ClockClass | None = None
    deal: Annotated[Hands, BySeat(HandForm, empty=True, field="dealt")] = ()
    lacks: Annotated[tuple[int, ...], BySeat(Annotated[int, Lacking], 0, empty=True)] | None = None
    first: int = 0
    records: Annotated[tuple[Hand, ...], Form(tuple[Hand, ...], field="scored")] | None = None


class _Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is recorded of a hand (tally.py); of a hand known only by its entry, nothing else."""

    entry: Entry
    leader: Seat = 0
    deal: dict[str, Texts] = {}
    result: Ending = "block"
    seat: Seat = 0
    left: dict[str, Texts] = {}
    pips: Totals = (0, 0)


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it, or not at all."""
    left_out: dict[str, Any] = {} if any(state.lacks) else {"lacks": None}
    if not any("result" in hand.data for hand in state.scored):
        left_out["records"] = None
    totals = ("hands_won", "totals") if state.target == "runout" else ("totals", "hands_won")
    return left_out | {totals[0]: state.totals, totals[1]: None}


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    target, chain, hands = match.terms.target, given.chain, given.hands
    must(not chain or bool(hands), "chain")
    for name in ("turn", "passed", "last_lay", "clock", "lacks"):
        must(bool(hands) or getattr(given, name) in (None, ()), name)
    for name in ("leader", "last_lay"):
        must(getattr(given, name) in (None, *NUMBERS), name)
    must(0 <= given.first < max(1, len(chain)), "first")
    _check_tiles(given)
    must(len(set(given.removed)) < 2, "removed")
    totals = _totals(target, given)
    winner = SCORING[target].winner(totals)
    left = given.removed[0] if given.removed and winner is None else None
    first = given.turn if not chain and given.turn in NUMBERS else 0
    state: State = build_state(
        State,
        given,
        target=target,
        hand_number=len(given.entries) + 1,
        leader=first if given.leader is None and hands else given.leader,
        turn=None,
        clock=None,
        passed=(),
        lacks=(0,) * SEATS,
        dealt=given.deal or (hands if not chain else ()),
        totals=totals,
        scored=_scored(given),
        winner=winner if left is None else 1 - left % 2,
        left=left,
    )
    state = _at_its_turn(state, given) if hands else state
    counted = len(given.entries)  # an ended hand is among them already
    number = max(1, counted + (not state.ended)) if given.hand_number is None else given.hand_number
    must(number >= max(1, counted), "hand_number")
    must(given.phase in (None, state.phase) and (state.winner is None or state.turn is None), "phase")
    return replace(state, hand_number=number)


def _totals(target: Target, given: Data) -> Totals:
    """As given, else the sum of the entries, of which some may be missing; the winners' is the target."""
    name, other = ("hands_won", "totals") if target == "runout" else ("totals", "hands_won")
    must(getattr(given, other) is None, other)
    sums = [0, 0]
    for entry in given.entries:
        if entry == "C":
            must(target == "runout", "entries")
        else:
            must(entry[0] in (0, 1) and (entry[1] == 1 if target == "runout" else entry[1] >= 0), "entries")
            sums[entry[0]] += entry[1]
    counted = SCORING[target].final((sums[0], sums[1]))
    totals: Totals = getattr(given, name) or counted
    must(totals[0] >= counted[0] and totals[1] >= counted[1], name)
    return SCORING[target].final(totals)


def _check_tiles(given: Data) -> None:
    """Hands are of all four or of none, no tile is in two places, and those that have left the hands as they were
    dealt are in the chain."""
    for name, hands in (("hands", given.hands), ("deal", given.deal)):
        must(all(hand is not None and hand.bit_count() <= HAND_TILES for hand in hands), name)
    laid = seen = laid_tiles(given.chain)
    for hand in given.hands:
        must(not seen & hand, "hands")
        seen |= hand
    if given.deal:
        pairs = list(zip(given.hands, given.deal, strict=False))
        must(bool(pairs) and not any(hand & ~deal for hand, deal in pairs), "deal")
        must(sum(deal & ~hand for hand, deal in pairs) == laid, "deal")


def _scored(given: Data) -> tuple[Hand, ...]:
    """The hands counted so far: as recorded, else as far as they follow from the entries."""
    if given.records is None:
        return tuple(_scored_of(number, entry) for number, entry in enumerate(given.entries, 1))
    must(len(given.records) == len(given.entries), "records")
    for hand, entry in zip(given.records, given.entries, strict=True):
        must(hand.data.keys() in ({"entry"}, {*_Counted.__struct_fields__}), "records")
        must(msgspec.convert(hand.data, _Counted).entry == entry, "records")
        must(len(hand.points) == 2 and hand.side in (None, 0, 1), "records")
    return given.records


def _scored_of(number: int, entry: Entry) -> Hand:
    if entry == "C":
        return Hand(number, None, (0, 0), {"entry": entry})
    side, points = entry
    return Hand(number, side if points else None, (points, 0) if side == 0 else (0, points), {"entry": [side, points]})


def _at_its_turn(state: State, given: Data) -> State:
    """The dealt hand at its turn, or ended."""
    must(given.last_lay is None or bool(state.chain), "last_lay")
    ending = _ending(state, given)
    if ending or state.left is not None:
        must(given.turn is None, "turn")
        return _with_passes(
            replace(state, ended=ending), given, given.passed if given.passed and state.left is not None else ()
        )
    must(all(state.hands), "hands")
    turn = _turn(state, given)
    clock = clock_of(state.chain, state.hands[turn])
    must(clock is not None, "turn")
    must(given.clock in (None, clock), "clock")
    passed = given.passed
    if passed is None:  # the seats between the last lay and the turn
        last = turn - 1 if state.last_lay is None else state.last_lay
        passed = tuple((last + step) % SEATS for step in range(1, 1 + (turn - last - 1) % SEATS))
    return _with_passes(replace(state, turn=turn, clock=clock), given, passed)


def _ending(state: State, given: Data) -> Ending | None:
    """How the hand ended, if it did: a seat has no tile left, or no seat has a tile that fits."""
    stuck = bool(state.chain) and not any(fitting(state.chain, hand) for hand in state.hands)
    ending: Ending | None = "run_out" if not all(state.hands) else "block" if stuck else None
    must(state.left is not None or given.phase is None or (given.phase == "hand") == (ending is None), "phase")
    return ending


def _turn(state: State, given: Data) -> Seat:
    """As given, else the leader's before the first tile, else that of the next seat with an option."""
    turn = given.turn
    if turn is None and not state.chain:
        turn = state.leader
    elif turn is None and state.last_lay is not None:
        turn = rules.after_lay(state.chain, state.hands, state.last_lay)[1]
    must(turn in NUMBERS and (bool(state.chain) or turn == state.leader), "turn")
    return turn or 0


def _with_passes(state: State, given: Data, passed: tuple[Seat, ...]) -> State:
    """Seats that passed, each once, none with an option, and none before the first tile; and the values on
    which seats were skipped: as given, else those of the seats skipped now."""
    must(len(set(passed)) == len(passed) and (bool(state.chain) or not passed), "passed")
    must(all(seat in NUMBERS and not fitting(state.chain, state.hands[seat]) for seat in passed), "passed")
    if given.lacks is not None:
        lacks = given.lacks or (0,) * SEATS
    else:
        lacks = rules.lacking(state.lacks, state.chain, passed) if passed else state.lacks
    return replace(state, lacks=lacks, passed=passed)


EXAMPLE = Example(
    {"target": 100},
    {"leader": 0},
    {"hands": [["6-6", "1-0"], ["5-5"], ["4-4"], ["3-3"]], "timeouts": [0, 0, 0, 1]},
    {"move": "lay", "tile": "6-6"},
    "options",
    {"chain": ["6-5"], "hand": ["6-6"], "leader": 0},
)
