"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat is a list, or has the seats as keys, and comes back as it was given. Refusals: `{"legal": false,
"error": code}`; what cannot be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from services.kernel.refusal import Refusal
from services.tables.games.koumkan import GAMES, rules, scoring
from services.tables.games.koumkan import meld_rules as melds
from services.tables.games.koumkan.hand_splits import HAND_MAX, Splitter
from services.tables.games.koumkan.plays import CARD_NOT_IN_HAND, MUST_KEEP_DISCARD
from services.tables.games.koumkan.state import GameId, next_active
from services.tables.games.koumkan.view_parts import melds_shown
from services.tables.games.toolkit.double_deck import CARDS, JOKERS_SET, Card, texts
from services.tables.games.toolkit.melds import End, Kind, Meld
from tests.conformance.games.koumkan import situations
from tests.conformance.games.koumkan.steps import Trials
from tests.conformance.plain_edge import Malformed, calculation
from tests.conformance.table_play import removes
from tests.conformance.toolkit.plain_input import cards_from_hand, cards_of
from tests.conformance.toolkit.trials import refused

Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=5)]
BySeat = list[Any] | dict[str, Any]
Points = list[int] | dict[str, int]
Options = dict[str, Any]
OldMeld = Texts | dict[str, Any]
_GAMES = {each.id: each for each in GAMES}


_TRIALS = {each.id: Trials(each, situations.read, situations.write, removes) for each in GAMES}


def calculations(game_id: str) -> dict[str, Callable[..., Any]]:
    """The functions by name, for one of the games."""
    found = (
        validate_options,
        meld,
        lay_off,
        swap_joker,
        classify,
        count_wilds,
        deadwood,
        apply,
        score_hand,
        close_hand,
        view,
    )
    return {name: partial(function, game=game_id) for name, function in ((each.__name__, each) for each in found)}


@calculation
def validate_options(raw_options: Any, game: GameId = "koumkan") -> Any:
    """`options` with defaults filled in, or `options_invalid`."""
    chosen = _GAMES[game].options(raw_options, {})
    return chosen if isinstance(chosen, Refusal) else {"options": chosen}


# --- melds ---


@calculation
def meld(cards: Texts, hand: Texts | None = None, kind: str | None = None, game: GameId = "koumkan") -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `joker_to_hand` (§4)."""
    found = _from_hand(game, cards, hand)
    if isinstance(found, str):
        return refused(found)
    asked = _kind(kind)
    if kind is not None and asked is None:
        return refused(melds.meld_error(found, JOKERS_SET) or melds.NOT_A_MELD)
    return _lying(melds.read_meld(found, asked), hand, len(found))


@calculation
def lay_off(
    meld: OldMeld,
    cards: Texts | None = None,
    card: str | None = None,
    hand: Texts | None = None,
    end: End | None = None,
    kind: str | None = None,
    game: GameId = "koumkan",
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6.1)."""
    found = _from_hand(game, cards if cards is not None else [card or ""], hand)
    if isinstance(found, str):
        return refused(found)
    if not found:
        return refused(CARD_NOT_IN_HAND)
    return _lying(melds.all_laid(_old_meld(meld, kind), found, end), hand, len(found))


@calculation
def swap_joker(
    meld: OldMeld,
    card: str | None = None,
    cards: Texts | None = None,
    hand: Texts | None = None,
    kind: str | None = None,
    game: GameId = "koumkan",
) -> Any:
    """How a meld lies with a card of a hand in place of a joker, which goes to the hand; the answer is that of `meld`
    (§6.1)."""
    found = _from_hand(game, [card] if card is not None else cards or [], hand)
    if isinstance(found, str) or len(found) != 1:
        return refused(found if isinstance(found, str) else CARD_NOT_IN_HAND)
    after = melds.swapped(_old_meld(meld, kind), found[0])
    if isinstance(after, str):
        return refused(after)
    return _lying(after[0], None, 0) | {"joker_to_hand": True}


@calculation
def classify(cards: Texts, indicator: str | None = None, game: GameId = "koumkan") -> Any:
    """Whether cards are a meld (`valid`), and of what `kinds` (§4)."""
    kinds = melds.kinds_of(cards_of(cards, "cards"), _wild(game, indicator))
    return {"valid": bool(kinds), "kinds": kinds}


@calculation
def count_wilds(indicator: str | None = None, game: GameId = "koumkan") -> Any:
    """`wild_cards` among the cards in play: all but the indicator (§1)."""
    apart = _indicator(game, indicator)
    return {"wild_cards": sum(card in _wild(game, indicator) for card in CARDS if card != apart)}


@calculation
def deadwood(hand: Texts, indicator: str | None = None, game: GameId = "koumkan") -> Any:
    """The smallest `deadwood` of a hand, with `melds` that leave it and what is `left` (§8)."""
    cards = cards_of(hand, "hand")
    if len(cards) > HAND_MAX:
        raise Malformed("hand")
    split = Splitter(game, _wild(game, indicator), cards).best()
    return {"deadwood": split.deadwood, "melds": melds_shown(split.melds), "left": texts(split.left)}


# --- hands and matches ---


@calculation
def apply(
    situation: dict[str, Any],
    move: dict[str, Any] | None = None,
    moves: list[dict[str, Any]] | None = None,
    options: Options | None = None,
    game: GameId = "koumkan",
) -> Any:
    """What one move, or several, come to: `legal`, the situation after it, `hand_sizes`, `stock_count`, `discard_top`,
    `discard_count`; how the hand and the match ended (`hand_end`, `match_end`: a word or null), `out_seat`, `counts`,
    `winner`; `auto` (§14)."""
    return _TRIALS[game].apply(situation, move, moves, options)


@calculation
def score_hand(
    hands_left: BySeat, out: Seat | None = None, indicator: str | None = None, game: GameId = "koumkan"
) -> Any:
    """`hand_points` by seat: 0 for who is `out` (§8)."""
    given = _by_seat(hands_left)
    hands = {seat: cards_of(hand, "hands_left") for seat, hand in given.items()}
    if game != "koumkan" and any(len(hand) > HAND_MAX for hand in hands.values()):
        raise Malformed("hands_left")
    apart = _indicator(game, indicator)
    points = {seat: scoring.counted_hand(game, apart, hand).deadwood for seat, hand in hands.items()}
    return {"hand_points": _like(hands_left, points | ({} if out is None else {out: 0}))}


@calculation
def close_hand(
    totals: Points,
    hand_points: Points,
    dealer: Seat = 0,
    active: list[Seat] | None = None,
    options: Options | None = None,
    game: GameId = "koumkan",
) -> Any:
    """`totals` after a hand, who is `eliminated` by it, who is still `active`, `match_over`, `winner` (or null), who
    deals and plays first in the next hand, `tie` (equal lowest totals) and `draw` (equal ratings too); §9.

    `active`: who played the hand; left out, all below the target before it.
    """
    before, points = _by_seat(totals), _by_seat(hand_points)
    terms = _TRIALS[game].terms({"seats": max(before, default=0) + 1} | (options or {}))
    if isinstance(terms, Refusal):
        return terms
    if not {*before, *points, *(active or ()), dealer} <= set(range(terms.seats)):
        raise Malformed("seats")
    after = {seat: before.get(seat, 0) + points.get(seat, 0) for seat in range(terms.seats)}
    playing = [seat for seat in range(terms.seats) if before.get(seat, 0) < terms.target_score]
    found = scoring.fallen([*after.values()], playing if active is None else active, terms.target_score, terms.ratings)
    over = found.winner is not None or not found.active
    next_dealer = None if over else next_active(found.active, terms.seats, dealer)
    first = None if next_dealer is None else next_active(found.active, terms.seats, next_dealer)
    return {
        "totals": _like(totals, after),
        "eliminated": sorted(seat for group in found.groups for seat in group),
        "active": found.active,
        "match_over": over,
        "winner": found.winner,
        "next_dealer": next_dealer,
        "first_to_play": first,
        "tie": found.tie,
        "draw": found.draw,
    }


@calculation
def view(
    situation: dict[str, Any],
    seat: Seat | None = None,
    move: dict[str, Any] | None = None,
    then_view: Seat | None = None,
    options: Options | None = None,
    game: GameId = "koumkan",
) -> Any:
    """What a seat, or null for a spectator, sees, with `timeouts`; after a `move` what `then_view` sees, with the
    `event` that it is told and the `event_card` that all are told (§10)."""
    return _TRIALS[game].view(situation, seat, move, then_view, options)


# --- plain data ---


def _from_hand(game: GameId, faces: Texts, hand: Texts | None) -> tuple[Card, ...] | str:
    """The cards, if melds may be laid and the hand has them; any if no hand is given."""
    if game != "koumkan":
        return rules.MELDING_NOT_ALLOWED.error
    cards = cards_from_hand(faces, hand)
    return CARD_NOT_IN_HAND if cards is None else cards


def _indicator(game: GameId, face: str | None) -> Card | None:
    if face is None:
        return None
    (card,) = cards_of([face], "indicator")
    if game == "koumkan" or not melds.is_indicator(game, card):
        raise Malformed("indicator")
    return card


def _wild(game: GameId, indicator: str | None) -> frozenset[Card]:
    return melds.wild_cards(game, _indicator(game, indicator))


def _kind(word: object) -> Kind | None:
    return "run" if word == "run" else "group" if word == "group" else None


def _old_meld(given: OldMeld, kind: str | None) -> Meld:
    """A meld on the table: its cards, or a record of them."""
    if isinstance(given, Mapping):
        kind = kind or given.get("kind")
        given = given.get("cards", [])
    found = melds.read_meld(cards_of(given, "meld"), _kind(kind))
    if isinstance(found, str):
        raise Malformed(f"meld: {found}")
    return found


def _by_seat(given: BySeat) -> dict[int, Any]:
    """By seat, given as a list or with the seats as keys."""
    by_seat = given if isinstance(given, dict) else {str(seat): each for seat, each in enumerate(given)}
    if not set(by_seat) <= {str(seat) for seat in range(6)}:
        raise Malformed("seats")
    return {int(seat): each for seat, each in by_seat.items()}


def _like(given: BySeat, by_seat: Mapping[int, int]) -> list[int] | dict[str, int]:
    """By seat in the form that was given."""
    if isinstance(given, dict):
        return {str(seat): by_seat[seat] for seat in sorted(by_seat)}
    return [by_seat.get(seat, 0) for seat in range(max(by_seat, default=-1) + 1)]


def _lying(found: Meld | str, hand: Texts | None, used: int) -> dict[str, Any]:
    """How a meld lies, if a card of the hand is left to discard."""
    if isinstance(found, str):
        return refused(found)
    if hand is not None and used >= len(hand):
        return refused(MUST_KEEP_DISCARD)
    return {"legal": True, "kind": found.kind, "cards": texts(found.cards), "joker_to_hand": False}
