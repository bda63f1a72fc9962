"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §16).

Cards are codes, hands lists of them; what is by seat or by team is a list, or has the numbers as keys.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from services.tables.games.pilotta import deal as dealing
from services.tables.games.pilotta import declarations, scoring, tricks
from services.tables.games.pilotta.cards import (
    CARDS,
    SUIT_BY_TEXT,
    TEXTS,
    Card,
    Suit,
    mask_of,
    read_cards,
)
from services.tables.games.pilotta.declarations import BELOTE_POINTS, Declaration
from services.tables.games.pilotta.moves import VALUES
from services.tables.games.pilotta.scoring import Contract, Played
from services.tables.games.pilotta.state import Pair, Trick, Value, Variant, seats_of
from services.tables.games.toolkit.cards import SUITS
from tests.conformance.by_seat import EMPTY, Wrong, known, listed, must
from tests.conformance.games.pilotta import steps

Seat = Annotated[int, Meta(ge=0, le=3)]
Team = Literal[0, 1]
Texts = tuple[str, ...]
Count = Annotated[int, Meta(ge=0)]
ByTeam = tuple[Count, Count]
BySeat = dict[int, Texts | None]


def calculations(game_id: str) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules."""
    of_a_hand = (deal, legal_cards, trick_winner, best_declaration, compare_declarations, trick_points, score_hand)
    return (*of_a_hand, match_end, apply)


def deal(variant: Variant, deck: Texts, dealer: Seat, taker: Seat | None = None) -> Any:
    """`hands` by seat, as they were dealt, `turn_up`, `undealt` (number): the first cards, and with a `taker` all of
    them (§4)."""
    cards, seats = _cards(deck, "deck"), seats_of(variant)
    if len(cards) != CARDS or dealer >= seats or (taker is not None and taker >= seats):
        raise Wrong("deck: 32 cards; dealer, taker: seats")
    found = dealing.first_cards(variant, cards, dealer)
    if taker is not None and variant != "palatisti":
        found = dealing.last_cards(variant, found, dealer, taker)
    turn_up = None if found.turn_up is None else TEXTS[found.turn_up]
    hands = {str(seat): [TEXTS[card] for card in cards if hand >> card & 1] for seat, hand in enumerate(found.hands)}
    return {"hands": hands, "turn_up": turn_up, "undealt": len(found.stock)}


def legal_cards(hand: Texts, trump: str, trick: Texts = ()) -> Any:
    """`cards` of the hand that may be played, in its order (§8)."""
    cards, laid = _cards(hand, "hand"), _cards(trick, "trick")
    if set(cards) & set(laid):
        raise Wrong("hand, trick: a card twice")
    legal = tricks.legal_cards(mask_of(cards), laid, _suit(trump))
    return {"cards": [TEXTS[card] for card in cards if legal >> card & 1]}


def trick_winner(trick: Texts, lead: Seat, trump: str) -> Any:
    """`winner` (seat) and `points` of a trick (§8)."""
    found = _trick(lead, trick)
    winner = tricks.winner(found, _suit(trump), _seats(found))
    return {"winner": winner, "points": tricks.card_points(found.cards, _suit(trump))}


def best_declaration(hand: Texts, trump: str) -> Any:
    """`declaration`: null, a carre with its `rank`, or a sequence with `suit`, `length`, `top`; and `points` (§8)."""
    found = declarations.best_declaration(mask_of(_cards(hand, "hand")), _suit(trump))
    return {"declaration": found and _declaration(found)}


def compare_declarations(announced: BySeat, trump: str) -> Any:
    """`team` that scores, or null, and `declaration_points` by team, from the announced cards by seat (§8)."""
    hands = [_cards(cards or (), "announced") for cards in listed(announced, 4, None, "announced")]
    best = [declarations.best_declaration(mask_of(hand), _suit(trump)) for hand in hands]
    found = declarations.compare(best)
    return {"team": found.team, "declaration_points": found.points}


def trick_points(tricks: list[dict[str, Any]], trump: str) -> Any:
    """`trick_points` by team with 10 for the last one, `tricks_won` by team, `last_trick_by` (team or null) (§9)."""
    return _trick_points([_trick(each.get("lead"), each.get("cards")) for each in tricks], _suit(trump))


def score_hand(
    variant: Variant,
    taker_team: Team,
    trick_points: ByTeam,
    all_tricks_by: Team | None = None,
    declaration_points: ByTeam = (0, 0),
    belote: dict[int, Count] | Team | None = None,
    value: Value | None = None,
    multiplier: Literal[1, 2, 4] = 1,
) -> Any:
    """`made`, and by team `exact` and `units` (§9). `belote`: points by team, or the team that has it, or null."""
    if value not in (VALUES if variant == "palatisti" else (None, 0)):
        raise Wrong("value")
    played = Played(trick_points, all_tricks_by, declaration_points, _belote(belote))
    found = scoring.score(Contract(variant, taker_team, value, multiplier), played)
    return {"made": found.made, "exact": found.exact, "units": found.units}


def match_end(totals: ByTeam, target: Count, ratings: dict[int, int] = EMPTY) -> Any:
    """`over`, and if so `winner` (team), `reason`, `rating_factor` (§10)."""
    found = scoring.match_end(totals, target, _ratings(ratings))
    if found is None:
        return {"over": False}
    return {"over": True, "winner": found.winner, "reason": found.reason, "rating_factor": found.rating_factor}


def apply(state: dict[str, Any], move: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    """The state after a move of its `seat`, in the names of §5; `hand_over` with `made`, `exact` and `units` where it
    ended the hand, `redeal` where it cancelled the deal; or the refusal's code. `variant`, `target` and `ratings`
    may be among the names or the options; without `variant` it is the one that fits the rest."""
    return steps.applied(state, move, options or {})


# --- plain data ---


def _trick_points(found: Sequence[Trick], trump: Suit) -> dict[str, Any]:
    if not found:
        return {"trick_points": (0, 0), "tricks_won": (0, 0), "last_trick_by": None}
    seats = _seats(found[0])
    won = [tricks.winner(trick, trump, seats) % 2 for trick in found]
    points = tricks.trick_points(found, trump, seats)
    return {"trick_points": points, "tricks_won": (won.count(0), won.count(1)), "last_trick_by": won[-1]}


def _declaration(found: Declaration) -> dict[str, Any]:
    if found.suit is None:
        return {"kind": found.kind, "rank": found.top, "points": found.points}
    suit = SUITS[found.suit]
    return {"kind": found.kind, "suit": suit, "length": found.length, "top": found.top, "points": found.points}


def _cards(found: Sequence[str], name: str) -> tuple[Card, ...]:
    return known(read_cards(found), name)


def _suit(found: str) -> Suit:
    return known(SUIT_BY_TEXT.get(found), "trump")


def _trick(lead: object, cards: object) -> Trick:
    if type(lead) is not int or lead not in range(4) or not isinstance(cards, list | tuple) or not 1 <= len(cards) <= 4:
        raise Wrong("lead, cards")
    return Trick(lead, _cards(cards, "cards"))


def _seats(trick: Trick) -> int:
    """A whole trick tells how many play."""
    return 2 if len(trick.cards) == 2 and trick.lead < 2 else 4


def _ratings(found: Mapping[int, int]) -> list[int]:
    """In the order of the seats; none where nobody is rated."""
    must(set(found) <= set(range(4)), "ratings")
    return [found[seat] for seat in sorted(found)]


def _belote(found: Mapping[int, int] | int | None) -> Pair:
    if found is None or isinstance(found, int):
        return BELOTE_POINTS * (found == 0), BELOTE_POINTS * (found == 1)
    points = listed(found, 2, 0, "belote")
    return points[0], points[1]
