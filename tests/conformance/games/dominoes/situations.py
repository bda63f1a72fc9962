"""A moment of a match as plain data in the rules' state names (RULES.md §3).

Beside those names: `timeouts`, `removed`, and for what a moment alone does not tell `deal`, `lacks`, `first` and
`records`. Whatever is left out follows from the rest as far as it can; tiles may be missing, but none may be there
twice.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.kernel.seats import Seat
from services.tables.games.api import ClockClass, Hand
from services.tables.games.dominoes import hand_end, rules
from services.tables.games.dominoes.chain import Chain, chain_of_texts, chain_texts, clock_of, fitting, laid_tiles
from services.tables.games.dominoes.scoring import Ending, Entry, Totals
from services.tables.games.dominoes.state import SCORING, Options, Phase, State, Target
from services.tables.games.dominoes.tiles import HAND_TILES, VALUES, mask_of_texts
from tests.conformance.by_seat import known, must
from tests.conformance.toolkit import moment as moments
from tests.conformance.toolkit.situation import Situation

SEATS = range(4)
Texts = tuple[str, ...]


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    seldom = ("removed", "totals", "hands_won", "deal", "lacks", "first", "records")

    phase: Phase | None = None
    hand_number: int | None = None
    leader: Seat | None = None
    turn: Seat | None = None
    hands: dict[Seat, Texts] = {}
    chain: Texts = ()
    passed: tuple[Seat, ...] | None = None
    last_lay: Seat | None = None
    totals: Totals | None = None
    hands_won: Totals | None = None
    entries: tuple[Entry, ...] = ()
    clock: ClockClass | None = None
    deal: dict[Seat, Texts] = {}
    lacks: dict[Seat, tuple[int, ...]] | None = None
    first: int = 0
    records: tuple[Hand, ...] | None = None


class _Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is recorded of a hand (tally.py); of one that only its entry tells of, nothing else."""

    entry: Entry
    leader: Seat = 0
    deal: dict[str, Texts] = {}
    result: Ending = "block"
    seat: Seat = 0
    left: dict[str, Texts] = {}
    pips: Totals = (0, 0)


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    lacks = {str(seat): [value for value in VALUES if bits >> value & 1] for seat, bits in enumerate(state.lacks)}
    counted = any("result" in hand.data for hand in state.scored)
    return moments.written(
        moment,
        Data,
        hands=hand_end.by_seat(state.hands),
        chain=chain_texts(state.chain),
        totals=None if state.target == "runout" else state.totals,
        hands_won=state.totals if state.target == "runout" else None,
        deal=hand_end.by_seat(state.dealt),
        lacks=lacks if any(state.lacks) else None,
        records=state.scored if counted else None,
    )


def _state(options: Options, given: Data) -> State:
    """Everything as given, and what follows from it."""
    target = options.target
    totals = _totals(target, given)
    chain = known(chain_of_texts(given.chain), "chain")
    must(not chain or bool(given.hands), "chain")
    hands, dealt = _hands(given.hands, "hands"), _hands(given.deal, "deal")
    for name in ("turn", "passed", "last_lay", "clock", "lacks"):
        must(bool(hands) or getattr(given, name) in (None, (), {}), name)
    must(0 <= given.first < max(1, len(chain)), "first")
    _check_tiles(chain, hands, dealt)
    must(len(set(given.removed)) < 2, "removed")
    winner = SCORING[target].winner(totals)
    left = given.removed[0] if given.removed and winner is None else None
    state = State(
        target,
        hand_number=len(given.entries) + 1,
        leader=_leader(given, chain, hands),
        dealt=dealt or (hands if not chain else ()),
        hands=hands,
        chain=chain,
        totals=totals,
        **moments.same(given, "last_lay", "entries", "first"),
        scored=_scored(given),
        winner=winner if left is None else 1 - left % 2,
        left=left,
    )
    state = _at_its_turn(state, given) if hands else state
    return _numbered(state, given)


def _totals(target: Target, given: Data) -> Totals:
    """As given, else the sum of the entries, of which some may be missing; the winners' is the target."""
    name, other = ("hands_won", "totals") if target == "runout" else ("totals", "hands_won")
    must(getattr(given, other) is None, other)
    sums = [0, 0]
    for entry in given.entries:
        must(_is_written(target, entry), "entries")
        if entry != "C":
            sums[entry[0]] += entry[1]
    counted = SCORING[target].final((sums[0], sums[1]))
    totals: Totals = getattr(given, name) or counted
    must(all(total >= known for total, known in zip(totals, counted, strict=True)), name)
    return SCORING[target].final(totals)


def _is_written(target: Target, entry: Entry) -> bool:
    """Whether a hand of this target may be written down like that."""
    if entry == "C":
        return target == "runout"
    return entry[0] in (0, 1) and (entry[1] == 1 if target == "runout" else entry[1] >= 0)


def _hands(given: Mapping[Seat, Texts], name: str) -> tuple[int, ...]:
    """Hands by seat as masks: of all four, or of none."""
    if not given:
        return ()
    must(sorted(given) == list(SEATS), name)
    masks = [mask_of_texts(given[seat]) for seat in SEATS]
    found = tuple(mask for mask in masks if mask is not None and mask.bit_count() <= HAND_TILES)
    must(len(found) == len(masks), name)
    return found


def _check_tiles(chain: Chain, hands: tuple[int, ...], dealt: tuple[int, ...]) -> None:
    """No tile is in two places, and those that have left the hands as they were dealt are in the chain."""
    laid, seen = laid_tiles(chain), laid_tiles(chain)
    for hand in hands:
        must(not seen & hand, "hands")
        seen |= hand
    if dealt:
        fits = bool(hands) and all(not hand & ~deal for hand, deal in zip(hands, dealt, strict=True))
        gone = [deal & ~hand for hand, deal in zip(hands, dealt, strict=True)] if fits else []
        must(fits and sum(gone) == laid, "deal")


def _leader(given: Data, chain: Chain, hands: tuple[int, ...]) -> Seat | None:
    """As given; with tiles and without a name, who is to open, else seat 0."""
    must(given.leader in (None, *SEATS), "leader")
    if given.leader is None and hands:
        return given.turn if not chain and given.turn in SEATS else 0
    return given.leader


def _scored(given: Data) -> tuple[Hand, ...]:
    """The hands counted so far: as recorded, else as far as the entries tell."""
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
    by_side = (points, 0) if side == 0 else (0, points)
    return Hand(number, side if points else None, by_side, {"entry": [side, points]})


def _at_its_turn(state: State, given: Data) -> State:
    """The dealt hand at its turn, or ended."""
    must(given.last_lay in (None, *SEATS) and (given.last_lay is None or bool(state.chain)), "last_lay")
    ending = _ending(state, given)
    if ending or state.left is not None:
        must(given.turn is None, "turn")
        passed = _stuck(state, given.passed or ()) if state.left is not None else ()
        return _with_passes(msgspec.structs.replace(state, ended=ending, passed=passed), given)
    must(all(state.hands), "hands")
    turn = _turn(state, given)
    clock = clock_of(state.chain, state.hands[turn])
    must(clock is not None, "turn")
    passed = _passed(state, given, turn)
    must(given.clock in (None, clock), "clock")
    return _with_passes(msgspec.structs.replace(state, turn=turn, clock=clock, passed=passed), given)


def _ending(state: State, given: Data) -> Ending | None:
    """How the hand ended, if it did: somebody has no tile left, or nobody has one that fits."""
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
    must(turn in SEATS and (bool(state.chain) or turn == state.leader), "turn")
    return turn or 0


def _passed(state: State, given: Data, turn: Seat) -> tuple[Seat, ...]:
    """As given, else the seats between the last lay and the turn; none of them has an option."""
    if given.passed is not None:
        passed = given.passed
    elif state.last_lay is None:
        return ()
    else:
        between = (turn - state.last_lay - 1) % 4
        passed = tuple((state.last_lay + step) % 4 for step in range(1, between + 1))
    return _stuck(state, passed)


def _stuck(state: State, passed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats that passed: each once, none with an option, and nobody before there is a tile to follow."""
    alone = len(set(passed)) == len(passed) and (bool(state.chain) or not passed)
    must(alone and all(seat in SEATS and not fitting(state.chain, state.hands[seat]) for seat in passed), "passed")
    return passed


def _with_passes(state: State, given: Data) -> State:
    """The values on which seats were skipped: as given, else those of the seats skipped now."""
    if given.lacks is not None:
        fits = set(given.lacks) <= set(SEATS) and all(set(each) <= set(VALUES) for each in given.lacks.values())
        must(fits, "lacks")
        lacks = tuple(sum(1 << value for value in set(given.lacks.get(seat, ()))) for seat in SEATS)
    else:
        lacks = rules.lacking(state.lacks, state.chain, state.passed) if state.passed else state.lacks
    return msgspec.structs.replace(state, lacks=lacks)


def _numbered(state: State, given: Data) -> State:
    """The hand's number: as given, else by the entries, among which an ended hand is already."""
    counted = len(given.entries)
    number = max(1, counted + (not state.ended)) if given.hand_number is None else given.hand_number
    must(number >= max(1, counted), "hand_number")
    state = msgspec.structs.replace(state, hand_number=number)
    must(given.phase in (None, state.phase), "phase")
    must(state.winner is None or state.turn is None, "phase")
    return state


read = moments.reader(Data, _state, 4)
