"""Which three cards are given away: those that leave the best hand, help the partner and not the opponents
(RULES.md §17)."""

from collections.abc import Iterator
from itertools import combinations

from games.tichu.cards import DECK, by_rank, cards_of
from games.tichu.computer.partition import plan
from games.tichu.legal_plays import bombs
from games.tichu.moves import Exchange

DOG, MAHJONG, PHOENIX, DRAGON = 0, 1, 15, 16
"""Ranks of the specials in the order of a hand."""
WORTH = {
    DOG: -0.6, MAHJONG: 0.3, 2: 0.0, 3: 0.01, 4: 0.02, 5: 0.03, 6: 0.04, 7: 0.05, 8: 0.06, 9: 0.08, 10: 0.12, 11: 0.2,
    12: 0.3, 13: 0.5, 14: 0.9, PHOENIX: 1.6, DRAGON: 1.6,
}  # fmt: skip
"""What a card is worth to who gets it, in tricks."""
TO_PARTNER, TO_CALLER, TO_OPPONENT = 0.5, 1.5, 0.5
"""How much of it counts: more for a partner who has called."""
PAIR_GIVEN = 0.1
"""Against two of a rank to the opponents: one of them might have the others of a bomb."""
PARTNER_CHOICES, OPPONENT_CHOICES = 9, 8
HIGHEST_TO_OPPONENT = 11


def gift(hand: int, partner_called: bool = False) -> Exchange:
    """Three cards. The odd rank goes to the next seat, the even one to the previous: then two partners never give the
    same rank to the same opponent by chance."""
    to_partner, one, other = max(
        _choices(hand), key=lambda three: (round(_value(hand, three, partner_called), 5), three)
    )
    if _rank(one) % 2 == 0 and _rank(other) % 2 == 1:
        one, other = other, one
    return Exchange(DECK[one], DECK[to_partner], DECK[other])


def _rank(card: int) -> int:
    return by_rank(card)[0]


def _choices(hand: int) -> Iterator[tuple[int, int, int]]:
    """The partner's card and two for the opponents, of each ranks once unless bombs are touched."""
    cards = sorted(cards_of(hand), key=by_rank)
    in_bombs = 0
    for bomb in bombs(hand, None):
        in_bombs |= bomb
    low = [card for card in cards if _rank(card) <= HIGHEST_TO_OPPONENT and _rank(card) != MAHJONG]
    low = low[:OPPONENT_CHOICES] if len(low) > 2 else cards[:OPPONENT_CHOICES]
    for_partner = [card for card in cards if _rank(card) > MAHJONG][-PARTNER_CHOICES:]
    for_partner += [card for card in cards if _rank(card) == DOG]
    seen: set[tuple[int, ...]] = set()
    for to_partner in for_partner:
        for one, other in combinations([card for card in low if card != to_partner], 2):
            ranks = _rank(to_partner), _rank(one), _rank(other)
            if ranks in seen and not (1 << to_partner | 1 << one | 1 << other) & in_bombs:
                continue
            seen.add(ranks)
            yield to_partner, one, other


def _value(hand: int, three: tuple[int, int, int], partner_called: bool) -> float:
    """What a gift brings, in tricks."""
    to_partner, one, other = three
    left = plan(hand & ~(1 << to_partner | 1 << one | 1 << other)).cost
    helped = (TO_CALLER if partner_called else TO_PARTNER) * WORTH[_rank(to_partner)]
    lost = TO_OPPONENT * (WORTH[_rank(one)] + WORTH[_rank(other)])
    return helped - left - lost - PAIR_GIVEN * (_rank(one) == _rank(other))
