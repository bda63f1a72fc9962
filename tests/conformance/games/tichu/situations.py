"""A moment of a match as plain data in the rules' state names (RULES.md §4).

Beside those names, for what they do not show: `plays` and `passed` of the running trick, `given` (the gifts, once cards
have changed hands), `last_trick`, `dog`, `hand_number` and `records` (hands as scored). What is left out is empty, 0
or null; cards may be missing, but none may be there twice.
"""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from games.tichu.cards import CARD_OF, DECK, RANK_OF, RANK_TEXT, hand_texts, mask_of_texts, texts
from games.tichu.combos import Kind
from games.tichu.moves import rank_text
from games.tichu.scoring import match_end
from games.tichu.state import (
    NO_PILES,
    NOBODY,
    NONE_DECIDED,
    Call,
    Collected,
    Gift,
    Laid,
    Phase,
    State,
    Tally,
    Totals,
)
from games.tichu.tricks import next_active
from games.tichu.view import Gifts
from services.kernel.seats import Seat
from tests.conformance.forms import BySeat, Form, Match, Record, must, present
from tests.conformance.games.tichu import named_combinations
from tests.conformance.moments import Example, MomentData, build_state

SEATS = 4
NUMBERS = (None, *range(SEATS))
Texts = tuple[str, ...]


class _Top(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The top play in the rules' names; everything but its cards follows."""

    owner: Seat
    cards: Texts
    type: Kind | None = None
    length: int | None = None
    rank: float | None = None
    phx_as: str | int | None = None


class _Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    cards: Texts
    rank: float | None = None


def _laid(seat: Seat, cards: Texts, rank: float | None, phx_as: str | None = None) -> Laid:
    """A play on the table, with the reading that has this rank."""
    mask = present(mask_of_texts(cards), "cards")
    combo = present(named_combinations.on_table(mask, rank, phx_as), "cards, rank")
    must(seat in NUMBERS, "seat")
    return Laid(seat, mask, combo.kind, combo.length, combo.strength, combo.phoenix)


def _play(given: _Play) -> Laid:
    return _laid(given.seat, given.cards, given.rank)


def _play_data(laid: Laid) -> _Play:
    return _Play(laid.seat, texts(laid.cards), named_combinations.rank_of(laid.strength))


def _top(given: _Top) -> Laid | None:
    """The top in the rules' names."""
    laid = _laid(given.owner, given.cards, given.rank, rank_text(given.phx_as))
    return laid if given.type in (None, laid.kind) and given.length in (None, laid.length) else None


def _gift(given: Gifts) -> Gift | None:
    found = [CARD_OF.get(text) for text in (given.next, given.partner, given.prev)]
    cards = [card for card in found if card is not None]
    return (cards[0], cards[1], cards[2]) if len(set(cards)) == 3 else None


def _gift_data(gift: Gift) -> Gifts:
    return Gifts(*(DECK[card] for card in gift))


Plays = tuple[Annotated[Laid, Form(_Play, _play, _play_data)], ...]
Cards = Annotated[int, Form(Texts, mask_of_texts, texts)]
Hand = Annotated[int, Form(Texts, mask_of_texts, hand_texts)]
GiftsBySeat = Annotated[tuple[Gift | None, ...], BySeat(Annotated[Gift, Form(Gifts, _gift, _gift_data)] | None)]
Wish = Form(str | int, lambda wish: RANK_OF.get(rank_text(wish) or ""), RANK_TEXT.get)


class Data(MomentData, frozen=True):
    """The names of a moment."""

    ignored = ("hand_over", "hand_score", "card_points", "double_victory")
    only_if_set = ("removed", "dog", "plays", "passed", "last_trick", "given", "records")

    phase: Phase = "play"
    turn: Seat | None = None
    hands: Annotated[tuple[int, ...], BySeat(Hand, 0, empty=True)] = ()
    trick: Annotated[Laid, Form(_Top, _top)] | None = None
    trick_cards: Cards = 0
    passes: int = 0
    wish: Annotated[int, Wish] = 0
    out: tuple[Seat, ...] = ()
    calls: Annotated[tuple[Call | None, ...], BySeat(Call | None)] = NOBODY
    piles: Annotated[tuple[int, ...], BySeat(Cards, 0)] = NO_PILES
    totals: Totals | None = None
    decided: Annotated[tuple[bool, ...], BySeat(bool, False)] = NONE_DECIDED
    stock: Texts = ()
    gifts: GiftsBySeat = NOBODY
    plays: Plays = ()
    passed: tuple[Seat, ...] | None = None
    given: GiftsBySeat = NOBODY
    last_trick: Annotated[Collected, Record(Collected, plays=Plays)] | None = None
    dog: Seat | None = None
    hand_number: int | None = None
    records: Annotated[tuple[Tally, ...], Form(tuple[Tally, ...], field="tallies")] = ()


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it. The top's rank says what a Phoenix in it stands for; of a trick
    the cards of unknown plays come first. The sealed phases have names of their own."""
    top = state.plays[-1] if state.plays else None
    unknown = state.trick & ~_union(state.plays)
    gifts = {str(seat): _gift_data(gift) for seat, gift in enumerate(state.gifts) if gift is not None}
    return {
        "trick": top and _top_data(top),
        "trick_cards": [card for mask in (unknown, *(laid.cards for laid in state.plays)) for card in texts(mask)],
        "passes": len(state.passed),
        "decided": UNSET if state.phase != "grand" else {str(seat): done for seat, done in enumerate(state.decided)},
        "stock": UNSET if state.phase != "grand" else [DECK[card] for card in state.stock],
        "gifts": gifts if state.phase == "exchange" else UNSET,
        "given": gifts if state.phase not in ("grand", "exchange") else UNSET,
    }


def _top_data(laid: Laid) -> dict[str, Any]:
    rank = named_combinations.rank_of(laid.strength)
    return {"owner": laid.seat, "cards": texts(laid.cards), "type": laid.kind, "length": laid.length, "rank": rank}


def ended(state: State) -> State:
    """The state of a match that is void because no player is left."""
    return replace(state, phase="match_over", turn=None)


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    options = match.terms
    totals = given.totals or (given.records[-1].totals if given.records else (0, 0))
    over = given.phase == "match_over"
    won = match_end(totals, options.target, options.ratings) is not None
    must(over == (won or (over and bool(given.removed))), "phase, totals")
    top = given.trick
    must(not (given.plays and top) or given.plays[-1].cards == top.cards, "plays, trick")
    plays = given.plays or ((top,) if top else ())
    state: State = build_state(
        State,
        given,
        target=options.target,
        ratings=options.ratings,
        hand_number=given.hand_number or max(1, len(given.records) + (not over)),
        stock=tuple(CARD_OF[text] for text in given.stock if text in CARD_OF),
        gifts=given.gifts if given.given == NOBODY else given.given,
        plays=plays,
        trick=given.trick_cards | _union(plays),
        passed=_passed(given, plays),
        totals=totals,
        left=given.removed[0] if over and not won else None,
    )
    _check_cards(state)
    _check_phase(state)
    return state


def _union(plays: tuple[Laid, ...]) -> int:
    mask = 0
    for laid in plays:
        mask |= laid.cards
    return mask


def _passed(given: Data, plays: tuple[Laid, ...]) -> tuple[Seat, ...]:
    """As given, else the seats with cards after the owner of the top, as many as have passed."""
    if given.passed is not None:
        must({*given.passed} <= {*range(SEATS)}, "passed")
        return given.passed
    passed: list[Seat] = []
    while plays and any(given.hands) and len(passed) < min(given.passes, 3):
        passed.append(next_active(given.hands, passed[-1] if passed else plays[-1].seat))
    return tuple(passed)


def _check_cards(state: State) -> None:
    """No card is in two places."""
    seen = 0
    for name, masks in (("hands", state.hands), ("piles", state.piles), ("trick_cards", (state.trick,))):
        for cards in masks:
            must(not seen & cards, name)
            seen |= cards
    stock = sum(1 << card for card in set(state.stock))
    must(not seen & stock and len(state.stock) == stock.bit_count(), "stock")
    must(state.phase != "grand" or not state.hands or len(state.stock) == 24, "stock")
    must(state.phase == "grand" or not state.stock, "stock")


def _check_phase(state: State) -> None:
    """The parts fit each other."""
    hands, phase = state.hands, state.phase
    must(phase not in ("play", "window", "dragon") or any(hands), "hands")
    must(phase != "exchange" or len(hands) == SEATS, "hands")
    must((state.turn is not None) == (phase in ("play", "dragon")), "turn")
    must(state.turn in NUMBERS and state.dog in NUMBERS, "turn, dog")
    must(phase != "play" or bool(hands[state.turn or 0]), "turn")
    must(phase not in ("window", "dragon") or bool(state.plays), "trick")
    must(all(seat in range(SEATS) and hands and not hands[seat] for seat in state.out), "out")
    must(len(set(state.out)) == len(state.out), "out")
    last = state.last_trick
    must(last is None or (bool(last.plays) and last.owner in NUMBERS and last.dragon_to in NUMBERS), "last_trick")
    for hand, gift in zip(hands if phase == "exchange" else (), state.gifts, strict=False):
        must(gift is None or all(hand >> card & 1 for card in gift), "gifts")


EXAMPLE = Example(
    {"target": 1000},
    {"phase": "play", "turn": 0},
    {
        "hands": [["5j", "9j"], ["6j"], ["7j"], ["8j"]],
        "calls": ["tichu", None, None, None],
        "piles": [["2j"], [], [], []],
        "timeouts": [0, 1, 0, 0],
    },
    {"move": "play", "cards": ["5j"]},
    "match_end",
    {"totals": [1000, 20]},
)
