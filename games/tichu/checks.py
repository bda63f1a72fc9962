"""What is refused, and with which code: the first failing check (RULES.md §5)."""

from games.api import Unreadable
from games.tichu.cards import BIT_OF, DOG, MAHJONG, OF_RANK, RANK_OF
from games.tichu.combos import Combo, as_played, readings, refusal_on
from games.tichu.legal_plays import has_duty
from games.tichu.moves import (
    NAMES,
    CallTichu,
    Exchange,
    GiveDragon,
    GrandTichu,
    Move,
    Pass,
    Play,
)
from games.tichu.state import Phase, State
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

HAND_CARDS = 14

PHASES: dict[str, tuple[Phase, ...]] = {
    "grand_tichu": ("grand",),
    "exchange": ("exchange",),
    "call_tichu": ("exchange", "play", "window", "dragon"),
    "play": ("play", "window"),
    "pass": ("play",),
    "give_dragon": ("dragon",),
}
"""Move → the phases in which it may be made."""
_NAME_OF: dict[type, str] = {
    GrandTichu: "grand_tichu",
    Exchange: "exchange",
    CallTichu: "call_tichu",
    Play: "play",
    Pass: "pass",
    GiveDragon: "give_dragon",
}


def check(state: State, seat: Seat, move: Move | Unreadable) -> Refusal | None:
    """Why the seat may not make the move; None: it may."""
    code = _code(state, seat, move)
    return None if code is None else Refusal(code)


def _code(state: State, seat: Seat, move: Move | Unreadable) -> str | None:
    if state.phase == "match_over":
        return "match_over"
    name = move.move if isinstance(move, Unreadable) else _NAME_OF[type(move)]
    if name not in NAMES:
        return "unknown_move"
    if state.phase not in PHASES[name] or not state.hands:
        return "wrong_phase"
    if isinstance(move, Unreadable):
        return "bad_parameters"
    if isinstance(move, Play):
        return _play_code(state, seat, move)
    if isinstance(move, Pass):
        return _pass_code(state, seat)
    return _other_code(state, seat, move)


def _other_code(state: State, seat: Seat, move: GrandTichu | Exchange | CallTichu | GiveDragon) -> str | None:
    if isinstance(move, GrandTichu):
        return "already_decided" if state.decided[seat] else None
    if isinstance(move, Exchange):
        return _exchange_code(state, seat, move)
    if isinstance(move, GiveDragon):
        if seat != state.turn:
            return "not_your_turn"
        return None if move.to in ((seat + 1) % 4, (seat + 3) % 4) else "not_an_opponent"
    if state.calls[seat] is not None:
        return "already_called"
    return None if may_call(state, seat) else "already_played"


def may_call(state: State, seat: Seat) -> bool:
    """Whether the seat, in a phase for it, may still call Tichu: no call and no card played yet (RULES.md §9)."""
    return state.calls[seat] is None and state.hands[seat].bit_count() == HAND_CARDS


def _exchange_code(state: State, seat: Seat, move: Exchange) -> str | None:
    if state.gifts[seat] is not None:
        return "already_exchanged"
    bits = [BIT_OF.get(text, 0) for text in (move.next, move.partner, move.prev)]
    if not all(state.hands[seat] & bit for bit in bits):
        return "card_not_in_hand"
    return None if len(set(bits)) == len(bits) else "duplicate_card"


def _pass_code(state: State, seat: Seat) -> str | None:
    if not state.hands[seat]:
        return "player_out"
    if seat != state.turn:
        return "not_your_turn"
    if not state.plays:
        return "cannot_pass_lead"
    return "must_fulfil_wish" if has_duty(state.hands[seat], top_of(state), state.wish) else None


def top_of(state: State) -> Combo | None:
    """The combination that is to be beaten; None: the turn is a lead."""
    if not state.plays:
        return None
    top = state.plays[-1]
    return Combo(top.kind, top.length, top.strength, top.phoenix)


# --- plays ---


def _play_code(state: State, seat: Seat, move: Play) -> str | None:
    hand = state.hands[seat]
    if not hand:
        return "player_out"
    mask = holding(hand, move.cards)
    if isinstance(mask, str):
        return mask
    return play_refusal(hand, mask, top_of(state), move, state.wish, in_turn=seat == state.turn)


def holding(hand: int, cards: tuple[str, ...]) -> int | str:
    """The cards as a mask; or `no_cards`, `duplicate_card`, `card_not_in_hand`."""
    if not cards:
        return "no_cards"
    if len(set(cards)) < len(cards):
        return "duplicate_card"
    bits = [BIT_OF.get(text, 0) for text in cards]
    return sum(bits) if all(hand & bit for bit in bits) else "card_not_in_hand"


def play_refusal(hand: int, mask: int, top: Combo | None, move: Play, wish: int, *, in_turn: bool) -> str | None:
    """Why cards that are held may not be played: checks 5 to 12 of RULES.md §5."""
    found = readings(mask)
    if not in_turn and not (found and found[0].is_bomb):
        return "not_your_turn"
    if not in_turn and top is None:
        return "nothing_to_bomb"
    combo = chosen(mask, move.phx_as)
    if isinstance(combo, str):
        return combo
    code = _wish_code(mask, move.wish)
    if code is None and top is not None:
        code = "dog_only_on_lead" if mask == DOG else refusal_on(as_played(mask, combo, top), top)
    if code is None and in_turn and wish and not mask & OF_RANK[wish] and has_duty(hand, top, wish):
        code = "must_fulfil_wish"
    return code


def chosen(mask: int, phx_as: str | None) -> Combo | str:
    """The reading of a set: the named one, else the highest; or `not_a_combination`, `bad_phoenix_value`."""
    found = readings(mask)
    if not found:
        return "not_a_combination"
    if phx_as is None:
        return found[0]
    rank = RANK_OF.get(phx_as, -1)
    return next((combo for combo in found if combo.phoenix == rank), "bad_phoenix_value")


def _wish_code(mask: int, wish: str | None) -> str | None:
    if wish is None:
        return None
    if not mask & MAHJONG:
        return "wish_without_mahjong"
    return None if wish in RANK_OF else "bad_wish"
