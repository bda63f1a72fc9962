"""Which cards are wild, what cards are worth, and what makes a meld (RULES.md §1, §4, §6.1, §8).

Refusals: `too_few_cards`, `not_enough_naturals`, `not_a_meld`, `does_not_fit`, `no_joker`.
"""

from collections.abc import Sequence
from functools import cache

from games.koumkan.state import GameId
from games.toolkit import runs
from games.toolkit.double_deck import CARDS, JOKERS_SET, RANK, SUIT, TWOS, Card
from games.toolkit.melds import End, Grammar, Kind, Meld, group_of, is_natural, laid_on_group, run_of

GRAMMAR = Grammar(JOKERS_SET, two_at_home=False, top=13)
"""Of melds on the table, which only koum-kan has."""
RUN_MAX = 13
GROUP_MAX = 4
MELD_MIN = 3
WILD_POINTS = 25
KOUMKAN_ACE_POINTS = 10

TOO_FEW_CARDS = "too_few_cards"
NOT_ENOUGH_NATURALS = "not_enough_naturals"
NOT_A_MELD = "not_a_meld"
DOES_NOT_FIT = "does_not_fit"
NO_JOKER = "no_joker"


# --- wild cards and values ---


def wild_cards(game: GameId, indicator: Card | None) -> frozenset[Card]:
    """The cards that stand for any other: jokers, with an indicator its rank, in dynamitis also the 2s."""
    return _wild_cards(game, 0 if game == "koumkan" or indicator is None else RANK[indicator])


@cache
def _wild_cards(game: GameId, rank: int) -> frozenset[Card]:
    ranked = {card for card in CARDS if rank and RANK[card] == rank}
    return JOKERS_SET | ranked | (TWOS if game == "dynamitis" else frozenset())


def is_indicator(game: GameId, card: Card) -> bool:
    """Whether a card that is turned up may be the indicator."""
    return card not in JOKERS_SET and not (game == "dynamitis" and card in TWOS)


def points_of(game: GameId, wild: frozenset[Card], card: Card) -> int:
    """What a card costs whom it is left with (RULES.md §8)."""
    if card in wild:
        return WILD_POINTS
    if RANK[card] == 1 and game == "koumkan":
        return KOUMKAN_ACE_POINTS
    return min(RANK[card], 10)


# --- melds as sets ---


def kinds_of(cards: Sequence[Card], wild: frozenset[Card]) -> tuple[Kind, ...]:
    """What cards can be: a run, a group, both, or nothing (RULES.md §4)."""
    natural = [card for card in cards if card not in wild]
    if len(cards) < MELD_MIN or not natural:
        return ()
    found: list[Kind] = []
    if _is_run(natural, len(cards)):
        found.append("run")
    if _is_group(natural, len(cards)):
        found.append("group")
    return tuple(found)


def _is_run(natural: Sequence[Card], count: int) -> bool:
    places = {RANK[card] for card in natural}
    one_suit = all(SUIT[card] == SUIT[natural[0]] for card in natural)
    return one_suit and len(places) == len(natural) and max(places) - min(places) < count <= RUN_MAX


def _is_group(natural: Sequence[Card], count: int) -> bool:
    one_rank = all(RANK[card] == RANK[natural[0]] for card in natural)
    return count <= GROUP_MAX and one_rank and len({SUIT[card] for card in natural}) == len(natural)


def meld_error(cards: Sequence[Card], wild: frozenset[Card], kind: Kind | None = None) -> str | None:
    """Why cards are no new meld, or none of the asked kind; None: they are one."""
    if len(cards) < MELD_MIN:
        return TOO_FEW_CARDS
    if all(card in wild for card in cards):
        return NOT_ENOUGH_NATURALS
    kinds = kinds_of(cards, wild)
    return None if kinds and (kind is None or kind in kinds) else NOT_A_MELD


def arranged(cards: Sequence[Card], wild: frozenset[Card], kind: Kind | None = None) -> Meld:
    """Cards that are a meld, as they lie: a group where both kinds are possible and none is asked for."""
    kinds = kinds_of(cards, wild)
    natural = tuple(card for card in cards if card not in wild)
    if kind == "group" or (kind is None and "group" in kinds):
        return group_of(natural, tuple(card for card in cards if card in wild))
    grammar = GRAMMAR._replace(wild=wild)
    suit = SUIT[natural[0]]
    found = runs.as_listed(grammar, suit, cards) or runs.arranged(grammar, suit, cards)
    if found is None:
        raise ValueError("these cards are no run")
    return found


# --- melds on the table ---


def read_meld(cards: Sequence[Card], kind: Kind | None = None) -> Meld | str:
    """A new meld of koum-kan as it will lie, or the code of why it is none."""
    return meld_error(cards, JOKERS_SET, kind) or arranged(cards, JOKERS_SET, kind)


def laid(meld: Meld, card: Card, end: End | None) -> Meld | str:
    """A meld after one more card (RULES.md §6.1)."""
    if meld.kind == "group":
        return _laid_on_group(meld, card)
    if card in JOKERS_SET:
        side: End = end or ("high" if meld.hi < RUN_MAX else "low")
        full = meld.lo == 1 if side == "low" else meld.hi == RUN_MAX
        return DOES_NOT_FIT if full else runs.extended(GRAMMAR, meld, card, side)
    if meld.lo > 1 and is_natural(GRAMMAR, card, meld.suit, meld.lo - 1):
        return runs.extended(GRAMMAR, meld, card, "low")
    if meld.hi < RUN_MAX and is_natural(GRAMMAR, card, meld.suit, meld.hi + 1):
        return runs.extended(GRAMMAR, meld, card, "high")
    return DOES_NOT_FIT


def _laid_on_group(meld: Meld, card: Card) -> Meld | str:
    joker = card in JOKERS_SET
    if len(meld.cards) == GROUP_MAX or not (joker or _has_no_suit_of(meld, card)):
        return DOES_NOT_FIT
    return laid_on_group(meld, card, joker) or DOES_NOT_FIT


def _has_no_suit_of(group: Meld, card: Card) -> bool:
    return all(SUIT[card] != SUIT[each] for each in group.cards)


def all_laid(meld: Meld, cards: Sequence[Card], end: End | None) -> Meld | str:
    """A meld after several cards in their order, all or nothing."""
    for card in cards:
        found = laid(meld, card, end)
        if isinstance(found, str):
            return found
        meld = found
    return meld


def swapped(meld: Meld, card: Card) -> tuple[Meld, Card] | str:
    """A meld with a natural card in place of a joker, and that joker (RULES.md §6.1)."""
    if not meld.wild:
        return NO_JOKER
    if card in JOKERS_SET:
        return DOES_NOT_FIT
    if meld.kind == "group":
        return _swapped_in_group(meld, card)
    for index in meld.wild:
        if is_natural(GRAMMAR, card, meld.suit, meld.lo + index):
            cards = (*meld.cards[:index], card, *meld.cards[index + 1 :])
            return run_of(GRAMMAR, meld.suit, meld.lo, cards), meld.cards[index]
    return DOES_NOT_FIT


def _swapped_in_group(meld: Meld, card: Card) -> tuple[Meld, Card] | str:
    if RANK[card] != meld.lo or not _has_no_suit_of(meld, card):
        return DOES_NOT_FIT
    first = meld.wild[0]
    return group_of((*meld.cards[:first], card), meld.cards[first + 1 :]), meld.cards[first]
