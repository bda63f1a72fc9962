"""A moment of a match as plain data in the rules' state names (RULES.md §14).

Beside those names, for what a moment alone does not show: `eliminated`, `hand_number`, `aside`, `barred`, `busy`,
`quiet_turns`, `turns`, `turned`, `ended`, `records`, `last_move`, `number`, `removed`, `forfeited`. What is left out is
empty or 0; cards may be missing, but no face may be there more often than two packs have it.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated, Any

import msgspec

from games.api import Hand as CountedHandData
from games.koumkan import rules, scoring
from games.koumkan.hand_splits import HAND_MAX
from games.koumkan.meld_rules import is_indicator, read_meld
from games.koumkan.state import HandEnd, LastMove, Lying, Options, Phase, State
from games.koumkan.view_parts import CountedHand
from games.toolkit.double_deck import COPIES, TEXT, Card, Undealt, texts
from services.kernel.seats import Seat
from tests.conformance.forms import BySeat, Form, Match, Record, must
from tests.conformance.moments import Example, MomentData, build_state
from tests.conformance.toolkit.cards_of_two_packs import (
    Cards,
    Face,
    Hand,
    Melds,
    NamedCards,
    card_in,
    face,
    laid,
    stock_of,
    turned_of,
)


def _met(text: str, match: Match) -> Card | None:
    """The indicator, which is one of the cards."""
    found = match.undealt.cards([text])
    return found[0] if found else None


class Data(MomentData, frozen=True):
    """The names of a moment. Cards are met in the order of these names."""

    ignored = (
        *("legal", "hand_sizes", "discard_top", "discard_count", "hand_end", "out_seat", "counts"),
        *("match_end", "winner", "places", "auto"),
    )
    only_if_set = (
        *("removed", "aside", "barred", "quiet_turns", "turns", "turned", "ended", "records", "last_move"),
        *("number", "forfeited"),
    )

    to_move: Annotated[Seat, Form(Seat, field="turn")] | None = None
    phase: Phase | None = None
    active: tuple[Seat, ...] | None = None
    indicator: Annotated[Card, Form(str, _met, face, of_match=True)] | None = None
    hands: Annotated[tuple[tuple[Card, ...], ...], BySeat(Hand, (), empty=True)] = ()
    table: Melds = ()
    melded: tuple[Seat, ...] | None = None
    discard: Annotated[Cards, Form(Cards, field="pile")] = ()
    aside: Cards = ()
    stock: Cards = ()
    stock_count: int | None = None
    reshuffled: bool = False
    drawn: Face | None = None
    taken_from_discard: Annotated[str, Form(str, write=face, field="taken")] | None = None
    totals: Annotated[tuple[int, ...], BySeat(int, 0)] = ()
    dealer: Seat | None = None
    first_round_done: bool = True
    eliminated: tuple[tuple[Seat, ...], ...] | None = None
    hand_number: int = 1
    barred: str | None = None
    busy: bool | None = None
    quiet_turns: int = 0
    turns: tuple[int, ...] = ()
    turned: tuple[Seat, ...] = ()
    ended: HandEnd | None = None
    records: Annotated[tuple[CountedHandData, ...], Form(tuple[CountedHandData, ...], field="scored")] = ()
    last_move: Annotated[LastMove, Record(LastMove, cards=NamedCards)] | None = None
    number: int = 0
    forfeited: bool = False


def match_of(options: Options) -> Match:
    """The three games have the same terms."""
    terms = rules.terms_of(options)
    return Match(terms.seats, terms, Undealt(), frozenset(COPIES))


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it."""
    return {
        "active": sorted(rules.progress(state).active),
        "table": [
            {"id": each.id, "owner": each.owner, "kind": each.meld.kind, "cards": texts(each.meld.cards)}
            for each in state.table
        ],
        "totals": state.totals or (0,) * state.terms.seats,
        "first_round_done": rules.first_round_done(state),
    }


def chance(state: State) -> tuple[int, ...] | None:
    """Discards that become the stock keep their order, where chance would shuffle them."""
    return tuple(range(len(state.stock))) if state.phase == "reshuffle" else None


def ended(state: State) -> State:
    """The state of a match that is void because a seat has left."""
    return msgspec.structs.replace(state, phase="match_over", turn=None)


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    hands, totals = given.hands or ((),) * match.seats, given.totals or (0,) * match.seats
    _check(given, match, hands)
    eliminated = _eliminated(given, match, totals)
    active = [seat for seat in range(match.seats) if not any(seat in group for group in eliminated)]
    phase = _phase(given)
    turn = _turn(given, match, phase, active)
    none_taken = given.drawn is given.taken_from_discard is None
    must(turn is not None or phase == "match_over" or none_taken, "drawn, taken_from_discard")
    undealt = phase == "deal" or (phase == "match_over" and not given.hands)
    own = hands[turn] if turn is not None else tuple(chain(*hands))  # a match may end in the middle of a turn
    drawn, taken = given.drawn, given.taken_from_discard
    table = laid(((each.owner, each) for each in given.table), lambda meld: read_meld(meld.cards, meld.kind), Lying)
    state: State = build_state(
        State,
        given,
        terms=match.terms,
        phase=phase,
        dealer=0 if given.dealer is None and not undealt else given.dealer,
        turn=turn,
        eliminated=eliminated,
        hands=() if undealt else hands,
        stock=stock_of(given, match),
        table=table,
        melded=tuple(dict.fromkeys(each.owner for each in table)) if given.melded is None else given.melded,
        drawn=None if drawn is None else card_in(own, drawn, "drawn"),
        taken=None if taken is None else card_in(own, taken, "taken_from_discard"),
        barred=_barred(given, own),
        busy=drawn is not None if given.busy is None else given.busy,
        turns=given.turns or (() if undealt else (0,) * match.seats),
        turned=turned_of(given, active, match.seats),
        totals=totals,
    )
    return state


def _check(given: Data, match: Match, hands: Sequence[tuple[Card, ...]]) -> None:
    """What does not hang on the phase. Where hands are split, none has more than ten cards, or eleven where a card
    has been drawn."""
    game, seats = match.terms.game, match.seats
    playing = given.phase == "play" or given.drawn is not None
    turn = min(given.active or (0,)) if given.to_move is None else given.to_move
    fits = all(len(hand) < HAND_MAX + (playing and seat == turn) for seat, hand in enumerate(hands))
    must(game == "koumkan" or fits, "hands")
    indicator = given.indicator
    must(indicator is None or (game != "koumkan" and is_indicator(game, indicator)), "indicator")
    must(not given.table or game == "koumkan", "table")
    must(_are_seats((meld.owner for meld in given.table), seats), "table")
    melded = given.melded or ()
    must(_are_seats(melded, seats) and len({*melded}) == len(melded), "melded")
    must(given.dealer is None or _are_seats([given.dealer], seats), "dealer")
    must(len(given.turns) in (0, seats), "turns")
    must(given.last_move is None or _are_seats([given.last_move.seat], seats), "last_move")
    for hand in given.records:
        must(len(hand.points) == seats, "records")
        msgspec.convert(hand.data, CountedHand)


def _are_seats(found: Iterable[Seat], seats: int) -> bool:
    return {*found} <= {*range(seats)}


def _eliminated(given: Data, match: Match, totals: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """The seats that are out; where only `active` is given, or totals at the end, the higher total went out first."""
    seats = {*range(match.seats)}
    must(_are_seats(given.active or (), match.seats), "active")
    if given.eliminated is None:
        over = given.phase == "match_over"
        fallen = {seat for seat in seats if over and totals[seat] >= match.terms.target_score}
        out = fallen if given.active is None else seats - {*given.active}
        return scoring.places_by({seat: totals[seat] for seat in sorted(out)})
    named = [seat for group in given.eliminated for seat in group]
    must(len({*named}) == len(named) and {*named} <= seats, "eliminated")
    must(given.active is None or {*named} == seats - {*given.active}, "eliminated")
    return given.eliminated


def _phase(given: Data) -> Phase:
    phase = given.phase
    if phase is None:
        playing = given.drawn is not None or given.taken_from_discard is not None
        phase = "play" if playing else "draw" if given.hands or given.to_move is not None else "deal"
    must((given.ended is not None) == (phase == "hand_end") or phase == "match_over", "ended")
    must(not given.forfeited or phase == "match_over", "forfeited")
    return phase


def _turn(given: Data, match: Match, phase: Phase, active: Sequence[Seat]) -> Seat | None:
    turn = given.to_move
    if phase not in ("draw", "play", "indicator", "reshuffle"):
        must(turn is None or (phase == "match_over" and _are_seats([turn], match.seats)), "to_move")
        return None
    must(len(active) > 1, "active")
    turn = active[0] if turn is None else turn
    must(turn in active, "to_move")
    return turn


def _barred(given: Data, hand: Sequence[Card]) -> str | None:
    """The face taken from the discard pile, unless another copy is held beside it."""
    taken = given.taken_from_discard
    if given.barred is not None:
        must(given.barred == taken, "barred")
        return given.barred
    if taken is None or given.busy is not None:
        return None
    return taken if sum(TEXT[card] == taken for card in hand) < 2 else None


EXAMPLE = Example(
    {"seats": 2},
    {"to_move": 0, "phase": "play", "stock_count": 9, "discard": ["2s"]},
    {"hands": [["Tc", "9d"], ["7s"]], "timeouts": [1, 0], "totals": [10, 20]},
    {"move": "discard", "card": "9d"},
    "close_hand",
    {"totals": [10, 20], "hand_points": [0, 5]},
)
