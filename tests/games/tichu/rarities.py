"""What is rare in a move of tichu, so that a crosscheck can say how often it was met (RULES.md §6 to §12)."""

from tests.games.tichu.reference_match import Match, Move
from tests.games.tichu.reference_sets import Cards, best, has_wished, is_bomb, readings


def rarities(match: Match, seat: int, move: Move) -> list[str]:
    """The names of everything rare that the move, which is about to be made, is."""
    found: dict[str, bool] = {}
    if move["move"] == "play":
        found = _of_play(match, seat, move) | _of_bomb(match, seat, move) | _of_wish(match, seat, move)
    elif move["move"] == "give_dragon":
        found = {"Dragon to a seat out": move["to"] in match.out, "Dragon of the third out": len(match.out) == 3}
    elif move["move"] == "pass":
        found = {"pass, owner out": match.owner in match.out}
    return [f"move: {move['move']}", *(name for name, happens in found.items() if happens)]


def _of_play(match: Match, seat: int, move: Move) -> dict[str, bool]:
    cards, top = move["cards"], match.top
    reading = best(cards, top, move.get("phx_as"))
    leaves = len(cards) == len(match.hands[seat])
    partner_out = (seat + 2) % 4 in match.out
    double = leaves and len(match.out) == 1 and partner_out
    dog, dragon, phoenix = cards == ["DOG"], cards == ["DRG"], cards == ["PHX"]
    return {
        f"type: {reading.type if reading else None}": True,
        "Phoenix led alone": phoenix and top is None,
        "Phoenix alone on a single": phoenix and top is not None,
        "Phoenix in a combination": "PHX" in cards and not phoenix,
        "Phoenix read lower than it could be": reading != best(cards, top),
        "straight with the Mah Jong": "MJ" in cards and len(cards) > 1,
        "Dog, partner out": dog and partner_out,
        "Dog as the last card": dog and leaves,
        "Dog as the third out": dog and leaves and len(match.out) == 2,
        "third out": leaves and len(match.out) == 2,
        "double victory": double,
        "double victory by the Dragon": double and dragon,
        "double victory by the Dog": double and dog,
    }


def _of_bomb(match: Match, seat: int, move: Move) -> dict[str, bool]:
    if not _bombs(move["cards"]):
        return {}
    top = match.top
    return {
        "bomb led": top is None,
        "bomb out of turn": seat != match.turn,
        "bomb in the window": match.phase == "window",
        "bomb on a bomb": top is not None and is_bomb(top),
        "bomb on the Dragon": top is not None and top.rank == 15 and top.type == "single",
        "bomb on one's own play": top is not None and match.owner == seat,
        "bomb on the partner's play": top is not None and match.owner == (seat + 2) % 4,
        "bomb as the last cards": len(move["cards"]) == len(match.hands[seat]),
    }


def _of_wish(match: Match, seat: int, move: Move) -> dict[str, bool]:
    cards, wish = move["cards"], match.wish
    duty = match.duty(seat) if seat == match.turn and wish else set()
    following = bool(duty) and match.top is not None
    return {
        "wish made": move.get("wish") is not None,
        "wish for a card of its own straight": has_wished(cards, move.get("wish")),
        "leader bound": bool(duty) and match.top is None,
        "follower bound": following,
        "bound to bomb": following and all(map(_bombs, duty)),
        "bound by the Phoenix alone": following and all("PHX" in each for each in duty),
        "bound though it holds a bomb without the card": bool(duty) and _free_bomb(match, seat),
        "bomb out of turn under a wish": bool(wish) and seat != match.turn,
        "wish fulfilled out of turn": seat != match.turn and has_wished(cards, wish),
    }


def _free_bomb(match: Match, seat: int) -> bool:
    return any(_bombs(each) and not has_wished(each, match.wish) for each in match.fitting(seat))


def _bombs(cards: Cards | list[str]) -> bool:
    return any(map(is_bomb, readings(cards, None)))
