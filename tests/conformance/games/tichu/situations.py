"""A moment of a match as plain data in the rules' state names (RULES.md §4).

Beside those names, for what they do not tell: `plays` and `passed` of the running trick, `given` (the gifts, once cards
have changed hands), `last_trick`, `dog`, `hand_number` and `records` (hands as scored). What is left out is empty, 0
or null; cards may be missing, but none may be there twice.
"""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import AnyGame
from services.tables.games.tichu.cards import CARD_OF, DECK, RANK_TEXT, hand_texts, mask_of_texts, texts
from services.tables.games.tichu.combos import Kind
from services.tables.games.tichu.moves import rank_text
from services.tables.games.tichu.rules import NOT_CHOSEN
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
from tests.conformance.games.tichu import named_combinations
from tests.conformance.toolkit.situation import Situation, removed_seats, seat_records, timeouts_data

SEATS = range(4)
Texts = tuple[str, ...]
T = TypeVar("T")


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


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phase: Phase = "play"
    turn: Seat | None = None
    hands: dict[Seat, Texts] | tuple[Texts, ...] = ()
    trick: _Top | None = None
    trick_cards: Texts = ()
    passes: int = 0
    wish: str | int | None = None
    out: tuple[Seat, ...] = ()
    calls: dict[Seat, Call | None] | tuple[Call | None, ...] = ()
    piles: dict[Seat, Texts] | tuple[Texts, ...] = ()
    totals: Totals | None = None
    decided: dict[Seat, bool] | tuple[bool, ...] = ()
    stock: Texts = ()
    gifts: dict[Seat, Gifts | None] | tuple[Gifts | None, ...] = ()
    timeouts: dict[Seat, int] | tuple[int, ...] = ()
    removed: tuple[Seat, ...] = ()
    plays: tuple[_Play, ...] = ()
    passed: tuple[Seat, ...] | None = None
    given: dict[Seat, Gifts | None] | tuple[Gifts | None, ...] = ()
    last_trick: _Taken | None = None
    dog: Seat | None = None
    hand_number: int | None = None
    records: tuple[Tally, ...] = ()


class _Wrong(ValueError):
    """The name that cannot be or does not fit the rest."""


def read(game: AnyGame, options: Mapping[str, Any], data: Mapping[str, Any]) -> Situation | Refusal:
    """Plain data as state and seats; `options_invalid`, or `situation_invalid` with the name that is wrong."""
    chosen = game.options(
        {name: options[name] for name in options if name not in NOT_CHOSEN | {"on_timeout"}},
        {name: options[name] for name in options if name in NOT_CHOSEN},
    )
    if isinstance(chosen, Refusal):
        return chosen
    try:
        given = msgspec.convert(data, _Data, str_keys=True)
        seats = seat_records(4, given.timeouts, given.removed)
        _must(seats is not None, "timeouts, removed")
        state = _state(cast(Options, chosen), given)
    except (msgspec.ValidationError, _Wrong) as problem:
        return Refusal("situation_invalid", str(problem))
    return Situation(game.id, state, seats or ())


def _must(fits: bool, name: str) -> None:
    if not fits:
        raise _Wrong(name)


def _state(options: Options, given: _Data) -> State:
    """Everything as given, and what follows from it."""
    totals = given.totals or (given.records[-1].totals if given.records else (0, 0))
    over = given.phase == "match_over"
    ended = match_end(totals, options.target, options.ratings) is not None
    _must(over == (ended or (over and bool(given.removed))), "phase, totals")
    hands = _hands(given)
    top, plays = _top(given), _plays(given)
    _must(not (plays and top) or plays[-1].cards == top.cards, "plays, trick")
    plays = plays or ((top,) if top else ())
    state = State(
        options.target,
        options.ratings,
        given.phase,
        hand_number=given.hand_number or max(1, len(given.records) + (not over)),
        turn=given.turn,
        hands=hands,
        stock=tuple(CARD_OF[text] for text in given.stock if text in CARD_OF),
        decided=_by_seat(given.decided, False, "decided"),
        gifts=tuple(map(_gift, _by_seat(given.given or given.gifts, None, "gifts"))),
        calls=_by_seat(given.calls, None, "calls"),
        plays=plays,
        trick=_mask(given.trick_cards, "trick_cards") | _union(plays),
        passed=_passed(given, hands, plays),
        wish=_wish(given.wish),
        out=given.out,
        piles=tuple(_mask(pile, "piles") for pile in _by_seat(given.piles, (), "piles")),
        last_trick=_last_trick(given.last_trick),
        dog=given.dog,
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
        _must(not seen & cards, name)
        seen |= cards
    _must(not seen & state.trick, "trick_cards")
    _must(not (seen | state.trick) & stock and len(state.stock) == stock.bit_count(), "stock")
    playing = state.phase in ("play", "window", "dragon")
    _must(not playing or any(state.hands), "hands")
    _must((state.turn is not None) == (state.phase in ("play", "dragon")), "turn")
    _must(state.turn in (None, *SEATS) and state.dog in (None, *SEATS), "turn, dog")
    _must(state.phase != "play" or bool(state.hands[state.turn or 0]), "turn")
    _must(state.phase not in ("window", "dragon") or bool(state.plays), "trick")
    _must(state.phase != "grand" or not state.hands or len(state.stock) == 24, "stock")
    _must(state.phase == "grand" or not state.stock, "stock")
    _must(state.phase != "exchange" or len(state.hands) == 4, "hands")
    _must(all(seat in SEATS and state.hands and not state.hands[seat] for seat in state.out), "out")
    _must(len(set(state.out)) == len(state.out), "out")
    exchanging = state.hands if state.phase == "exchange" else ()
    for hand, gift in zip(exchanging, state.gifts, strict=False):
        _must(gift is None or all(hand >> card & 1 for card in gift), "gifts")


def _by_seat(given: dict[Seat, T] | tuple[T, ...], default: T, name: str) -> tuple[T, ...]:
    """Items by seat from a list or by number; seats left out have the default."""
    items = given if isinstance(given, dict) else dict(enumerate(given))
    _must(items.keys() <= set(SEATS), name)
    return tuple(items.get(seat, default) for seat in SEATS)


def _mask(cards: Texts, name: str) -> int:
    mask = mask_of_texts(cards)
    _must(mask is not None, name)
    return mask or 0


def _hands(given: _Data) -> tuple[int, ...]:
    if not given.hands:
        return ()
    return tuple(_mask(hand, "hands") for hand in _by_seat(given.hands, (), "hands"))


def _gift(given: Gifts | None) -> Gift | None:
    if given is None:
        return None
    cards = [CARD_OF.get(text) for text in (given.next, given.partner, given.prev)]
    known = [card for card in cards if card is not None]
    _must(len(set(known)) == 3, "gifts")
    return known[0], known[1], known[2]


def _wish(given: str | int | None) -> int:
    found = next((rank for rank, text in RANK_TEXT.items() if text == rank_text(given)), 0)
    _must(given is None or found > 0, "wish")
    return found


def _top(given: _Data) -> Laid | None:
    if given.trick is None:
        return None
    top = given.trick
    laid = _laid(top.owner, top.cards, top.rank, rank_text(top.phx_as), "trick")
    _must(top.type in (None, laid.kind) and top.length in (None, laid.length), "trick")
    return laid


def _plays(given: _Data) -> tuple[Laid, ...]:
    return tuple(_laid(play.seat, play.cards, play.rank, None, "plays") for play in given.plays)


def _laid(seat: Seat, cards: Texts, rank: float | None, phx_as: str | None, name: str) -> Laid:
    """A play on the table, with the reading that has this rank."""
    mask = _mask(cards, name)
    combo = named_combinations.on_table(mask, rank, phx_as)
    if combo is None or seat not in SEATS:
        raise _Wrong(name)
    return Laid(seat, mask, combo.kind, combo.length, combo.strength, combo.phoenix)


def _union(plays: tuple[Laid, ...]) -> int:
    mask = 0
    for laid in plays:
        mask |= laid.cards
    return mask


def _passed(given: _Data, hands: tuple[int, ...], plays: tuple[Laid, ...]) -> tuple[Seat, ...]:
    """As given, else the seats with cards after the owner of the top, as many as have passed."""
    if given.passed is not None:
        _must(set(given.passed) <= set(SEATS), "passed")
        return given.passed
    passed: list[Seat] = []
    while plays and any(hands) and len(passed) < min(given.passes, 3):
        passed.append(next_active(hands, passed[-1] if passed else plays[-1].seat))
    return tuple(passed)


def _last_trick(given: _Taken | None) -> Collected | None:
    if given is None:
        return None
    _must(bool(given.plays) and given.owner in SEATS and given.dragon_to in (None, *SEATS), "last_trick")
    plays = tuple(_laid(play.seat, play.cards, play.rank, None, "last_trick") for play in given.plays)
    return Collected(given.owner, plays, given.dragon_to)


# --- writing ---


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    data: dict[str, Any] = {
        "phase": state.phase,
        "turn": state.turn,
        "hands": {str(seat): list(hand_texts(hand)) for seat, hand in enumerate(state.hands)},
        "trick": _top_data(state.plays[-1]) if state.plays else None,
        "trick_cards": _trick_cards(state),
        "passes": len(state.passed),
        "wish": RANK_TEXT.get(state.wish),
        "out": list(state.out),
        "calls": {str(seat): call for seat, call in enumerate(state.calls)},
        "piles": {str(seat): list(texts(pile)) for seat, pile in enumerate(state.piles)},
        "totals": list(state.totals),
        "hand_number": state.hand_number,
        "timeouts": timeouts_data(moment.seats),
    }
    dog = {} if state.dog is None else {"dog": state.dog}
    return data | _of_phase(state) | dog | {name: value for name, value in _beside(state, moment).items() if value}


def _of_phase(state: State) -> dict[str, Any]:
    """The names of the sealed phases; afterwards what was given, under a name of ours."""
    gifts = {str(seat): _gift_data(gift) for seat, gift in enumerate(state.gifts) if gift is not None}
    if state.phase == "grand":
        return {
            "decided": {str(seat): done for seat, done in enumerate(state.decided)},
            "stock": [DECK[card] for card in state.stock],
        }
    if state.phase == "exchange":
        return {"gifts": gifts}
    return {"given": gifts} if gifts else {}


def _beside(state: State, moment: Situation) -> dict[str, Any]:
    """What the names of the rules do not tell, where there is something to tell."""
    last = state.last_trick
    taken = {"owner": last.owner, "plays": _plays_data(last.plays), "dragon_to": last.dragon_to} if last else None
    return {
        "plays": _plays_data(state.plays),
        "passed": list(state.passed),
        "last_trick": taken,
        "records": msgspec.to_builtins(state.tallies),
        "removed": list(removed_seats(moment.seats)),
    }


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
