"""The rules: options, what is allowed, how a match ends (RULES.md §1, §5, §6, §9, §11)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from games.api import Action, Decide, Draw, Drawn, Due, Left, Next, Over, Progress, Result, Unreadable
from games.koumkan import plays, turns
from games.koumkan.hand_splits import is_complete
from games.koumkan.meld_rules import kinds_of, meld_error, points_of, wild_cards
from games.koumkan.moves import (
    NAMES,
    TABLE_MOVES,
    DiscardCard,
    DrawCard,
    GoOut,
    LayMeld,
    LayOff,
    Move,
    SwapJoker,
    is_face,
    is_meld_id,
    parse_cards,
)
from games.koumkan.scoring import fallen
from games.koumkan.state import (
    DynamitisOptions,
    GameId,
    Options,
    State,
    Terms,
    ThanasisOptions,
    active_seats,
    totals_of,
)
from games.toolkit.double_deck import COPIES, JOKERS_SET, RANK, SUIT, TEXT, Card, taken, without
from games.toolkit.options import options_of as read_options
from games.toolkit.refusals import MATCH_OVER, NOT_YOUR_TURN, UNKNOWN_MOVE
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

MUST_DRAW_FIRST = Refusal("must_draw_first")
ALREADY_DRAWN = Refusal("already_drawn")
PILE_NOT_ALLOWED = Refusal("pile_not_allowed")
PILE_EMPTY = Refusal("pile_empty")
MELDING_NOT_ALLOWED = Refusal("melding_not_allowed")
CARD_NOT_IN_HAND = Refusal("card_not_in_hand")
TOO_FEW_CARDS = Refusal("too_few_cards")
NOT_ENOUGH_NATURALS = Refusal("not_enough_naturals")
NOT_A_MELD = Refusal("not_a_meld")
MUST_KEEP_DISCARD = Refusal("must_keep_discard")
UNKNOWN_MELD = Refusal("unknown_meld")
NOT_MELDED_YET = Refusal("not_melded_yet")
DOES_NOT_FIT = Refusal("does_not_fit")
NO_JOKER = Refusal("no_joker")
CANNOT_RETURN_CARD = Refusal("cannot_return_card")
NOT_COMPLETE = Refusal("not_complete")


# --- options ---


AnyOptions = TypeVar("AnyOptions", bound=Options)
GAME_OF: dict[type[Options], GameId] = {
    Options: "koumkan",
    ThanasisOptions: "thanasis",
    DynamitisOptions: "dynamitis",
}


def options_of(kind: type[AnyOptions], raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> AnyOptions | Refusal:
    """The options of a game of this family; anything else is `options_invalid`."""
    return read_options(kind, raw, frozen, GAME_OF[kind])


def terms_of(options: Options) -> Terms:
    """The options as a match is played by them."""
    game = GAME_OF[type(options)]
    return Terms(game, options.seats, options.target_score, options.ratings, options.on_timeout)


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Everybody plays alone."""
    return tuple((seat,) for seat in range(options.seats))


def start(options: Options) -> State:
    """Nothing is dealt; the leader of the first hand is not drawn yet."""
    return State(terms_of(options))


def next_(state: State) -> Next:
    """The first leader's draw; then for each hand its deal, perhaps put-backs, moves, perhaps a shuffle."""
    if state.phase in ("draw", "play") and state.turn is not None:
        return Decide((Due(state.turn, state.number),))
    if state.phase == "match_over":
        return Over(result(state))
    if state.dealer is None:
        return Draw(hand=1, purpose="leader", kind="below", n=state.terms.seats)
    if state.phase == "indicator":
        return Draw(state.hand_number, "deal", "below", len(state.stock))
    if state.phase == "reshuffle":
        return Draw(state.hand_number, "deal", "shuffle", len(state.stock))
    return Draw(state.hand_number + (state.phase == "hand_end"), "deal", "shuffle", turns.DECK_CARDS)


# --- moves ---


def phase_refusal(state: State, seat: Seat, name: str) -> Refusal | None:
    """What is asked first of every move: `match_over`, `unknown_move`, `not_your_turn`, `must_draw_first`,
    `already_drawn`."""
    if state.phase == "match_over":
        return MATCH_OVER
    if name not in NAMES or (name == "go_out" and state.terms.game == "koumkan"):
        return UNKNOWN_MOVE
    if state.phase not in ("draw", "play") or seat != state.turn:
        return NOT_YOUR_TURN
    if name == "draw":
        return ALREADY_DRAWN if state.phase == "play" else None
    return MUST_DRAW_FIRST if state.phase == "draw" else None


def check(state: State, seat: Seat, move: Move | Unreadable) -> Refusal | None:
    """Why not, first hit: those of `phase_refusal`, then the move's own in the order of RULES.md §6."""
    name = str(move.move if isinstance(move, Unreadable) else move.__struct_config__.tag)
    refused = phase_refusal(state, seat, name)
    if refused is not None:
        return refused
    if name in TABLE_MOVES and state.terms.game != "koumkan":
        return MELDING_NOT_ALLOWED
    if isinstance(move, Unreadable):
        return _unreadable_refusal(state, seat, move)
    return _refusal(state, seat, move)


def _refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why the move of the seat in turn is refused; how a hand that it ends is counted is not looked at."""
    if isinstance(move, DrawCard):
        return draw_refusal(state, move.source)
    if isinstance(move, DiscardCard):
        return _discard_refusal(state, seat, move)
    if isinstance(move, GoOut):
        return _going_out_refusal(state, seat, move)
    after = plays.played(state, seat, move)
    return Refusal(after) if isinstance(after, str) else None


def draw_refusal(state: State, source: str) -> Refusal | None:
    """Why a card may not be drawn from there: `pile_not_allowed`, `pile_empty`."""
    if source == "discard" and state.terms.game != "koumkan":
        return PILE_NOT_ALLOWED
    return None if (state.stock if source == "stock" else state.pile) else PILE_EMPTY


def _discard_refusal(state: State, seat: Seat, move: DiscardCard) -> Refusal | None:
    if taken(state.hands[seat], (move.card,)) is None:
        return CARD_NOT_IN_HAND
    return CANNOT_RETURN_CARD if move.card == turns.barred_face(state) else None


def _going_out_refusal(state: State, seat: Seat, move: GoOut) -> Refusal | None:
    hand = state.hands[seat]
    cards = taken(hand, (move.discard,))
    if cards is None:
        return CARD_NOT_IN_HAND
    rest, wild = without(hand, cards), wild_cards(state.terms.game, state.indicator)
    complete = is_complete(rest, wild) if move.melds is None else _is_split(rest, move.melds, wild)
    return None if complete else NOT_COMPLETE


def _is_split(cards: Sequence[Card], melds: Sequence[Sequence[str]], wild: frozenset[Card]) -> bool:
    """Whether melds are these cards and nothing else, and each of them is one."""
    named = Counter(face for meld in melds for face in meld)
    if not melds or taken(cards, named.elements()) is None or named.total() != len(cards):
        return False
    return all(kinds_of([COPIES[face][0] for face in meld], wild) for meld in melds)


def _unreadable_refusal(state: State, seat: Seat, move: Unreadable) -> Refusal:
    """The code for what cannot be read: that of the first thing that is wrong (RULES.md §6)."""
    given, hand = move.params, state.hands[seat]
    if move.move == "draw":
        return UNKNOWN_MOVE
    if move.move == "go_out":
        held = is_face(given.get("discard")) and taken(hand, (given["discard"],)) is not None
        return NOT_COMPLETE if held else CARD_NOT_IN_HAND
    if move.move == "discard":
        return CARD_NOT_IN_HAND
    faces = parse_cards((given.get("card"),) if move.move == "swap_joker" else given.get("cards"))
    cards = taken(hand, faces) if faces is not None else None
    if move.move == "meld":
        return CARD_NOT_IN_HAND if cards is None else Refusal(meld_error(cards, JOKERS_SET) or "not_a_meld")
    if not cards:
        return CARD_NOT_IN_HAND
    if not is_meld_id(given.get("meld")):
        return UNKNOWN_MELD
    lying = plays.find_meld(state, seat, given["meld"])
    return Refusal(lying) if isinstance(lying, str) else DOES_NOT_FIT


def apply(state: State, actor: Seat | None, action: Move | Action) -> State:
    """The state after a move, a draw of chance, or a seat's leaving."""
    if isinstance(action, Move):
        return msgspec.structs.replace(_moved(state, state.turn or 0, action), number=state.number + 1)
    if isinstance(action, Drawn):
        return _drawn(state, action.values)
    if isinstance(action, Left):
        return turns.left(state, action.seat)
    raise ValueError(f"koum-kan asks for nothing that is answered by {action}")


def _moved(state: State, seat: Seat, move: Move) -> State:
    """The state after the move of the seat in turn; ValueError if it is refused."""
    if isinstance(move, LayMeld | LayOff | SwapJoker):
        after = plays.played(state, seat, move)
        if isinstance(after, str):
            raise ValueError(f"{move} is refused: {after}")
        return after
    refused = _refusal(state, seat, move)
    if refused is not None:
        raise ValueError(f"{move} is refused: {refused.error}")
    hand = state.hands[seat]
    if isinstance(move, DrawCard):
        return turns.drawn(state, seat, move.source)
    if isinstance(move, DiscardCard):
        return turns.discarded(state, seat, (taken(hand, (move.card,)) or ())[0])
    return turns.gone_out(state, seat, (taken(hand, (move.discard,)) or ())[0])


def _drawn(state: State, values: tuple[int, ...]) -> State:
    """The first leader, a put-back, the discards shuffled, or a hand's deal."""
    if state.dealer is None:
        return turns.led(state, values[0])
    if state.phase == "indicator":
        return turns.put_back(state, values[0])
    if state.phase == "reshuffle":
        return turns.shuffled(state, values)
    return turns.dealt(turns.next_hand(state) if state.phase == "hand_end" else state, values)


# --- ends ---


def winner(state: State) -> Seat | None:
    """Who has won an ended match, or is named by a tie-break; None: a draw, or the match goes on."""
    active = active_seats(state)
    if state.phase != "match_over" or len(active) == 1:
        return active[0] if state.phase == "match_over" else None
    return _last_fallen(state)[0]


def _last_fallen(state: State) -> tuple[Seat | None, str]:
    """Where nobody is left: who is best of those who fell last, and by what."""
    last = state.eliminated[-1] if state.eliminated else ()
    found = fallen(totals_of(state), last, 0, state.terms.ratings)
    return found.winner, "draw" if found.draw else "rating_tiebreak" if found.tie else "won"


def result(state: State) -> Result:
    """How an ended match ended: `won`, `forfeited` where all others have left, `rating_tiebreak` or `draw` where the
    last ones fell with equal totals; points are totals."""
    active, seats = active_seats(state), state.terms.seats
    named, reason = (None, "forfeited" if state.forfeited else "won") if active else _last_fallen(state)
    groups = (*state.eliminated, active) if active else state.eliminated
    places, better = [1] * seats, 0
    for group in reversed(groups):
        for seat in group:
            places[seat] = better + 1
        better += len(group)
    return Result(tuple(places), totals_of(state), reason, named if reason == "rating_tiebreak" else None)


def progress(state: State) -> Progress:
    """The first round is done once every seat that is still in the match has completed a turn of it (RULES.md §11)."""
    active = active_seats(state)
    return Progress(
        hand=state.hand_number,
        active=frozenset(active),
        first_round_done=first_round_done(state),
        points=totals_of(state),
        hands=state.scored,
    )


def first_round_done(state: State) -> bool:
    """Whether a departure eliminates and does not annul."""
    return all(seat in state.turned for seat in active_seats(state))


# --- the automatic turn ---


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nothing where the operator lets wait; else a stock draw if one is due, and a discard."""
    if state.terms.on_timeout == "wait" or seat != state.turn:
        return ()
    if state.phase == "play":
        return _discard(state, seat)
    if state.phase != "draw" or not state.stock:
        return ()
    return (DrawCard("stock"), *_discard(turns.drawn(state, seat, "stock"), seat))


def _discard(state: State, seat: Seat) -> tuple[Move, ...]:
    barred = turns.barred_face(state)
    able = [card for card in state.hands[seat] if TEXT[card] != barred]
    return (DiscardCard(TEXT[_choice(state, able)]),) if able else ()


def _choice(state: State, able: list[Card]) -> Card:
    """The card just drawn if it is natural, else the natural card of most points, else the lowest wild card that is no
    joker, by suit and rank, else a joker."""
    wild = wild_cards(state.terms.game, state.indicator)
    if state.drawn in able and state.drawn not in wild:
        return state.drawn
    natural = [card for card in able if card not in wild]
    if natural:
        return max(natural, key=lambda card: (points_of(state.terms.game, wild, card), RANK[card], SUIT[card]))
    return min(able, key=lambda card: (card in JOKERS_SET, SUIT[card], RANK[card]))
