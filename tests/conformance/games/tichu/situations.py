"""A moment of a match as plain data in the rules' state names (RULES.md §4).

Beside those names, for what they do not tell: `plays` and `passed` of the running trick, `given` (the gifts, once cards
have changed hands), `last_trick`, `dog`, `hand_number` and `records` (hands as scored). What is left out is empty, 0
or null; cards may be missing, but none may be there twice.
"""

from typing import Any

import msgspec

from services.kernel.seats import Seat
from services.tables.games.tichu.cards import CARD_OF, DECK, RANK_TEXT, hand_texts, mask_of_texts, texts
from services.tables.games.tichu.combos import Kind
from services.tables.games.tichu.moves import rank_text
from services.tables.games.tichu.scoring import match_end
from services.tables.games.tichu.state import (
    Call,
    Collected,
    Gift,
    Laid,
    Options,
    Phase,
    State,
    Tally,
    Totals,
)
from services.tables.games.tichu.tricks import next_active
from services.tables.games.tichu.view import Gifts
from tests.conformance.by_seat import known, listed, must
from tests.conformance.games.tichu import named_combinations
from tests.conformance.toolkit import moment as moments
from tests.conformance.toolkit.situation import Situation

SEATS = range(4)
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


class _Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    owner: Seat
    plays: tuple[_Play, ...]
    dragon_to: Seat | None = None


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    beside = ("hand_over", "hand_score", "card_points", "double_victory")
    seldom = ("removed", "dog", "plays", "passed", "last_trick", "given", "records")

    phase: Phase = "play"
    turn: Seat | None = None
    hands: dict[Seat, Texts] = {}
    trick: _Top | None = None
    trick_cards: Texts = ()
    passes: int = 0
    wish: str | int | None = None
    out: tuple[Seat, ...] = ()
    calls: dict[Seat, Call | None] = {}
    piles: dict[Seat, Texts] = {}
    totals: Totals | None = None
    decided: dict[Seat, bool] = {}
    stock: Texts = ()
    gifts: dict[Seat, Gifts | None] = {}
    plays: tuple[_Play, ...] = ()
    passed: tuple[Seat, ...] | None = None
    given: dict[Seat, Gifts | None] = {}
    last_trick: _Taken | None = None
    dog: Seat | None = None
    hand_number: int | None = None
    records: tuple[Tally, ...] = ()


def ended(state: State) -> State:
    """The state of a match that is void because nobody is left."""
    return msgspec.structs.replace(state, phase="match_over", turn=None)


def _state(options: Options, given: Data) -> State:
    """Everything as given, and what follows from it."""
    totals = given.totals or (given.records[-1].totals if given.records else (0, 0))
    over = given.phase == "match_over"
    ended = match_end(totals, options.target, options.ratings) is not None
    must(over == (ended or (over and bool(given.removed))), "phase, totals")
    hands = _hands(given)
    top, plays = _top(given), _plays(given)
    must(not (plays and top) or plays[-1].cards == top.cards, "plays, trick")
    plays = plays or ((top,) if top else ())
    state = State(
        options.target,
        options.ratings,
        hand_number=given.hand_number or max(1, len(given.records) + (not over)),
        hands=hands,
        stock=tuple(CARD_OF[text] for text in given.stock if text in CARD_OF),
        decided=tuple(listed(given.decided, 4, False, "decided")),
        gifts=tuple(map(_gift, listed(given.given or given.gifts, 4, None, "gifts"))),
        calls=tuple(listed(given.calls, 4, None, "calls")),
        plays=plays,
        trick=_mask(given.trick_cards, "trick_cards") | _union(plays),
        passed=_passed(given, hands, plays),
        wish=_wish(given.wish),
        piles=tuple(_mask(pile, "piles") for pile in listed(given.piles, 4, (), "piles")),
        last_trick=_last_trick(given.last_trick),
        **moments.same(given, "phase", "turn", "out", "dog"),
        totals=totals,
        tallies=given.records,
        left=given.removed[0] if over and not ended else None,
    )
    _check(state)
    return state


def _check(state: State) -> None:
    """The parts fit each other."""
    seen = 0
    stock = sum(1 << card for card in set(state.stock))
    for name, cards in [("hands", hand) for hand in state.hands] + [("piles", pile) for pile in state.piles]:
        must(not seen & cards, name)
        seen |= cards
    must(not seen & state.trick, "trick_cards")
    must(not (seen | state.trick) & stock and len(state.stock) == stock.bit_count(), "stock")
    playing = state.phase in ("play", "window", "dragon")
    must(not playing or any(state.hands), "hands")
    must((state.turn is not None) == (state.phase in ("play", "dragon")), "turn")
    must(state.turn in (None, *SEATS) and state.dog in (None, *SEATS), "turn, dog")
    must(state.phase != "play" or bool(state.hands[state.turn or 0]), "turn")
    must(state.phase not in ("window", "dragon") or bool(state.plays), "trick")
    must(state.phase != "grand" or not state.hands or len(state.stock) == 24, "stock")
    must(state.phase == "grand" or not state.stock, "stock")
    must(state.phase != "exchange" or len(state.hands) == 4, "hands")
    must(all(seat in SEATS and state.hands and not state.hands[seat] for seat in state.out), "out")
    must(len(set(state.out)) == len(state.out), "out")
    exchanging = state.hands if state.phase == "exchange" else ()
    for hand, gift in zip(exchanging, state.gifts, strict=False):
        must(gift is None or all(hand >> card & 1 for card in gift), "gifts")


def _mask(cards: Texts, name: str) -> int:
    return known(mask_of_texts(cards), name)


def _hands(given: Data) -> tuple[int, ...]:
    if not given.hands:
        return ()
    return tuple(_mask(hand, "hands") for hand in listed(given.hands, 4, (), "hands"))


def _gift(given: Gifts | None) -> Gift | None:
    if given is None:
        return None
    cards = [CARD_OF.get(text) for text in (given.next, given.partner, given.prev)]
    known = [card for card in cards if card is not None]
    must(len(set(known)) == 3, "gifts")
    return known[0], known[1], known[2]


def _wish(given: str | int | None) -> int:
    found = next((rank for rank, text in RANK_TEXT.items() if text == rank_text(given)), 0)
    must(given is None or found > 0, "wish")
    return found


def _top(given: Data) -> Laid | None:
    if given.trick is None:
        return None
    top = given.trick
    laid = _laid(top.owner, top.cards, top.rank, rank_text(top.phx_as), "trick")
    must(top.type in (None, laid.kind) and top.length in (None, laid.length), "trick")
    return laid


def _plays(given: Data) -> tuple[Laid, ...]:
    return tuple(_laid(play.seat, play.cards, play.rank, None, "plays") for play in given.plays)


def _laid(seat: Seat, cards: Texts, rank: float | None, phx_as: str | None, name: str) -> Laid:
    """A play on the table, with the reading that has this rank."""
    mask = _mask(cards, name)
    combo = known(named_combinations.on_table(mask, rank, phx_as), name)
    must(seat in SEATS, name)
    return Laid(seat, mask, combo.kind, combo.length, combo.strength, combo.phoenix)


def _union(plays: tuple[Laid, ...]) -> int:
    mask = 0
    for laid in plays:
        mask |= laid.cards
    return mask


def _passed(given: Data, hands: tuple[int, ...], plays: tuple[Laid, ...]) -> tuple[Seat, ...]:
    """As given, else the seats with cards after the owner of the top, as many as have passed."""
    if given.passed is not None:
        must(set(given.passed) <= set(SEATS), "passed")
        return given.passed
    passed: list[Seat] = []
    while plays and any(hands) and len(passed) < min(given.passes, 3):
        passed.append(next_active(hands, passed[-1] if passed else plays[-1].seat))
    return tuple(passed)


def _last_trick(given: _Taken | None) -> Collected | None:
    if given is None:
        return None
    must(bool(given.plays) and given.owner in SEATS and given.dragon_to in (None, *SEATS), "last_trick")
    plays = tuple(_laid(play.seat, play.cards, play.rank, None, "last_trick") for play in given.plays)
    return Collected(given.owner, plays, given.dragon_to)


# --- writing ---


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    last = state.last_trick
    data = moments.written(
        moment,
        Data,
        hands={str(seat): hand_texts(hand) for seat, hand in enumerate(state.hands)},
        trick=_top_data(state.plays[-1]) if state.plays else None,
        trick_cards=_trick_cards(state),
        passes=len(state.passed),
        wish=RANK_TEXT.get(state.wish),
        calls={str(seat): call for seat, call in enumerate(state.calls)},
        piles={str(seat): texts(pile) for seat, pile in enumerate(state.piles)},
        plays=_plays_data(state.plays),
        last_trick=last and {"owner": last.owner, "plays": _plays_data(last.plays), "dragon_to": last.dragon_to},
        records=state.tallies,
        **_of_phase(state),
    )
    sealed = {"decided", "stock", "gifts"} - _of_phase(state).keys()
    return {name: value for name, value in data.items() if name not in sealed}


def _of_phase(state: State) -> dict[str, Any]:
    """The names of the sealed phases; afterwards what was given, under a name of ours."""
    gifts = {str(seat): _gift_data(gift) for seat, gift in enumerate(state.gifts) if gift is not None}
    if state.phase == "grand":
        decided = {str(seat): done for seat, done in enumerate(state.decided)}
        return {"decided": decided, "stock": [DECK[card] for card in state.stock]}
    return {"gifts" if state.phase == "exchange" else "given": gifts}


def _plays_data(plays: tuple[Laid, ...]) -> list[dict[str, Any]]:
    return [{"seat": laid.seat, "cards": list(texts(laid.cards)), "rank": _rank(laid)} for laid in plays]


def _trick_cards(state: State) -> list[str]:
    """In the order of the plays; first what nobody knows the play of."""
    unknown = state.trick & ~_union(state.plays)
    return [card for mask in (unknown, *(laid.cards for laid in state.plays)) for card in texts(mask)]


def _top_data(laid: Laid) -> dict[str, Any]:
    """The top in the rules' names alone: its rank tells what a Phoenix in it stands for."""
    cards = list(texts(laid.cards))
    return {"owner": laid.seat, "cards": cards, "type": laid.kind, "length": laid.length, "rank": _rank(laid)}


def _rank(laid: Laid) -> float:
    return named_combinations.rank_of(laid.strength)


def _gift_data(gift: Gift) -> dict[str, str]:
    return {name: DECK[card] for name, card in zip(("next", "partner", "prev"), gift, strict=True)}


read = moments.reader(Data, _state, 4)
