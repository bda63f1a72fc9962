"""The rules: deals, turns, what is allowed, how hands and matches end (RULES.md §1–§10)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.api import (
    Action,
    Decide,
    Draw,
    Drawn,
    Due,
    Elapsed,
    Left,
    Next,
    Over,
    Progress,
    Result,
    Unreadable,
    Wait,
)
from games.pilotta import calls, hand_record
from games.pilotta.cards import BY_TEXT, CARDS, cards_of
from games.pilotta.deal import first_cards, forehand
from games.pilotta.declarations import best_declaration
from games.pilotta.moves import (
    DECLARE,
    NAMES,
    PLAYS,
    VALUES,
    Bid,
    Choose,
    Declare,
    Move,
    Play,
    Take,
    is_value,
    name_of,
)
from games.pilotta.scoring import match_end
from games.pilotta.state import (
    Options,
    Phase,
    State,
    Target,
    Trick,
    Variant,
    first_trick_over,
    seats_of,
)
from games.pilotta.tricks import duty, legal_cards, winner
from games.toolkit.refusals import BAD_PARAMETERS, MATCH_OVER, NOT_YOUR_TURN, UNKNOWN_MOVE, WRONG_PHASE
from services.kernel.ratings import ELO_START
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

PAUSE_MS = 8_000
"""After a hand: time to read how it was counted."""

FIRST_PHASE: dict[Variant, Phase] = {"palatisti": "auction", "classic": "round1", "classic2": "round1"}

PHASES: dict[str, tuple[Phase, ...]] = {
    "bid": ("auction",),
    "pass": ("auction", "contra", "recontra", "round1", "round2"),
    "contra": ("contra",),
    "recontra": ("recontra",),
    "take": ("round1",),
    "choose": ("round2",),
    "declare": ("tricks",),
    "play": ("tricks",),
}
"""Move → when it can be made."""

BAD_VALUE = Refusal("bad_value")
BAD_SUIT = Refusal("bad_suit")
BID_TOO_LOW = Refusal("bid_too_low")
SWAP_NOT_AVAILABLE = Refusal("swap_not_available")
NO_SEVEN = Refusal("no_seven")
SUIT_REFUSED = Refusal("suit_refused")
NOT_FIRST_TRICK = Refusal("not_first_trick")
ALREADY_DECLARED = Refusal("already_declared")
NOTHING_TO_DECLARE = Refusal("nothing_to_declare")
CARD_NOT_IN_HAND = Refusal("card_not_in_hand")
DUTIES = {code: Refusal(code) for code in ("must_follow_suit", "must_trump", "must_overtrump")}

replace = msgspec.structs.replace


# --- options and seats ---


class _Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the organizer may say."""

    variant: Variant = "palatisti"
    target: Target = 151


class _Frozen(msgspec.Struct, frozen=True):
    """What the platform says of it that matters here."""

    ratings: tuple[int, ...] | None = None


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """Variant and target, with the ratings of those seated; anything else is `options_invalid`."""
    try:
        chosen, given = msgspec.convert(raw, _Chosen), msgspec.convert(frozen, _Frozen)
    except msgspec.ValidationError as problem:
        return Refusal("options_invalid", str(problem))
    seats = seats_of(chosen.variant)
    ratings = (ELO_START,) * seats if given.ratings is None else given.ratings
    if len(ratings) != seats:
        return Refusal("options_invalid", "ratings")
    return Options(chosen.variant, chosen.target, ratings)


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite each other; of two players each is a side."""
    return ((0,), (1,)) if options.variant == "classic2" else ((0, 2), (1, 3))


def start(options: Options) -> State:
    """Nothing is dealt; the leader of the first hand is not drawn yet."""
    return State(options.variant, options.target, options.ratings)


# --- what is waited for ---


def next_(state: State) -> Next:
    """The first leader's draw; then for each hand its deal, calls and cards of the seats on turn, and a pause."""
    if state.turn is not None:
        return Decide((Due(state.turn, state.number),))
    if state.phase == "match_over":
        return Over(result(state))
    if state.phase == "scoring":
        return Wait(state.number, PAUSE_MS)
    if state.dealer is None:
        return Draw(hand=1, purpose="leader", kind="below", n=seats_of(state.variant))
    return Draw(hand=state.hand_number, purpose="deal", kind="shuffle", n=CARDS)


# --- moves ---


def check(state: State, seat: Seat, move: Move | Unreadable) -> Refusal | None:
    """Why not, first hit: `match_over`, `unknown_move`, `wrong_phase`, `not_your_turn`, `bad_parameters`, then those
    of the move (RULES.md §7)."""
    if state.phase == "match_over":
        return MATCH_OVER
    name = name_of(move)
    if name not in NAMES:
        return UNKNOWN_MOVE
    if state.phase not in PHASES[name]:
        return WRONG_PHASE
    if seat != state.turn:
        return NOT_YOUR_TURN
    return _unreadable(move) if isinstance(move, Unreadable) else _refusal(state, seat, move)


def _unreadable(move: Unreadable) -> Refusal:
    """What is wrong with the parameters: missing or of another type, or not among what may be said."""
    given = move.params
    match move.move:
        case "bid":
            value, suit = given.get("value"), given.get("suit")
            typed = isinstance(value, int | float | str) and not isinstance(value, bool) and isinstance(suit, str)
            wrong = BAD_SUIT if is_value(value) else BAD_VALUE
            return wrong if typed else BAD_PARAMETERS
        case "choose":
            return BAD_SUIT if isinstance(given.get("suit"), str) else BAD_PARAMETERS
        case "play":
            return CARD_NOT_IN_HAND if isinstance(given.get("card"), str) else BAD_PARAMETERS
    return BAD_PARAMETERS


def _refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Why the seat on turn may not make a move of its phase."""
    match move:
        case Play(card):
            return _card_refusal(state, seat, BY_TEXT[card])
        case Bid(value):
            return BID_TOO_LOW if VALUES.index(value) < calls.least(state.calls) else None
        case Take(True):
            if state.variant != "classic2":
                return SWAP_NOT_AVAILABLE
            return None if calls.can_swap(state, seat) else NO_SEVEN
        case Choose():
            return None if move in calls.legal(state, seat) else SUIT_REFUSED
        case Declare():
            return _declaration_refusal(state, seat)
    return None


def _card_refusal(state: State, seat: Seat, card: int) -> Refusal | None:
    assert state.trump is not None
    if not state.hands[seat] >> card & 1:
        return CARD_NOT_IN_HAND
    broken = duty(state.hands[seat], state.trick, state.trump, card)
    return DUTIES[broken] if broken else None


def _declaration_refusal(state: State, seat: Seat) -> Refusal | None:
    assert state.trump is not None
    if first_trick_over(state):
        return NOT_FIRST_TRICK
    if state.declared[seat]:
        return ALREADY_DECLARED
    return None if best_declaration(state.dealt[seat], state.trump) else NOTHING_TO_DECLARE


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """Every call that would be accepted, low to high; or every card, and announcing."""
    if seat != state.turn:
        return
    if state.phase != "tricks" or state.trump is None:
        yield from calls.legal(state, seat)
        return
    for card in cards_of(legal_cards(state.hands[seat], state.trick, state.trump)):
        yield PLAYS[card]
    if _declaration_refusal(state, seat) is None:
        yield DECLARE


def apply(state: State, actor: Seat | None, action: Move | Action) -> State:
    """The state after a card, a call, an announcement, a draw, the end of the pause, or a seat's leaving."""
    if isinstance(action, Play):
        return _played(state, BY_TEXT[action.card])
    if isinstance(action, Drawn):
        return _drawn(state, action.values)
    if isinstance(action, Elapsed) and state.phase == "scoring":
        return calls.next_hand(state)
    if isinstance(action, Left):
        return _left(state, action.seat)
    if actor is None or not isinstance(action, Move):
        raise ValueError(f"pilotta asks for nothing that is answered by {action}")
    if isinstance(action, Declare):
        return _declared(state, actor)
    return calls.after(state, actor, action)


def _drawn(state: State, values: tuple[int, ...]) -> State:
    """The first leader, before whom the dealer sits; or a deal, after which forehand speaks."""
    seats = seats_of(state.variant)
    if state.dealer is None:
        return replace(state, dealer=(values[0] - 1) % seats)
    found = first_cards(state.variant, values, state.dealer)
    return replace(
        state,
        phase=FIRST_PHASE[state.variant],
        turn=forehand(state.variant, state.dealer),
        number=state.number + 1,
        hands=found.hands,
        dealt=found.hands,
        stock=found.stock,
        turn_up=found.turn_up,
    )


def _declared(state: State, seat: Seat) -> State:
    """The points of the seat's best declaration; it stays on turn, its clock runs on."""
    assert state.trump is not None
    best = best_declaration(state.dealt[seat], state.trump)
    assert best is not None
    said = state.declared
    return replace(state, declared=(*said[:seat], best.points, *said[seat + 1 :]))


def _played(state: State, card: int) -> State:
    """The card of the seat on turn; then the next seat, or the end of the trick."""
    seat = state.turn
    assert seat is not None
    hands, trick = state.hands, (*state.trick, card)
    hands = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
    if len(trick) < len(hands):
        turn = (seat + 1) % len(hands)
        return replace(state, hands=hands, trick=trick, turn=turn, number=state.number + 1)
    return _trick_ended(state, hands, trick)


def _trick_ended(state: State, hands: tuple[int, ...], cards: tuple[int, ...]) -> State:
    """Who wins the trick leads the next one; the last one ends the hand."""
    assert state.trump is not None and state.lead is not None
    trick = Trick(state.lead, cards)
    leader = winner(trick, state.trump, len(hands))
    won = state.tricks_won
    after = replace(
        state,
        hands=hands,
        turn=leader,
        number=state.number + 1,
        lead=leader,
        trick=(),
        tricks=(*state.tricks, trick),
        tricks_won=(won[0] + 1, won[1]) if leader % 2 == 0 else (won[0], won[1] + 1),
    )
    return after if any(hands) else _scored(after)


def _scored(state: State) -> State:
    """The hand is counted and written down; perhaps the match is won."""
    found, hand = hand_record.counted(state)
    totals = (state.totals[0] + found.units[0], state.totals[1] + found.units[1])
    end = match_end(totals, state.target, state.ratings)
    return replace(
        state,
        phase="scoring" if end is None else "match_over",
        turn=None,
        totals=totals,
        scored=(*state.scored, hand),
        winner=end and end.winner,
        reason=end and end.reason,
    )


def _left(state: State, seat: Seat) -> State:
    """The other team has won. With computer players in place of those who leave it never comes to this."""
    if state.phase == "match_over":
        return state
    return replace(state, phase="match_over", turn=None, winner=1 - seat % 2, reason="forfeited", left=seat)


# --- ends ---


def result(state: State) -> Result:
    """How an ended match ended: `score`, `rating_tiebreak` (a tie that names a team), or `forfeited`."""
    team, seats = state.winner or 0, seats_of(state.variant)
    if state.reason == "rating_tiebreak":
        return Result((1,) * seats, state.totals, "rating_tiebreak", team)
    places = tuple(1 if seat % 2 == team else 2 for seat in range(seats))
    return Result(places, state.totals, state.reason or "score")


def progress(state: State) -> Progress:
    """The first round is done when the first hand was scored (RULES.md §12)."""
    return Progress(
        hand=state.hand_number,
        active=frozenset(range(seats_of(state.variant))) - {state.left},
        first_round_done=bool(state.scored) or any(state.totals),
        points=state.totals,
        hands=state.scored,
    )


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """A period that runs out plays nothing (RULES.md §11)."""
    return ()
