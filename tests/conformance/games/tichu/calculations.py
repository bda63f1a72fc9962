"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §19).

What cannot be read is `bad_parameters`; other refusals are those of the moves.
"""

from typing import Annotated, Any, cast

import msgspec

from games.tichu import legal_plays as legal_plays_tichu
from games.tichu import scoring
from games.tichu.cards import ALL, OF_RANK, RANK_OF, RANK_TEXT, mask_of_texts, texts
from games.tichu.checks import chosen, holding
from games.tichu.combos import Combo, Kind, as_played
from games.tichu.moves import Play, in_order, rank_text
from games.tichu.moves import parse as parse_move
from games.tichu.state import NOBODY, Call, Ratings, State, Totals
from games.toolkit.plain import plain
from services.kernel.ratings import ELO_START
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from tests.conformance import moments
from tests.conformance.forms import BySeat, Form, must, present, unwrap
from tests.conformance.games.tichu import named_combinations
from tests.conformance.games.tichu.answer_form import as_asked
from tests.conformance.table_play import run

OPTIONS = ("target", "ratings")
"""Options that may be among the names of a state."""
NO_PILE = scoring.Pile(0)
NO_PILES = (NO_PILE,) * 4


def _pile(cards: tuple[str, ...] | int) -> scoring.Pile:
    """From a pile's cards, or their points."""
    return scoring.Pile(cards) if isinstance(cards, int) else scoring.pile_of(present(mask_of_texts(cards), "cards"))


Pile = Annotated[scoring.Pile, Form(tuple[str, ...] | int, _pile)]
Piles = Annotated[tuple[scoring.Pile, ...], BySeat(Pile, NO_PILE)]
Calls = Annotated[tuple[Call | None, ...], BySeat(Call | None)]


class _Top(msgspec.Struct, frozen=True):
    """A top play: cards, or type, length and rank, or all."""

    cards: tuple[str, ...] = ()
    type: Kind | None = None
    length: int = 1
    rank: float | None = None
    phx_as: str | int | None = None
    owner: Seat = 0


def parse(cards: Any, phx_as: Any = None, trick: Any = None) -> Any:
    """`type`, `length`, `rank` and `phx_as` of cards, as played on a top; or `type` null and `error` (§6, §7)."""
    move = parse_move({"move": "play", "cards": cards, "phx_as": phx_as})
    try:
        top = _top(trick)
        must(isinstance(move, Play), "cards")
    except ValueError:
        return {"type": None, "error": "bad_parameters"}
    play = cast(Play, move)
    mask = holding(ALL, play.cards)
    combo = mask if isinstance(mask, str) else chosen(mask, play.phx_as)
    if isinstance(mask, str) or isinstance(combo, str):
        return {"type": None, "error": combo}
    combo = as_played(mask, combo, top)
    rank = None if combo.kind == "dog" else named_combinations.rank_of(combo.strength)
    return {"type": combo.kind, "length": combo.length, "rank": rank, "phx_as": RANK_TEXT.get(combo.phoenix)}


def legal_plays(hand: Any, trick: Any = None, wish: Any = None) -> Any:
    """`plays`, every card set that the seat in turn may play, and `may_pass` (§8, §11)."""
    own, top = _mask(hand), _top(trick)
    named = rank_text(wish) or "" if isinstance(wish, str | int) else ""
    rank = 0 if wish is None else present(RANK_OF.get(named), "wish")
    duty = legal_plays_tichu.has_duty(own, top, rank)
    found = legal_plays_tichu.plays(own, top, OF_RANK[rank] if duty else 0)
    return {"plays": [list(texts(mask)) for mask in found], "may_pass": top is not None and not duty}


def apply(state: dict[str, Any], move: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    """The state after a move with its `seat`, or after `window_closed`; with `hand_over` and the fields of
    `score_hand` if that ended the hand; or the move's refusal. `target` and `ratings` may be among the names. Seats
    and cards come in the form in which they were given."""
    if state.get("phase") == "match_over":
        return Refusal("match_over")
    named = {name: state[name] for name in OPTIONS if name in state}
    rest = {name: value for name, value in state.items() if name not in OPTIONS}
    moment = unwrap(moments.situation("tichu", {**(options or {}), **named}, rest))
    played = unwrap(run(moment, move.get("seat"), {name: move[name] for name in move if name != "seat"}))
    before, after = moment.state.tallies, played.after.state
    scored = _scored(after) if len(after.tallies) > len(before) else {}
    return named | as_asked(plain(moments.written(played.after)) | scored, state, move)


def _scored(state: State) -> dict[str, Any]:
    """The hand that has just been scored."""
    tally = state.tallies[-1]
    return {"hand_over": True} | _score(tally.points, tally.card_points, tally.double_victory)


def _score(points: Totals, card_points: Totals | None, double_victory: bool) -> dict[str, Any]:
    score: dict[str, Any] = {"hand_score": list(points), "double_victory": double_victory}
    return score if card_points is None else score | {"card_points": list(card_points)}


def score_hand(out: tuple[Seat, ...], piles: Piles = NO_PILES, last_hand: Pile = NO_PILE, calls: Calls = NOBODY) -> Any:
    """`hand_score`, `card_points` (but after a double victory) and `double_victory` (§13)."""
    double = scoring.is_double_victory(out)
    must({*out} <= {*range(4)} and len({*out}) == len(out) and len(out) >= (2 if double else 3), "out")
    found = scoring.score_hand(out[:3], list(piles), last_hand, list(calls))
    return _score(found.points, found.card_points, double)


def match_end(totals: Totals, target: int = 1000, ratings: Ratings = (ELO_START,) * 4) -> Any:
    """`over`, and if so `winner` (team), `reason` and `rating_factor` (§14)."""
    end = scoring.match_end(totals, target, ratings)
    return {"over": False} if end is None else {"over": True, **end._asdict()}


CALCULATIONS = parse, legal_plays, apply, score_hand, match_end


def _mask(cards: Any) -> int:
    must(isinstance(cards, list | tuple) and all(isinstance(card, str) for card in cards), "hand")
    return present(mask_of_texts(in_order(cards)), "hand")


def _top(given: Any) -> Combo | None:
    """What is to be beaten: from its cards, else from type, length and rank."""
    if given is None:
        return None
    top = msgspec.convert(given, _Top)
    if not top.cards:
        must(top.type is not None and top.rank is not None and abs(top.rank) < 20, "trick")
        return Combo(top.type or "single", top.length, int(2 * (top.rank or 0)))
    mask = present(mask_of_texts(top.cards), "trick")
    found = present(named_combinations.on_table(mask, top.rank, rank_text(top.phx_as)), "trick")
    must(top.type in (None, found.kind), "trick")
    return found
