"""What the computer player answers: which play, or none."""

from bench.computers.frozen.tichu.bot_partition import (
    DRAGON_COST,
    PAIR_COST,
    PHOENIX_COST,
    SINGLE_COST,
    TRIPLE_COST,
    counts_of,
    plan,
)
from games.tichu.cards import DRAGON, OF_RANK, PHOENIX, mask_of_texts, points
from games.tichu.combos import BOMBS, Combo, as_played, readings
from games.tichu.legal_plays import plays
from games.tichu.state_from_view import opponents, top_of, wish_of
from games.tichu.view import View
from services.kernel.seats import Seat

NEARLY_OUT = 4
"""Cards with which an opponent is worth a bomb."""
DANGER = 3
PARTNER_IS_HIGH = 22
"""Strength of a partner's play that is left alone: a jack."""
QUEEN = 24
CHEAP, DEAR = 0.7, 0.5
"""On a partner's play: what it must save at least, and how likely it may win at most."""
LEAD_VALUE, DANGER_VALUE, POINTS_A_TRICK = 0.3, 0.5, 40
THRESHOLD = -0.8
SHED = 0.0
LAST_CARDS = 3.0
CANDIDATES_MAX = 60


def answer(view: View, hand: int) -> int:
    """The cards to play on the top; 0 to pass."""
    top = top_of(view)
    if top is None or not view.can_play:
        return 0
    need = OF_RANK[wish_of(view)] if view.duty else 0
    choices = distinct(hand, top, need)
    rated = [(_value(view, hand, mask, top), -mask.bit_count(), -mask) for mask in choices]
    value, _, mask = max(rated)
    return -mask if view.duty or value > 0 else 0


def distinct(hand: int, top: Combo, need: int) -> list[int]:
    """Plays that differ in more than suits."""
    found: dict[tuple[object, ...], int] = {}
    for mask in plays(hand, top, need):
        found.setdefault((counts_of(mask), mask & (PHOENIX | DRAGON), readings(mask)[0].is_bomb), mask)
        if len(found) == CANDIDATES_MAX:
            break
    return list(found.values())


def _value(view: View, hand: int, mask: int, top: Combo) -> float:
    """What a play is worth beside passing: above 0 it is better."""
    seat = view.seat or 0
    owner, partner = view.plays[-1].seat, (seat + 2) % 4
    combo = as_played(mask, readings(mask)[0], top)
    goes_out = mask == hand
    if view.calls[partner] is not None and not view.out and (goes_out or owner == partner):
        return -1.0
    if combo.is_bomb and not goes_out and not is_worth_a_bomb(view, seat):
        return -1.0
    saved = LAST_CARDS if goes_out else plan(hand).cost - plan(hand & ~mask).cost
    wins = win_chance(combo)
    if owner == partner and not goes_out:
        return -1.0 if top.strength >= PARTNER_IS_HIGH or saved < CHEAP or wins > DEAR else saved - CHEAP
    if _is_kept(view, hand, mask, top):
        return -1.0
    return saved + wins * _lead_value(view, owner) + SHED * mask.bit_count() - THRESHOLD


def _is_kept(view: View, hand: int, mask: int, top: Combo) -> bool:
    """Dragon and Phoenix alone wait for queens, unless danger is near or few plays are left."""
    if mask not in (DRAGON, PHOENIX) or top.strength >= QUEEN or _is_danger(view):
        return False
    return len(plan(hand).parts) > 2


def _lead_value(view: View, owner: Seat) -> float:
    """What winning the trick is worth."""
    worth = sum(points(mask_of_texts(play.cards) or 0) for play in view.plays) / POINTS_A_TRICK
    danger = _is_danger(view) or view.calls[owner] is not None
    return LEAD_VALUE + worth + (DANGER_VALUE if danger else 0.0)


def _is_danger(view: View) -> bool:
    """Whether an opponent is nearly out, or has called and is not."""
    return any(
        view.counts[opponent] > 0 and (view.counts[opponent] <= DANGER or view.calls[opponent] is not None)
        for opponent in opponents(view.seat or 0)
    )


def is_worth_a_bomb(view: View, seat: Seat) -> bool:
    """Whether the top is that of an opponent who holds four cards or fewer, or has called."""
    owner = view.plays[-1].seat
    return owner in opponents(seat) and (view.counts[owner] <= NEARLY_OUT or view.calls[owner] is not None)


def win_chance(combo: Combo) -> float:
    """How likely a play is to win its trick."""
    rank = combo.strength // 2
    if combo.kind in BOMBS:
        return 1.0
    if combo.kind == "single":
        half = combo.strength % 2
        return 1 - (PHOENIX_COST if half and rank > 12 else DRAGON_COST if rank > 14 else SINGLE_COST.get(rank, 1.0))
    if combo.kind == "pair":
        return 1 - PAIR_COST.get(rank, 0.95)
    if combo.kind == "triple":
        return 1 - TRIPLE_COST.get(rank, 0.9)
    return min(0.9, 0.1 + 0.06 * rank + 0.04 * (combo.length - 4))
