"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta

from services.kernel.plain import Malformed, calculation
from services.kernel.refusal import Refusal
from services.tables import clocks
from services.tables.games.buraco import GAMES, scoring, situations
from services.tables.games.buraco.reading import all_laid, bonus_of, class_of, points_of, read_meld
from services.tables.games.buraco.state import Options
from services.tables.games.toolkit import acting
from services.tables.games.toolkit.double_deck import texts
from services.tables.games.toolkit.given import cards_from_hand, cards_of, numbered, pair
from services.tables.games.toolkit.meld_table import Lying
from services.tables.games.toolkit.melding.plays import CARD_NOT_IN_HAND
from services.tables.games.toolkit.melds import End, Meld

Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=3)]
Pair = tuple[int, int] | dict[str, int]
Flags = list[bool] | dict[str, bool]
OldMeld = Texts | dict[str, Any]
(GAME,) = GAMES


def calculations(game_id: str) -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    found = (validate_options, meld, lay_off, apply, score_hand, close_hand, view)
    return {each.__name__: each for each in found}


@calculation
def validate_options(raw_options: Any) -> Any:
    """`options` with defaults filled in, or `options_invalid`."""
    chosen = GAME.options(raw_options, {})
    return chosen if isinstance(chosen, Refusal) else {"options": chosen}


@calculation
def meld(cards: Texts, hand: Texts | None = None, options: dict[str, Any] | None = None) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    terms = _terms(options)
    if isinstance(terms, Refusal):
        return terms
    found = cards_from_hand(cards, hand, jokers=False)
    return _lying(CARD_NOT_IN_HAND if found is None else read_meld(found))


@calculation
def lay_off(
    cards: Texts,
    meld: OldMeld,
    hand: Texts | None = None,
    end: End | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    terms = _terms(options)
    if isinstance(terms, Refusal):
        return terms
    found, old = cards_from_hand(cards, hand, jokers=False), _old_meld(meld)
    return _lying(all_laid(old, found, end) if found else CARD_NOT_IN_HAND)


@calculation
def apply(
    situation: dict[str, Any],
    move: dict[str, Any] | None = None,
    moves: list[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """What one move, or several, come to: `legal`, the situation after it, `hand_sizes`; how the hand and the match
    ended (`hand_end`, `match_end`: a word or null), `closed_by`, `hand_score`, `winner_side`; `auto` (§14)."""
    moment = situations.read(GAME, options or {}, acting.untold(situation))
    if isinstance(moment, Refusal):
        return moment
    wanted = ([] if move is None else [move]) + (moves or [])
    if not wanted:
        raise Malformed("move")
    answer: dict[str, Any] = {}
    for each in wanted:
        acted = acting.acted(GAME, moment, each, _removes)
        if isinstance(acted, Refusal):
            return {"legal": False, "error": acted.error}
        moment, answer = acted.after, _answer(acted)
    return answer


@calculation
def score_hand(
    table: list[list[OldMeld]] | dict[str, list[OldMeld]],
    hands_left: list[Texts] | dict[str, Texts],
    pot_taken: Flags | None = None,
    pot_used: Flags | None = None,
    closed_by: Seat | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    terms = _terms(options)
    if isinstance(terms, Refusal):
        return terms
    melds, by_seat = pair(table, []), numbered(hands_left, 4)
    lying = [Lying(0, side, _old_meld(each)) for side in (0, 1) for each in melds[side]]
    hands = [cards_of(by_seat.get(seat, []), "hands_left", jokers=False) for seat in range(4)]
    taken, used = pair(pot_taken or [], False), pair(pot_used or [], False)
    counts = (taken[0] and used[0], taken[1] and used[1])
    sides = scoring.side_scores(lying, hands, counts, closed_by, (0, 0))
    return {
        "hand_score": [side.score for side in sides],
        "bonuses": [[each.bonus for each in side.melds] for side in sides],
        "classes": [[each.class_ for each in side.melds] for side in sides],
    }


@calculation
def close_hand(totals: Pair, hand_score: Pair, options: dict[str, Any] | None = None) -> Any:
    """`totals` after a hand, `match_over`, `winner_side` (or null), `tie` (equal totals) and `draw` (equal ratings too,
    nobody is named); §9."""
    terms = _terms(options)
    if isinstance(terms, Refusal):
        return terms
    before, scores = pair(totals), pair(hand_score)
    after = before[0] + scores[0], before[1] + scores[1]
    found = scoring.outcome(terms, after)
    return {
        "totals": after,
        "match_over": found is not None,
        "winner_side": found.side if found else None,
        "tie": found is not None and (found.tie or found.draw),
        "draw": found is not None and found.draw,
    }


@calculation
def view(
    situation: dict[str, Any],
    seat: Seat | None = None,
    move: dict[str, Any] | None = None,
    then_view: Seat | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """What a seat, or null for a spectator, sees, with `timeouts`; after a `move` what `then_view` sees, with the
    `event` that it is told (§10)."""
    moment = situations.read(GAME, options or {}, acting.untold(situation))
    if isinstance(moment, Refusal):
        return moment
    if move is None:
        return acting.seen(GAME, moment, seat)
    acted = acting.acted(GAME, moment, move, _removes)
    if isinstance(acted, Refusal):
        return {"legal": False, "error": acted.error}
    return {**acting.seen(GAME, acted.after, then_view), "legal": True, "event": acting.event(GAME, acted, then_view)}


# --- plain data ---


def _removes(timeouts: int) -> bool:
    """Whether so many timeouts remove a player."""
    return clocks.is_removed(clocks.MoveClock(timeouts))


def _answer(acted: acting.Acted) -> dict[str, Any]:
    """The moment after a step in the names of the rules, and what ended."""
    found = {"legal": True, **situations.write(acted.after), **acting.counted(acted), **acting.match_end(GAME, acted)}
    return found if acted.auto is None else found | {"auto": list(acted.auto)}


def _terms(options: dict[str, Any] | None) -> Options | Refusal:
    """The options, the platform's among them."""
    moment = situations.read(GAME, options or {}, {})
    if isinstance(moment, Refusal):
        return moment
    terms: Options = moment.state.terms
    return terms


def _old_meld(given: OldMeld) -> Meld:
    """A meld on the table: its cards, or a record of them."""
    found = read_meld(cards_of(given.get("cards") if isinstance(given, dict) else given, "meld", jokers=False))
    if isinstance(found, str):
        raise Malformed(f"meld: {found}")
    return found


def _lying(found: Meld | str) -> dict[str, Any]:
    if isinstance(found, str):
        return {"legal": False, "error": found}
    return {
        "legal": True,
        "kind": found.kind,
        "cards": texts(found.cards),
        "class": class_of(found),
        "bonus": bonus_of(found),
        "points": points_of(found.cards),
        "wild": len(found.wild),
    }
