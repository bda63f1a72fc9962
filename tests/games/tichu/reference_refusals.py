"""Which move of tichu is refused with which code, slow and plain, from the rules in words alone (RULES.md §5)."""

from typing import Any

from tests.games.tichu.reference import RANKS
from tests.games.tichu.reference_match import GIFTS, PHASES, Match, Move
from tests.games.tichu.reference_sets import best, has_wished, is_bomb, misfit, readings


def refusal(match: Match, seat: int, move: Move) -> str | None:
    """The code of the first check that fails; None: the move is legal."""
    if match.phase == "match_over":
        return "match_over"
    name = move.get("move")
    if name not in PHASES:
        return "unknown_move"
    if match.phase not in PHASES[name]:
        return "wrong_phase"
    if not _is_well_formed(move):
        return "bad_parameters"
    if name in ("play", "pass") and seat in match.out:
        return "player_out"
    code: str | None = _CHECKS[name](match, seat, move)
    return code


def _is_well_formed(move: Move) -> bool:
    """Whether all parameters are there and of their JSON types."""
    match move["move"]:
        case "grand_tichu":
            return isinstance(move.get("call"), bool)
        case "exchange":
            return all(isinstance(move.get(name), str) for name in GIFTS)
        case "give_dragon":
            return type(move.get("to")) is int
        case "play":
            cards = move.get("cards")
            optional = [move.get("phx_as"), move.get("wish")]
            are_texts = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
            return are_texts and all(isinstance(each, str | None) for each in optional)
    return True


def _grand_tichu(match: Match, seat: int, move: Move) -> str | None:
    return "already_decided" if match.decided[seat] else None


def _exchange(match: Match, seat: int, move: Move) -> str | None:
    given = [move[name] for name in GIFTS]
    if match.gifts[seat] is not None:
        return "already_exchanged"
    if not set(given) <= set(match.hands[seat]):
        return "card_not_in_hand"
    return "duplicate_card" if len(set(given)) < 3 else None


def _call_tichu(match: Match, seat: int, move: Move) -> str | None:
    if match.calls[seat] is not None:
        return "already_called"
    return "already_played" if len(match.hands[seat]) < 14 else None


def _pass(match: Match, seat: int, move: Move) -> str | None:
    if seat != match.turn:
        return "not_your_turn"
    if match.top is None:
        return "cannot_pass_lead"
    return "must_fulfil_wish" if match.duty(seat) else None


def _give_dragon(match: Match, seat: int, move: Move) -> str | None:
    if seat != match.turn:
        return "not_your_turn"
    return None if move["to"] in ((seat + 1) % 4, (seat + 3) % 4) else "not_an_opponent"


def _play(match: Match, seat: int, move: Move) -> str | None:
    return _of_cards(match, seat, move["cards"]) or _of_reading(match, move) or _of_fit(match, seat, move)


def _of_cards(match: Match, seat: int, cards: list[str]) -> str | None:
    """Checks 2 to 5."""
    if not cards:
        return "no_cards"
    if len(set(cards)) < len(cards):
        return "duplicate_card"
    if not set(cards) <= set(match.hands[seat]):
        return "card_not_in_hand"
    if seat == match.turn:
        return None
    if not any(map(is_bomb, readings(cards, None))):
        return "not_your_turn"
    return "nothing_to_bomb" if match.top is None else None


def _of_reading(match: Match, move: Move) -> str | None:
    """Checks 6 to 8."""
    cards, wish = move["cards"], move.get("wish")
    if best(cards, match.top) is None:
        return "not_a_combination"
    if best(cards, match.top, move.get("phx_as")) is None:
        return "bad_phoenix_value"
    if wish is not None and "MJ" not in cards:
        return "wish_without_mahjong"
    return None if wish is None or (len(wish) == 1 and wish in RANKS) else "bad_wish"


def _of_fit(match: Match, seat: int, move: Move) -> str | None:
    """Checks 9 to 12."""
    reading: Any = best(move["cards"], match.top, move.get("phx_as"))
    code = misfit(reading, match.top)
    bound = code is None and seat == match.turn and not has_wished(move["cards"], match.wish) and match.duty(seat)
    return "must_fulfil_wish" if bound else code


_CHECKS: dict[str, Any] = {
    "grand_tichu": _grand_tichu,
    "exchange": _exchange,
    "call_tichu": _call_tichu,
    "pass": _pass,
    "give_dragon": _give_dragon,
    "play": _play,
}
