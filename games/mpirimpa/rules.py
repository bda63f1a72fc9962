"""The rules: options, and what is mpirimpa's own in the course of a match (RULES.md §1, §4, §5, §9, §11).

The course itself is that of games/toolkit/melding/rules.py.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, get_args

from games.api import Unreadable
from games.mpirimpa import plays, scoring
from games.mpirimpa.candidates import melds
from games.mpirimpa.meld_rules import POINTS, WILD, laid
from games.mpirimpa.moves import DiscardCard, DrawStock, Move, Play, TakePile
from games.mpirimpa.state import HandEnd, Options, ProOptions, State, Terms, side_of
from games.toolkit.double_deck import CARDS, JOKERS_SET, RANK, SUIT, Card
from games.toolkit.faces import shown, texts_of
from games.toolkit.lay_offs import lay_offs, plays_in_turn
from games.toolkit.melding import automatic_turn, rules, turns
from games.toolkit.melding.refusals import PILE_EMPTY
from games.toolkit.melding.state import replace
from games.toolkit.options import options_of
from games.toolkit.totals import Verdict
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

PILE_NOT_JUSTIFIED = Refusal(plays.PILE_NOT_JUSTIFIED)


# --- options ---


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """Options of mpirimpa; anything else is `options_invalid`."""
    return options_of(Options, raw, frozen, "mpirimpa")


def pro_options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> ProOptions | Refusal:
    """Options of mpirimpa pro, where `columns` may be named only to say that there are none."""
    if isinstance(raw, Mapping) and raw.get("columns") is False:
        raw = {name: value for name, value in raw.items() if name != "columns"}
    return options_of(ProOptions, raw, frozen, "mpirimpa_pro")


def terms_of(options: Options | ProOptions) -> Terms:
    """The options as a match is played by them."""
    pro = isinstance(options, ProOptions)
    columns = not isinstance(options, ProOptions) and options.columns
    return Terms(pro, options.seats, columns, options.target_score, options.ratings, options.on_timeout)


def sides(options: Options | ProOptions) -> tuple[tuple[Seat, ...], ...]:
    """One player a side, or partners who face each other."""
    return rules.sides(options.seats)


def start(options: Options | ProOptions) -> State:
    """Nothing is dealt; the starter of the first hand is not drawn yet."""
    return State(terms_of(options))


# --- the course of a match ---


def discarded(state: State, seat: Seat, card: Card) -> State:
    """The card lies on the pile and the turn is over; perhaps the hand, and the match (RULES.md §4, §7, §9)."""
    if state.trump is None and SUIT[card] >= 0:
        state = replace(state, trump=SUIT[card])
    return turns.discarded(state, seat, card, turns.pot_taken, hand_over)


def hand_over(state: State, end: HandEnd, closed_by: Seat | None) -> State:
    """The hand is counted; the match is over if a side has the target."""
    hand = scoring.counted(state, end, closed_by)
    return turns.hand_over(state, end, hand, partial(scoring.outcome, state.terms))


class Rules(rules.Rules[State]):
    """The course of a match of mpirimpa, or mpirimpa pro."""

    name = "mpirimpa"
    deck_cards = len(CARDS)
    moves = get_args(Move)
    played = staticmethod(plays.played)
    closing_refusal = staticmethod(plays.closing_refusal)
    discarded = staticmethod(discarded)

    def dealt(self, state: State, cards: tuple[int, ...]) -> State:
        """The hand that begins with the shuffled deck (RULES.md §3)."""
        return turns.dealt(State(state.terms), state, cards)

    def pile_taken(self, state: State, seat: Seat, move: TakePile) -> State | str:
        """The state with the pile taken, in Pro with the plays that justify it, or the code (RULES.md §5)."""
        return plays.pile_taken(state, seat, move.plays)

    def unreadable_refusal(self, state: State, seat: Seat, move: Unreadable) -> Refusal:
        """Plays that cannot be read justify nothing (RULES.md §5)."""
        if move.move == "take_pile":
            return PILE_NOT_JUSTIFIED if state.pile else PILE_EMPTY
        return super().unreadable_refusal(state, seat, move)

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
    """The card just drawn if it is natural, else the natural card of most points, else a 2, else a joker."""
    if drawn is not None and drawn in able and drawn not in WILD:
        return drawn
    natural = [card for card in able if card not in WILD]
    if natural:
        return max(natural, key=lambda card: (POINTS[card], RANK[card], SUIT[card]))
    return min(able, key=lambda card: (card in JOKERS_SET, SUIT[card]))


# --- legal moves, one after another, without looking further than asked (RULES.md §5) ---


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn:
        return
    if state.phase == "draw":
        yield from _draws(state, seat)
        return
    yield from _discards(state, seat)
    yield from _plays(state, seat)


def _discards(state: State, seat: Seat) -> Iterator[DiscardCard]:
    hand, barred = state.hands[seat], turns.barred_face(state)
    if plays.closing_refusal(state, seat, len(hand) - 1) is None:
        yield from (DiscardCard(face) for face in texts_of(shown(hand)) if face != barred)


def _draws(state: State, seat: Seat) -> Iterator[Move]:
    if state.stock:
        yield DrawStock()
    if not state.pile:
        return
    if not state.terms.pro:
        yield TakePile()
        return
    faces = plays.faces_of(state.pile)
    for play in _plays(plays.with_pile(state, seat), seat):
        if not faces.isdisjoint(play.cards):
            yield TakePile((play,))


def _plays(state: State, seat: Seat) -> Iterator[Play]:
    """Melds and lay-offs that leave enough cards."""
    hand = state.hands[seat]
    own = (each for each in state.table if each.side == side_of(seat))
    found = lay_offs(laid, hand, own)
    yield from plays_in_turn(found, melds(hand, state.terms.columns), lambda play: _passes(state, seat, play))


def _passes(state: State, seat: Seat, play: Play) -> bool:
    """Whether a play of cards that fit leaves enough of them."""
    left = len(state.hands[seat]) - len(play.cards)
    return left >= plays.LEFT_FREE or not isinstance(plays.played(state, seat, play), str)
