"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat is a list, or has the seats as keys, and comes back as it was given. Refusals: `{"legal": false,
"error": code}`; what cannot be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from games.api import AnyGame
from games.koumkan import meld_rules as melds
from games.koumkan import rules, scoring
from games.koumkan import view as views
from games.koumkan.hand_splits import HAND_MAX, Splitter
from games.koumkan.moves import DrawCard
from games.koumkan.plays import CARD_NOT_IN_HAND
from games.koumkan.state import GameId, State, next_active
from games.koumkan.view_parts import melds_shown
from games.toolkit.double_deck import CARDS, JOKERS_SET, Card, texts
from games.toolkit.melds import End, Kind, Meld
from tests.conformance.forms import InvalidDataError, Refused, in_form, listed, must
from tests.conformance.table_play import Played
from tests.conformance.toolkit import trials
from tests.conformance.toolkit.cards_of_two_packs import OldMeld, cards_from_hand, cards_of, old_meld
from tests.conformance.toolkit.trials import apply, unwrap_or_illegal, validate_options, view

Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=5)]
Points = dict[Seat, int]
Options = dict[str, Any]


def outcome(played: Played) -> dict[str, Any]:
    """What a move came to, and how it ended the hand and the match (§14)."""
    after: State = played.after.state
    counted = None if played.void else trials.counted_by(played)
    seen = views.view(after, "public")
    return {
        "hand_sizes": [len(hand) for hand in after.hands],
        "stock_count": len(after.stock),
        "discard_top": seen.discard_top,
        "discard_count": seen.discard_count,
        "hand_end": counted and counted["end"],
        "out_seat": counted and counted["out_seat"],
        "counts": counted and in_form(played.before.given.get("hands"), counted["counts"]),
        **_match_end(after, played.void),
    }


def event_for(played: Played, viewer: int | None) -> dict[str, Any]:
    """The event of a step as a viewer receives it, and the card that all see: one drawn from the discard pile (§10)."""
    to_all = played.event_for(None) if isinstance(played.last_move, DrawCard) else None
    return {"event": played.event_for(viewer), "event_card": to_all and to_all["card"]}


def _match_end(state: State, void: bool) -> dict[str, Any]:
    if state.phase != "match_over" or void:
        return {"match_end": "void" if state.phase == "match_over" else None, "winner": None}
    result = rules.result(state)
    return {"match_end": result.reason, "winner": rules.winner(state), "places": list(result.places)}


# --- melds ---


def meld(cards: Texts, hand: Texts | None = None, kind: str | None = None, *, game_id: GameId) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `joker_to_hand` (§4)."""
    found = _from_hand(game_id, cards, hand)
    asked = _kind(kind)
    if kind is not None and asked is None:
        raise Refused(melds.meld_error(found, JOKERS_SET) or melds.NOT_A_MELD, legal=False)
    return _lying(unwrap_or_illegal(melds.read_meld(found, asked)))


def lay_off(
    meld: OldMeld,
    cards: Texts | None = None,
    card: str | None = None,
    hand: Texts | None = None,
    end: End | None = None,
    kind: str | None = None,
    *,
    game_id: GameId,
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6.1)."""
    found = _from_hand(game_id, cards if cards is not None else [card or ""], hand)
    return _lying(unwrap_or_illegal(melds.all_laid(_old_meld(meld, kind), found, end) if found else CARD_NOT_IN_HAND))


def swap_joker(
    meld: OldMeld,
    card: str | None = None,
    cards: Texts | None = None,
    hand: Texts | None = None,
    kind: str | None = None,
    *,
    game_id: GameId,
) -> Any:
    """How a meld lies with a card of a hand in place of a joker, which goes to the hand; the answer is that of `meld`
    (§6.1)."""
    found = _from_hand(game_id, [card] if card is not None else cards or [], hand)
    after = unwrap_or_illegal(melds.swapped(_old_meld(meld, kind), found[0]) if len(found) == 1 else CARD_NOT_IN_HAND)
    return _lying(after[0]) | {"joker_to_hand": True}


def classify(cards: Texts, indicator: str | None = None, *, game_id: GameId) -> Any:
    """Whether cards are a meld (`valid`), and of what `kinds` (§4)."""
    kinds = melds.kinds_of(cards_of(cards, "cards"), _wild(game_id, indicator))
    return {"valid": bool(kinds), "kinds": kinds}


def count_wilds(indicator: str | None = None, *, game_id: GameId) -> Any:
    """`wild_cards` among the cards in play: all but the indicator (§1)."""
    apart = _indicator(game_id, indicator)
    return {"wild_cards": sum(card in _wild(game_id, indicator) for card in CARDS if card != apart)}


def deadwood(hand: Texts, indicator: str | None = None, *, game_id: GameId) -> Any:
    """The smallest `deadwood` of a hand, with `melds` that leave it and what is `left` (§8)."""
    cards = cards_of(hand, "hand")
    must(len(cards) <= HAND_MAX, "hand")
    split = Splitter(game_id, _wild(game_id, indicator), cards).best()
    return {"deadwood": split.deadwood, "melds": melds_shown(split.melds), "left": texts(split.left)}


# --- hands and matches ---


def score_hand(
    hands_left: dict[Seat, Texts], out: Seat | None = None, indicator: str | None = None, *, game_id: GameId
) -> Any:
    """`hand_points` by seat: 0 for the seat that is `out` (§8)."""
    hands = {seat: cards_of(hand, "hands_left") for seat, hand in hands_left.items()}
    must(game_id == "koumkan" or all(len(hand) <= HAND_MAX for hand in hands.values()), "hands_left")
    apart = _indicator(game_id, indicator)
    points = {seat: scoring.counted_hand(game_id, apart, hand).deadwood for seat, hand in hands.items()}
    return {"hand_points": _sorted(points | ({} if out is None else {out: 0}))}


def close_hand(
    totals: Points,
    hand_points: Points,
    dealer: Seat = 0,
    active: list[Seat] | None = None,
    options: Options | None = None,
    *,
    game: AnyGame,
) -> Any:
    """`totals` after a hand, the seats `eliminated` by it and still `active`, `match_over`, `winner` (or null), the
    seats that deal and play first in the next hand, `tie` (equal lowest totals) and `draw` (equal ratings too); §9.

    `active`: the seats that played the hand; left out, all that are named and were below the target before it.
    """
    named = {*totals, *hand_points}
    terms = trials.terms_of(game, {"seats": max([2, *(seat + 1 for seat in named)])} | (options or {}))
    seats = terms.seats
    must({*(active or ()), dealer} <= set(range(seats)), "seats")
    before, points = listed(totals, seats, 0, "totals"), listed(hand_points, seats, 0, "hand_points")
    after = {seat: before[seat] + points[seat] for seat in range(seats) if seat in named}
    playing = [seat for seat in after if before[seat] < terms.target_score]
    sums = [after.get(seat, 0) for seat in range(seats)]
    found = scoring.fallen(sums, playing if active is None else active, terms.target_score, terms.ratings)
    over = found.winner is not None or not found.active
    next_dealer = None if over else next_active(found.active, terms.seats, dealer)
    first = None if next_dealer is None else next_active(found.active, terms.seats, next_dealer)
    return {
        "totals": _sorted(after),
        "eliminated": sorted(seat for group in found.groups for seat in group),
        "active": found.active,
        "match_over": over,
        "winner": found.winner,
        "next_dealer": next_dealer,
        "first_to_play": first,
        "tie": found.tie,
        "draw": found.draw,
    }


OF_CARDS = meld, lay_off, swap_joker, classify, count_wilds, deadwood
CALCULATIONS = validate_options, apply, view, *OF_CARDS, score_hand, close_hand


# --- plain data ---


def _from_hand(game: GameId, faces: Texts, hand: Texts | None) -> tuple[Card, ...]:
    """The cards, if melds may be laid and the hand has them; any if no hand is given."""
    if game != "koumkan":
        raise Refused(rules.MELDING_NOT_ALLOWED.error, legal=False)
    cards = cards_from_hand(faces, hand)
    return unwrap_or_illegal(CARD_NOT_IN_HAND if cards is None else cards)


def _indicator(game: GameId, face: str | None) -> Card | None:
    if face is None:
        return None
    (card,) = cards_of([face], "indicator")
    if game == "koumkan" or not melds.is_indicator(game, card):
        raise InvalidDataError("indicator")
    return card


def _wild(game: GameId, indicator: str | None) -> frozenset[Card]:
    return melds.wild_cards(game, _indicator(game, indicator))


def _kind(word: object) -> Kind | None:
    return "run" if word == "run" else "group" if word == "group" else None


def _old_meld(given: OldMeld, kind: str | None) -> Meld:
    """A meld on the table: its cards, or a record of them."""
    kind = kind or (given.get("kind") if isinstance(given, Mapping) else None)
    return old_meld(given, lambda cards: melds.read_meld(cards, _kind(kind)))


def _sorted(by_seat: Mapping[int, int]) -> dict[int, int]:
    return dict(sorted(by_seat.items()))


def _lying(found: Meld) -> dict[str, Any]:
    """How a meld lies; whether a card is left to discard only the move asks."""
    return {"legal": True, "kind": found.kind, "cards": texts(found.cards), "joker_to_hand": False}
