"""The rules: options, and what is buraco's own in the course of a match (RULES.md §1, §4, §5, §9, §11).

The course itself is that of games/toolkit/melding/rules.py.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from games.buraco import plays, scoring
from games.buraco.candidates import melds
from games.buraco.ends import hand_over, pot_taken
from games.buraco.meld_rules import DECK, POINTS, laid
from games.buraco.moves import Move, TakePile
from games.buraco.state import Options, State
from games.toolkit.double_deck import FACE, RANK, SUIT, TWOS, Card
from games.toolkit.faces import shown, texts_of
from games.toolkit.lay_offs import lay_offs, plays_in_turn
from games.toolkit.meld_moves import DiscardCard, DrawStock, Play
from games.toolkit.meld_table import side_of
from games.toolkit.melding import automatic_turn, rules, turns
from games.toolkit.options import options_of
from games.toolkit.totals import Verdict
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """The organizer's part and, of the platform's, what this game goes by; anything else is `options_invalid`."""
    return options_of(Options, raw, frozen)


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """One player a side, or partners who face each other."""
    return rules.sides(options.seats)


def start(options: Options) -> State:
    """Nothing is dealt; the starter of the first hand is not drawn yet."""
    return State(options)


class Rules(rules.Rules[State]):
    """The course of a match of buraco."""

    name = "buraco"
    deck_cards = len(DECK)
    moves = get_args(Move)
    played = staticmethod(plays.played)
    closing_refusal = staticmethod(plays.closing_refusal)

    def dealt(self, state: State, cards: tuple[int, ...]) -> State:
        """The hand that begins with the shuffled deck (RULES.md §3)."""
        return turns.dealt(start(state.terms), state, cards)

    def pile_taken(self, state: State, seat: Seat, move: TakePile) -> State:
        """The pile is free (RULES.md §5)."""
        return turns.with_pile(state, seat)

    def discarded(self, state: State, seat: Seat, card: Card) -> State:
        """The card lies on the pile and the turn is over; perhaps the hand, and the match (RULES.md §7, §9)."""
        return turns.discarded(state, seat, card, pot_taken, hand_over)

    def outcome(self, state: State) -> Verdict | None:
        """Who has won, or is named by a tie-break (RULES.md §9)."""
        return scoring.outcome(state.terms, state.totals)


RULES = Rules()

next_, check, apply, progress = RULES.next, RULES.check, RULES.apply, RULES.progress


# --- the automatic turn ---


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nothing where the operator lets wait; else a stock draw if one is due, and a discard."""
    return automatic_turn.timed_out(state, seat, choice)


def choice(able: list[Card], drawn: Card | None) -> Card:
    """The card just drawn if it is no 2 and one of its face is held, else the natural card of most points, else a 2."""
    if drawn is not None and drawn not in TWOS and any(FACE[card] == FACE[drawn] for card in able):
        return drawn
    natural = [card for card in able if card not in TWOS]
    if natural:
        return max(natural, key=lambda card: (POINTS[card], RANK[card], SUIT[card]))
    return min(able, key=lambda card: SUIT[card])


# --- legal moves, one after another, without looking further than asked (RULES.md §5) ---


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn:
        return
    if state.phase == "draw":
        if state.stock:
            yield DrawStock()
        if state.pile:
            yield TakePile()
        return
    hand = state.hands[seat]
    yield from _discards(state, seat)
    own = (each for each in state.table if each.side == side_of(seat))
    yield from plays_in_turn(lay_offs(laid, hand, own), melds(hand), lambda play: _passes(state, seat, play))


def _discards(state: State, seat: Seat) -> Iterator[DiscardCard]:
    hand, barred = state.hands[seat], turns.barred_face(state)
    if plays.closing_refusal(state, seat, len(hand) - 1) is None:
        yield from (DiscardCard(face) for face in texts_of(shown(hand)) if face != barred)


def _passes(state: State, seat: Seat, play: Play) -> bool:
    """Whether a play of cards that fit leaves enough of them."""
    left = len(state.hands[seat]) - len(play.cards)
    return left >= plays.LEFT_MIN or not isinstance(plays.played(state, seat, play), str)
