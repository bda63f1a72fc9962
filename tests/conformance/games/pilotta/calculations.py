"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §16).

Cards are codes, hands lists of them; what is by seat or by team is a list, or has the numbers as keys.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from games.pilotta import deal as dealing
from games.pilotta import declarations, scoring, tricks
from games.pilotta.cards import CARDS, TEXTS, mask_of, read_cards
from games.pilotta.declarations import BELOTE_POINTS
from games.pilotta.moves import VALUES
from games.pilotta.scoring import Contract, Played
from games.pilotta.state import Pair, Trick, Value, Variant, seats_of
from games.toolkit.cards import SUITS
from tests.conformance.forms import EMPTY, BySeat, Form, listed, must, present
from tests.conformance.games.pilotta import steps
from tests.conformance.games.pilotta.situations import Cards, Suit

Seat = Annotated[int, Meta(ge=0, le=3)]
Team = Literal[0, 1]
Count = Annotated[int, Meta(ge=0)]
ByTeam = tuple[Count, Count]
Announced = Annotated[tuple[int, ...], BySeat(Annotated[int, Form(Cards, mask_of)] | None, 0)]


def deal(variant: Variant, deck: Cards, dealer: Seat, taker: Seat | None = None) -> Any:
    """`hands` by seat, as they were dealt, `turn_up`, `undealt` (number): the first cards, and with a `taker` all of
    them (§4)."""
    seats = seats_of(variant)
    must(len(deck) == CARDS and dealer < seats and (taker is None or taker < seats), "deck, dealer, taker")
    found = dealing.first_cards(variant, deck, dealer)
    if taker is not None and variant != "palatisti":
        found = dealing.last_cards(variant, found, dealer, taker)
    turn_up = None if found.turn_up is None else TEXTS[found.turn_up]
    hands = {str(seat): [TEXTS[card] for card in deck if hand >> card & 1] for seat, hand in enumerate(found.hands)}
    return {"hands": hands, "turn_up": turn_up, "undealt": len(found.stock)}


def legal_cards(hand: Cards, trump: Suit, trick: Cards = ()) -> Any:
    """`cards` of the hand that may be played, in its order (§8)."""
    must(not {*hand} & {*trick}, "hand, trick: a card twice")
    legal = tricks.legal_cards(mask_of(hand), trick, trump)
    return {"cards": [TEXTS[card] for card in hand if legal >> card & 1]}


def trick_winner(trick: Cards, lead: Seat, trump: Suit) -> Any:
    """`winner` (seat) and `points` of a trick (§8)."""
    must(1 <= len(trick) <= 4, "trick")
    found = Trick(lead, trick)
    return {"winner": tricks.winner(found, trump, _seats(found)), "points": tricks.card_points(trick, trump)}


def best_declaration(hand: Cards, trump: Suit) -> Any:
    """`declaration`: null, a carre with its `rank`, or a sequence with `suit`, `length`, `top`; and `points` (§8)."""
    found = declarations.best_declaration(mask_of(hand), trump)
    if found is None:
        return {"declaration": None}
    run = {} if found.suit is None else {"suit": SUITS[found.suit], "length": found.length, "top": found.top}
    return {"declaration": {"kind": found.kind, **(run or {"rank": found.top}), "points": found.points}}


def compare_declarations(announced: Announced, trump: Suit) -> Any:
    """`team` that scores, or null, and `declaration_points` by team, from the announced cards by seat (§8)."""
    found = declarations.compare([declarations.best_declaration(hand, trump) for hand in announced])
    return {"team": found.team, "declaration_points": found.points}


def trick_points(tricks: list[dict[str, Any]], trump: Suit) -> Any:
    """`trick_points` by team with 10 for the last one, `tricks_won` by team, `last_trick_by` (team or null) (§9)."""
    return _trick_points([_trick(each.get("lead"), each.get("cards")) for each in tricks], trump)


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
    must(value in (VALUES if variant == "palatisti" else (None, 0)), "value")
    by_team = belote if isinstance(belote, dict) else {} if belote is None else {int(belote): BELOTE_POINTS}
    points: Pair = tuple(listed(by_team, 2, 0, "belote"))  # type: ignore[assignment]
    played = Played(trick_points, all_tricks_by, declaration_points, points)
    found = scoring.score(Contract(variant, taker_team, value, multiplier), played)
    return {"made": found.made, "exact": found.exact, "units": found.units}


def match_end(totals: ByTeam, target: Count, ratings: dict[int, int] = EMPTY) -> Any:
    """`over`, and if so `winner` (team), `reason`, `rating_factor` (§10)."""
    must({*ratings} <= {*range(4)}, "ratings")
    found = scoring.match_end(totals, target, [ratings[seat] for seat in sorted(ratings)])
    if found is None:
        return {"over": False}
    return {"over": True, "winner": found.winner, "reason": found.reason, "rating_factor": found.rating_factor}


def apply(state: dict[str, Any], move: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    """The state after a move of its `seat`, in the names of §5; `hand_over` with `made`, `exact` and `units` where it
    ended the hand, `redeal` where it cancelled the deal; or the refusal's code. `variant`, `target` and `ratings`
    may be among the names or the options; without `variant` it is the one that fits the rest."""
    return steps.applied(state, move, options or {})


OF_A_HAND = deal, legal_cards, trick_winner, best_declaration, compare_declarations, trick_points, score_hand
CALCULATIONS = (*OF_A_HAND, match_end, apply)


def _trick_points(found: list[Trick], trump: int) -> dict[str, Any]:
    if not found:
        return {"trick_points": (0, 0), "tricks_won": (0, 0), "last_trick_by": None}
    seats = _seats(found[0])
    won = [tricks.winner(trick, trump, seats) % 2 for trick in found]
    points = tricks.trick_points(found, trump, seats)
    return {"trick_points": points, "tricks_won": (won.count(0), won.count(1)), "last_trick_by": won[-1]}


def _trick(lead: object, cards: object) -> Trick:
    must(type(lead) is int and lead in range(4), "tricks")
    must(isinstance(cards, list | tuple) and 1 <= len(cards) <= 4, "tricks")
    return Trick(lead, present(read_cards(cards), "tricks"))  # type: ignore[arg-type]


def _seats(trick: Trick) -> int:
    """The number of players, from a whole trick."""
    return 2 if len(trick.cards) == 2 and trick.lead < 2 else 4
