"""Moves for the crosscheck of whole matches, with a taste for rare ones: deals full of bombs, wild and broken moves."""

from typing import Any

from tests.games.seeded_matches import Chance
from tests.games.tichu.reference import RANKS
from tests.games.tichu.reference_match import DECK, GIFTS, SEATS, Match, Move
from tests.games.tichu.reference_refusals import refusal
from tests.games.tichu.reference_sets import is_bomb, misfit, readings, sets_of

SPECIALS = {"MJ", "DOG", "PHX", "DRG"}
BROKEN: list[Move] = [
    {"move": ""},
    {"move": "window_closed"},
    {"move": "play"},
    {"move": "play", "cards": "MJ"},
    {"move": "play", "cards": [1]},
    {"move": "play", "cards": ["MJ"], "wish": ["5"]},
    {"move": "play", "cards": ["PHX"], "phx_as": {}},
    {"move": "give_dragon"},
    {"move": "give_dragon", "to": "1"},
    {"move": "give_dragon", "to": True},
    {"move": "exchange", "next": "2j", "partner": "3j"},
    {"move": "exchange", "next": "2j", "partner": "3j", "prev": 4},
    {"move": "grand_tichu"},
    {"move": "grand_tichu", "call": 1},
]


def deal(chance: Chance) -> tuple[int, ...]:
    """A shuffled deck, now and then one that lies nearly in order, so that there are bombs in it."""
    kind = chance.below(4)
    places = sorted(range(56), key=lambda place: _order(kind, place, chance))
    blocks = [places[8 * seat : 8 * seat + 8] for seat in SEATS]
    more = [places[32 + 6 * seat : 38 + 6 * seat] for seat in SEATS]
    return tuple(place for part in (_mixed(blocks, chance), _mixed(more, chance)) for block in part for place in block)


def _order(kind: int, place: int, chance: Chance) -> float:
    """By chance, by suits or by ranks, more or less well; specials anywhere."""
    if kind == 0 or place >= 52:
        return chance.below(56 if kind < 2 else 13)
    return place + chance.below(12) if kind == 1 else place % 13 + chance.below(100) / (50 if kind == 2 else 25)


def _mixed(items: list[Any], chance: Chance) -> list[Any]:
    return sorted(items, key=lambda _: chance.below(1000))


def chosen(match: Match, temper: str, bombs_of_ten: int, chance: Chance) -> tuple[int, Move]:
    """A seat and a legal move for it."""
    callers = [seat for seat in SEATS if refusal(match, seat, {"move": "call_tichu"}) is None]
    if callers and temper != "hoard" and not chance.below(50):
        return chance.pick(callers), {"move": "call_tichu"}
    bombers = [seat for seat in SEATS if seat != match.turn and match.plays(seat)]
    if bombers and (match.phase == "window" or chance.below(10) < bombs_of_ten):
        seat = chance.pick(bombers)
        return seat, {"move": "play", "cards": _in_order(chance.pick(_listed(match.plays(seat))))}
    seat = chance.pick(match.owing())
    return seat, _owed(match, seat, temper, chance)


def _owed(match: Match, seat: int, temper: str, chance: Chance) -> Move:
    if match.phase == "grand":
        return {"move": "grand_tichu", "call": temper != "hoard" and not chance.below(6)}
    if match.phase == "exchange":
        return {"move": "exchange", **dict(zip(GIFTS, _mixed(match.hands[seat], chance)[:3], strict=True))}
    if match.phase == "dragon":
        return {"move": "give_dragon", "to": (seat + chance.pick((1, 3))) % 4}
    found = _listed(match.plays(seat))
    may_pass = refusal(match, seat, {"move": "pass"}) is None
    dear = temper == "hoard" and all(SPECIALS & set(cards) for cards in found)
    if not found or (may_pass and (dear or not chance.below(5))):
        return {"move": "pass"}
    return _play(match, chance.pick(_preferred(found, temper, chance)), chance)


def _preferred(found: list[list[str]], temper: str, chance: Chance) -> list[list[str]]:
    """The plays that a temper prefers, now and then those with specials; the Mah Jong soon, for its wish."""
    if (wishing := [cards for cards in found if "MJ" in cards]) and chance.below(2):
        return wishing
    if temper == "hoard":
        return [cards for cards in found if not SPECIALS & set(cards)] or found
    if not chance.below(4):
        return [cards for cards in found if SPECIALS & set(cards)] or found
    by_length = sorted(found, key=len)
    return by_length[-3:] if temper == "long" else by_length[: 3 + len(found) // 4] if temper == "short" else found


def _play(match: Match, cards: list[str], chance: Chance) -> Move:
    """A play with every liberty that it has."""
    move: Move = {"move": "play", "cards": _in_order(cards)}
    if "PHX" in cards and len(cards) > 1 and chance.below(2):
        fitting = [each for each in readings(cards, match.top) if misfit(each, match.top) is None]
        move["phx_as"] = chance.pick(fitting).phx_as
    if "MJ" in cards and chance.below(8):
        fours = [card[0] for hand in match.hands for card in hand if sum(card[0] == each[0] for each in hand) == 4]
        move["wish"] = chance.pick(fours if fours and chance.below(8) else RANKS)
    return move


def _listed(sets: Any) -> list[list[str]]:
    return sorted(map(sorted, sets))


def _in_order(cards: Any) -> list[str]:
    return sorted(cards, key=DECK.index)


# --- moves that are mostly refused ---


def wild(match: Match, chance: Chance) -> tuple[int, Move]:
    """A seat and a move that is nearly right, or not at all."""
    turn = match.turn
    seat = turn if turn is not None and chance.below(3) else chance.below(4)
    kind = chance.below(14)
    if kind < 9:
        return seat, _wild_play(match, seat, chance)
    held = match.hands[seat] or DECK
    moves: list[Move] = [
        {"move": "pass"},
        {"move": "call_tichu"},
        {"move": "give_dragon", "to": chance.below(6) - 1},
        {"move": "exchange", **{name: chance.pick(held if chance.below(4) else DECK) for name in GIFTS}},
        {"move": "grand_tichu", "call": not chance.below(2)} if chance.below(3) else chance.pick(BROKEN),
    ]
    return seat, moves[kind - 9]


def _wild_play(match: Match, seat: int, chance: Chance) -> Move:
    move: Move = {"move": "play", "cards": _wild_cards(match, match.hands[seat] or ["2j"], chance)}
    if not chance.below(2 if "PHX" in move["cards"] else 10):
        move["phx_as"] = chance.pick([*RANKS, *RANKS, "1", "MJ", "10", "", None])
    if not chance.below(2 if "MJ" in move["cards"] else 10):
        move["wish"] = chance.pick([*RANKS, "1", "MJ", "10", "", None])
    return move


def _wild_cards(match: Match, hand: list[str], chance: Chance) -> list[str]:
    """Cards of all sorts: a combination, a bomb, any of the hand, the same twice, none, somebody else's."""
    kind = chance.below(20)
    found = _listed(sets_of(frozenset(hand)))
    if kind < 8:
        return chance.pick(found)
    if kind < 11:
        return chance.pick([cards for cards in found if is_bomb(readings(cards, None)[0])] or found)
    if kind < 17:
        count = match.top.length if match.top and chance.below(3) else 1 + chance.below(6)
        return _mixed(hand, chance)[:count]
    return [[], [hand[0]] * 2, [*hand[:1], chance.pick([*DECK, "Xx", "10j", ""])]][kind - 17]
