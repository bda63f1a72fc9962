"""Moments of a match of two sides in the rules' state names (games/buraco/RULES.md §14).

What is left out, or null, is empty, not taken, not used or 0; cards may be missing, but no face may be there more often
than the deck has it. The seat that was to move when the match ended is ignored. Beside the rules' names, for what a
moment alone does not show: `hand_number`, `starter`, `totals`, `pot`, `barred`, `busy`, `quiet_turns`, `turned`,
`ended`, `records`, `last_move`, `number`, `removed`.
"""

from collections.abc import Callable
from itertools import chain
from typing import Annotated, Any

import msgspec

from games.api import Hand as CountedHand
from games.toolkit.double_deck import CARDS, COPIES, Card, Undealt, texts
from games.toolkit.meld_table import LastMove, Lying, Pot
from games.toolkit.melding.state import HandEnd, Phase, Playing, Terms
from games.toolkit.melds import Meld
from services.kernel.seats import Seat
from tests.conformance.forms import BySeat, Form, Match, Record, must
from tests.conformance.moments import Example, MomentData, build_state
from tests.conformance.toolkit import trials
from tests.conformance.toolkit.cards_of_two_packs import (
    Cards,
    Face,
    GivenMeld,
    Hand,
    Melds,
    NamedCards,
    card_in,
    face,
    laid,
    stock_of,
    turned_of,
)

_IN_TURN = ("play", "match_over")
"""When there may be a card that was drawn, or taken and is barred: a match may end in the middle of a turn."""


class CardGameData(MomentData, frozen=True):
    """What all the games' moments have; a family adds its own names. Cards are met in the order of these names."""

    ignored = trials.BESIDE
    only_if_set = (
        *("removed", "pot", "barred", "busy", "quiet_turns", "turned", "ended"),
        *("records", "last_move", "number"),
    )

    to_move: Annotated[Seat, Form(Seat, field="turn")] | None = None
    phase: Phase | None = None
    hands: Annotated[tuple[tuple[Card, ...], ...], BySeat(Hand, (), empty=True)] = ()
    table: Annotated[tuple[tuple[GivenMeld, ...], ...], BySeat(Melds, (), 2)] = ((), ())
    pile: Cards = ()
    pots: Annotated[tuple[tuple[Card, ...], ...], BySeat(Hand, (), 2, as_list=True)] = ((), ())
    pot_taken: Annotated[tuple[bool, ...], BySeat(bool, False, 2)] = (False, False)
    stock: Cards = ()
    stock_count: int | None = None
    drawn: Face | None = None
    first_round_done: bool = True
    hand_number: int = 1
    starter: Seat | None = None
    totals: Annotated[tuple[int, ...], BySeat(int, 0, 2, as_list=True)] = (0, 0)
    pot: tuple[Pot, Pot] | None = None
    barred: str | None = None
    busy: bool | None = None
    quiet_turns: int = 0
    turned: tuple[Seat, ...] = ()
    ended: HandEnd | None = None
    records: Annotated[tuple[CountedHand, ...], Form(tuple[CountedHand, ...], field="scored")] = ()
    last_move: Annotated[LastMove, Record(LastMove, cards=NamedCards)] | None = None
    number: int = 0


def match_of(terms: Terms, deck: Any = CARDS) -> Match:
    """How many play, and all cards of the deck."""
    return Match(terms.seats, terms, Undealt(deck), frozenset(map(face, deck)))


def written(state: Playing) -> dict[str, Any]:
    """What is written otherwise than the state has it."""
    melds = [(each.side, {"id": each.id, "cards": texts(each.meld.cards)}) for each in state.table]
    return {
        "table": [[meld for owner, meld in melds if owner == side] for side in (0, 1)],
        "pot_taken": [pot != "waiting" for pot in state.pot],
        "first_round_done": len(state.turned) == state.terms.seats,
        "pot": None if state.pot == ("waiting", "waiting") else state.pot,
        "busy": state.busy or None,
        "last_move": state.last_move and _last_move(state.last_move),
    }


def _last_move(last: LastMove) -> dict[str, Any]:
    data = {"seat": last.seat, "move": last.move, "cards": texts(last.cards), "melds": last.melds}
    return data | ({"pot": last.pot} if last.pot else {})


def state_of(
    state_type: Any,
    counted_type: Any,
    read_meld: Callable[[tuple[Card, ...]], Meld | str],
    given: CardGameData,
    match: Match,
    **own: Any,
) -> Any:
    """The state as given, and what follows from it. `counted_type`: of the data of a hand that has been counted;
    `own`: the fields that only this game has. Raises `InvalidDataError` with the first name that cannot be."""
    phase = _phase(given)
    turn = _turn(given, phase, match.seats)
    starter, drawn = given.starter, None
    must(starter is None or 0 <= starter < match.seats, "starter")
    must(given.barred is None or (phase in _IN_TURN and given.barred in COPIES), "barred")
    undealt = phase == "deal" or (phase == "match_over" and not given.hands)
    hands = () if undealt else given.hands or ((),) * match.seats
    if given.drawn is not None:
        must(phase in _IN_TURN and given.drawn in match.faces, "drawn")
        drawn = card_in(hands[turn] if turn is not None else tuple(chain(*hands)), given.drawn, "drawn")
    melds = [(side, meld) for side in (0, 1) for meld in given.table[side]]
    for hand in given.records:
        must(len(hand.points) == 2 and hand.side in (None, 0, 1), "records")
        msgspec.convert(hand.data, counted_type)
    return build_state(
        state_type,
        given,
        terms=match.terms,
        phase=phase,
        starter=(turn or 0) if starter is None and not undealt else starter,
        turn=turn,
        hands=hands,
        pot=_pot(given),
        stock=stock_of(given, match),
        table=laid(melds, lambda meld: read_meld(meld.cards), Lying),
        drawn=drawn,
        busy=drawn is not None if given.busy is None else given.busy,
        turned=turned_of(given, range(match.seats), match.seats),
        left=given.removed[0] if given.removed else None,
        **own,
    )


def _phase(given: CardGameData) -> Phase:
    """As given; else it follows from a drawn card, or from there being no hands."""
    phase = given.phase
    if phase is None:
        phase = "match_over" if given.removed else "play" if given.drawn is not None else "draw"
        phase = phase if given.hands or given.to_move is not None or given.removed else "deal"
    must((given.ended is not None) == (phase == "hand_end") or phase == "match_over", "ended")
    must(len(given.removed) < 2 and (not given.removed or phase == "match_over"), "removed")
    return phase


def _turn(given: CardGameData, phase: Phase, seats: int) -> Seat | None:
    turn = given.to_move
    must(turn is None or 0 <= turn < seats, "to_move")
    if phase in ("draw", "play"):
        return turn or 0
    must(turn is None or phase == "match_over", "to_move")
    return None


def _pot(given: CardGameData) -> tuple[Pot, Pot]:
    """What became of the pots; one of which only `pot_taken` is given was taken directly."""
    first, second = given.pot_taken
    pot: tuple[Pot, Pot] = given.pot or ("direct" if first else "waiting", "direct" if second else "waiting")
    for each, taken, cards in zip(pot, given.pot_taken, given.pots, strict=True):
        must((each != "waiting") == taken and not (taken and cards), "pot_taken")
    return pot


EXAMPLE = Example(
    {},
    {"to_move": 0, "phase": "play", "stock_count": 9, "pile": ["2s"]},
    {
        "hands": [["6c", "Tc", "9d"], ["7s"]],
        "table": [[{"id": 1, "cards": ["3c", "4c", "5c"]}], [{"id": 2, "cards": ["6d", "7d", "8d"]}]],
        "timeouts": [1, 0],
        "pot_taken": [False, False],
        "pots": [["Jc"], ["Qc"]],
        "totals": [10, 20],
    },
    {"move": "discard", "card": "9d"},
    "close_hand",
    {"totals": [100, 0], "hand_score": [5, 10]},
)
