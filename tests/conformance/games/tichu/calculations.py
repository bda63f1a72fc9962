"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §19).

What cannot be read is `bad_parameters`; other refusals are those of the moves.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from services.kernel.ratings import ELO_START
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import Elapsed, Leave
from services.tables.games.tichu import legal_plays as legal_plays_tichu
from services.tables.games.tichu import rules, scoring
from services.tables.games.tichu.cards import ALL, OF_RANK, RANK_OF, RANK_TEXT, mask_of_texts, texts
from services.tables.games.tichu.checks import chosen, holding
from services.tables.games.tichu.combos import Combo, Kind, as_played
from services.tables.games.tichu.moves import Play, in_order, rank_text
from services.tables.games.tichu.moves import parse as parse_move
from services.tables.games.tichu.state import Call, Ratings, State, Totals
from tests.conformance import moments
from tests.conformance.games.tichu import named_combinations
from tests.conformance.games.tichu.answer_form import as_asked
from tests.conformance.toolkit.situation import SeatRecord, Situation

Texts = tuple[str, ...]
Cards = Texts | int
"""A pile's cards, or their points."""
BAD = Refusal("bad_parameters")
OPTIONS = ("target", "ratings")
SCORED = ("hand_over", "hand_score", "card_points", "double_victory")
"""What `apply` tells of a hand beside the state's names, and passes over in a state."""
SEATS = range(4)


class _Top(msgspec.Struct, frozen=True):
    """A top play: cards, or type, length and rank, or all."""

    cards: Texts = ()
    type: Kind | None = None
    length: int = 1
    rank: float | None = None
    phx_as: str | int | None = None
    owner: Seat = 0


class _Ended(msgspec.Struct, frozen=True):
    out: tuple[Seat, ...]
    piles: dict[Seat, Cards] | tuple[Cards, ...] = ()
    last_hand: Cards = ()
    calls: dict[Seat, Call | None] | tuple[Call | None, ...] = ()


class _Match(msgspec.Struct, frozen=True):
    totals: Totals
    target: int = 1000
    ratings: Ratings = (ELO_START, ELO_START, ELO_START, ELO_START)


def calculations(game_id: str) -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    found = (parse, legal_plays, apply, score_hand, match_end)
    return {each.__name__: each for each in found}


def parse(cards: Any, phx_as: Any = None, trick: Any = None) -> Any:
    """`type`, `length`, `rank` and `phx_as` of cards, as played on a top; or `type` null and `error` (§6, §7)."""
    move = parse_move({"move": "play", "cards": cards, "phx_as": phx_as})
    top = _top(trick)
    if isinstance(top, Refusal) or not isinstance(move, Play):
        return {"type": None, "error": "bad_parameters"}
    mask = holding(ALL, move.cards)
    combo = mask if isinstance(mask, str) else chosen(mask, move.phx_as)
    if isinstance(mask, str) or isinstance(combo, str):
        return {"type": None, "error": "bad_parameters" if combo == "card_not_in_hand" else combo}
    combo = as_played(mask, combo, top)
    rank = None if combo.kind == "dog" else named_combinations.rank_of(combo.strength)
    return {"type": combo.kind, "length": combo.length, "rank": rank, "phx_as": RANK_TEXT.get(combo.phoenix)}


def legal_plays(hand: Any, trick: Any = None, wish: Any = None) -> Any:
    """`plays`, every card set that the seat in turn may play, and `may_pass` (§8, §11)."""
    own, top = _mask(hand), _top(trick)
    rank = 0 if wish is None else RANK_OF.get(rank_text(wish) or "" if isinstance(wish, str | int) else "", -1)
    if own is None or isinstance(top, Refusal) or rank < 0:
        return BAD
    duty = legal_plays_tichu.has_duty(own, top, rank)
    found = legal_plays_tichu.plays(own, top, OF_RANK[rank] if duty else 0)
    return {"plays": [list(texts(mask)) for mask in found], "may_pass": top is not None and not duty}


def apply(state: Any, move: Any, options: Any = None) -> Any:
    """The state after a move with its `seat`, or after `window_closed`; with `hand_over` and the fields of
    `score_hand` if that ended the hand; or the move's refusal. `target` and `ratings` may be among the names. Seats
    and cards come in the form in which they were given."""
    if not isinstance(state, Mapping) or not isinstance(move, Mapping) or not isinstance(options, Mapping | None):
        return BAD
    if state.get("phase") == "match_over":
        return Refusal("match_over")
    named = {name: state[name] for name in OPTIONS if name in state}
    rest = {name: value for name, value in state.items() if name not in (*OPTIONS, *SCORED)}
    moment = moments.situation("tichu", {**(options or {}), **named}, rest)
    if isinstance(moment, Refusal):
        return moment
    after = _after(moment, move.get("seat"), {name: move[name] for name in move if name != "seat"})
    if isinstance(after, Refusal):
        return after
    return named | as_asked(after, state, move)


def _after(moment: Situation, seat: Any, raw: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    """The moment after the move as plain data, with the hand's scores if it ended one."""
    before: State = moment.state
    after = _moved(before, seat, raw)
    if isinstance(after, Refusal):
        return after
    if isinstance(after, Leave):
        return moments.situation_data(_without(moment, seat))
    data = moments.situation_data(Situation("tichu", after, moment.seats))
    return data | (_scored(after) if len(after.tallies) > len(before.tallies) else {})


def _without(moment: Situation, seat: Any) -> Situation:
    """The same moment without the seat's player: a computer player goes on."""
    records = enumerate(moment.seats)
    seats = tuple(SeatRecord(each.timeouts, each.removed or number == seat) for number, each in records)
    return Situation("tichu", moment.state, seats)


def _moved(state: State, seat: Any, raw: Mapping[str, Any]) -> State | Refusal | Leave:
    if raw.get("move") == "window_closed":
        number = state.number
        return rules.apply(state, None, Elapsed(number)) if state.phase == "window" else Refusal("wrong_phase")
    if type(seat) is not int or seat not in SEATS:
        return BAD
    found = parse_move(raw)
    if isinstance(found, Leave):
        return found
    refused = rules.check(state, seat, found)
    return refused or rules.apply(state, seat, found)  # type: ignore[arg-type]


def _scored(state: State) -> dict[str, Any]:
    """The hand that has just been scored."""
    tally = state.tallies[-1]
    return {"hand_over": True} | _score(tally.points, tally.card_points, tally.double_victory)


def _score(points: Totals, card_points: Totals | None, double_victory: bool) -> dict[str, Any]:
    score: dict[str, Any] = {"hand_score": list(points), "double_victory": double_victory}
    return score if card_points is None else score | {"card_points": list(card_points)}


def score_hand(out: Any, piles: Any = (), last_hand: Any = (), calls: Any = ()) -> Any:
    """`hand_score`, `card_points` (but after a double victory) and `double_victory` (§13)."""
    given = {"out": out, "piles": piles, "last_hand": last_hand, "calls": calls}
    try:
        ended = msgspec.convert(given, _Ended, str_keys=True)
        taken = {seat: _pile(cards) for seat, cards in _items(ended.piles)}
        by_seat = [taken.get(seat, scoring.Pile(0)) for seat in SEATS]
        called = dict(_items(ended.calls))
        left = _pile(ended.last_hand)
    except (msgspec.ValidationError, ValueError):
        return BAD
    double = scoring.is_double_victory(ended.out)
    if not {*ended.out, *taken, *called} <= set(SEATS):
        return BAD
    if len(set(ended.out)) < len(ended.out) or len(ended.out) < (2 if double else 3):
        return BAD
    found = scoring.score_hand(ended.out[:3], by_seat, left, [called.get(seat) for seat in SEATS])
    return _score(found.points, found.card_points, double)


def _items(given: Any) -> Any:
    return given.items() if isinstance(given, dict) else enumerate(given)


def _pile(cards: Cards) -> scoring.Pile:
    if isinstance(cards, int):
        return scoring.Pile(cards)
    mask = mask_of_texts(cards)
    if mask is None:
        raise ValueError("cards")
    return scoring.pile_of(mask)


def match_end(totals: Any, target: Any = 1000, ratings: Any = (ELO_START, ELO_START, ELO_START, ELO_START)) -> Any:
    """`over`, and if so `winner` (team), `reason` and `rating_factor` (§14)."""
    try:
        match = msgspec.convert({"totals": totals, "target": target, "ratings": ratings}, _Match)
    except msgspec.ValidationError:
        return BAD
    end = scoring.match_end(match.totals, match.target, match.ratings)
    return {"over": False} if end is None else {"over": True, **end._asdict()}


def _mask(cards: Any) -> int | None:
    if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
        return None
    return mask_of_texts(in_order(cards))


def _top(given: Any) -> Combo | Refusal | None:
    """What is to be beaten: from its cards, else from type, length and rank."""
    if given is None:
        return None
    try:
        top = msgspec.convert(given, _Top)
    except msgspec.ValidationError:
        return BAD
    if not top.cards:
        known = top.type is not None and top.rank is not None and abs(top.rank) < 20
        return Combo(top.type or "single", top.length, int(2 * (top.rank or 0))) if known else BAD
    mask = mask_of_texts(top.cards)
    found = None if mask is None else named_combinations.on_table(mask, top.rank, rank_text(top.phx_as))
    return BAD if found is None or top.type not in (None, found.kind) else found
