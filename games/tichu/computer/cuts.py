"""Hands cut into plays for playouts: what a hand may lead or answer, and what is left of it then.

A cut remembers its answers and the cuts after them, so that playouts that pass the same hands reckon once. Combinations
have a key: kind × 16 + length.
"""

from games.tichu.cards import DOG, DRAGON, OF_RANK, PHOENIX
from games.tichu.computer.partition import (
    DRAGON_COST,
    PAIR_COST,
    PHOENIX_COST,
    SINGLE_COST,
    TRIPLE_COST,
    cards_for,
    plan,
    stairs_cost,
    straight_cost,
)

KINDS = ("single", "dog", "pair", "triple", "full_house", "stairs", "straight", "bomb_four", "bomb_straight")
SINGLE, DOG_KEY, PAIR, TRIPLE, HOUSE = 0 * 16 + 1, 1 * 16 + 1, 2 * 16 + 2, 3 * 16 + 3, 4 * 16 + 5
STAIRS, STRAIGHT, FIRST_BOMB = 5 * 16, 6 * 16, 7 * 16
"""Without their length; what is above the last one is a bomb, in the order in which bombs beat each other."""
DRAGON_STRENGTH, PHOENIX_ANSWERS = 30, 29
"""The Phoenix alone goes on any single below the Dragon."""
LENGTH, HEIGHT = 0.12, 0.02
"""What makes a good lead: many cards, and low ones."""
SURE = 0.4


def key_of(kind: str, length: int) -> int:
    """The key of a combination."""
    return KINDS.index(kind) * 16 + length


class Piece:
    """One part of a cut, as it would be led."""

    __slots__ = ("cost", "high", "key", "length", "mask", "promise", "strength")

    def __init__(self, key: int, high: int, cost: float, mask: int) -> None:
        self.key, self.high, self.cost, self.mask = key, high, cost, mask
        self.length = key & 15
        self.strength = 3 if mask == PHOENIX else 2 * high
        self.promise = cost + LENGTH * self.length - HEIGHT * high


class Answer:
    """A play on another one: what it saves, how likely it wins, and what is left."""

    __slots__ = ("after", "length", "mask", "pieces", "saved", "strength", "wins")

    def __init__(self, mask: int, strength: int, saved: float, wins: float, pieces: "tuple[Piece, ...]") -> None:
        self.mask, self.strength, self.saved, self.wins = mask, strength, saved, wins
        self.pieces = pieces
        self.length = mask.bit_count()
        self.after: Cut | None = None


class Cut:
    """A hand and its pieces."""

    __slots__ = ("answers", "bombs", "cost", "hand", "pieces", "size", "without")

    def __init__(self, hand: int, pieces: tuple[Piece, ...]) -> None:
        self.hand = hand
        self.pieces = pieces
        self.size = hand.bit_count()
        self.cost = sum([piece.cost for piece in pieces])
        self.bombs = [piece for piece in pieces if piece.key >= FIRST_BOMB]
        self.answers: dict[int, list[Answer]] = {}
        self.without: dict[int, Cut] = {}

    def on(self, key: int) -> list[Answer]:
        """What may go on combinations of a key, bombs left out."""
        found = self.answers.get(key)
        if found is None:
            found = self.answers[key] = _answers(self, key)
        return found

    def led(self, piece: Piece) -> "Cut":
        """What is left after a lead of a piece."""
        found = self.without.get(piece.mask)
        if found is None:
            rest = tuple([other for other in self.pieces if other is not piece])
            found = self.without[piece.mask] = Cut(self.hand ^ piece.mask, rest)
        return found

    def answered(self, answer: Answer) -> "Cut":
        """What is left after an answer."""
        found = answer.after
        if found is None:
            found = answer.after = Cut(self.hand ^ answer.mask, answer.pieces)
        return found


def cut_of(hand: int) -> Cut:
    """A hand cut with the least cost; every card is in one piece."""
    left, pieces = hand, []
    for part in plan(hand).parts:
        mask = cards_for(part, left)
        left ^= mask
        pieces.append(Piece(key_of(part.kind, part.length), part.high, part.cost, mask))
    return Cut(hand, tuple(pieces))


def single(mask: int, rank: int) -> Piece:
    """A card alone."""
    if mask == PHOENIX:
        return Piece(SINGLE, 0, PHOENIX_COST, mask)
    return Piece(SINGLE, rank, DRAGON_COST if mask == DRAGON else SINGLE_COST.get(rank, 1.0), mask)


def _pair(mask: int, rank: int) -> Piece:
    return Piece(PAIR, rank, PAIR_COST.get(rank, 0.95), mask)


def _triple(mask: int, rank: int) -> Piece:
    return Piece(TRIPLE, rank, TRIPLE_COST.get(rank, 0.9), mask)


def _low_bits(mask: int, number: int) -> int:
    """So many cards of a mask, the Phoenix last."""
    found = 0
    for _ in range(number):
        found |= mask & -mask
        mask &= mask - 1
    return found


def wins_of(key: int, strength: int) -> float:
    """How likely a play is to win its trick."""
    rank = strength >> 1
    if key == SINGLE:
        if strength & 1 and rank > 12:
            return 1 - PHOENIX_COST
        return 1 - DRAGON_COST if rank > 14 else 1 - SINGLE_COST.get(rank, 1.0)
    if key == PAIR:
        return 1 - PAIR_COST.get(rank, 0.95)
    if key == TRIPLE:
        return 1 - TRIPLE_COST.get(rank, 0.9)
    return min(0.9, 0.1 + 0.06 * rank + 0.04 * ((key & 15) - 4))


# --- answers: a piece of the same kind, or one broken for it ---


def _answers(cut: Cut, key: int) -> list[Answer]:
    """The best answer of each strength, those that save most first."""
    found: dict[int, Answer] = {}
    for piece in cut.pieces:
        if piece.key >= FIRST_BOMB:
            continue
        for mask, high, rest in _breaks(piece, key):
            _add(found, cut, key, (piece,), mask, high, rest)
    if key in (PAIR, TRIPLE, HOUSE):
        for used, mask, high in _joined(cut, key):
            _add(found, cut, key, used, mask, high, ())
    return sorted(found.values(), key=lambda answer: (-answer.saved, answer.strength))


def _add(
    found: dict[int, Answer], cut: Cut, key: int, used: tuple[Piece, ...], mask: int, high: int, rest: tuple[Piece, ...]
) -> None:
    saved = sum([piece.cost for piece in used]) - sum([piece.cost for piece in rest])
    strength = PHOENIX_ANSWERS if mask == PHOENIX else 2 * high
    known = found.get(strength)
    if known is None or saved > known.saved:
        pieces = tuple([piece for piece in cut.pieces if piece not in used]) + rest
        found[strength] = Answer(mask, strength, saved, wins_of(key, strength), pieces)


def _breaks(piece: Piece, key: int) -> list[tuple[int, int, tuple[Piece, ...]]]:
    """How a piece gives a combination of this key: the cards, their rank, and what is left of the piece."""
    if piece.key == key:
        return [(piece.mask, piece.high, ())]
    if key == SINGLE:
        return _singles_from(piece)
    if key == PAIR:
        return _pairs_from(piece)
    if key == TRIPLE:
        return _triples_from(piece)
    if key >= STRAIGHT and piece.key >= STRAIGHT and piece.key > key:
        return _straights_from(piece, key)
    if STAIRS < key < STRAIGHT and piece.key > key and piece.key < STRAIGHT:
        return _stairs_from(piece, key)
    return []


def _singles_from(piece: Piece) -> list[tuple[int, int, tuple[Piece, ...]]]:
    high, mask = piece.high, piece.mask
    if piece.key == PAIR:
        one = mask & -mask
        found: list[tuple[int, int, tuple[Piece, ...]]] = [(one, high, (single(mask ^ one, high),))]
        return [*found, (PHOENIX, 0, (single(one, high),))] if mask & PHOENIX else found
    if piece.key == TRIPLE:
        one = mask & -mask
        found = [(one, high, (_pair(mask ^ one, high),))]
        return [*found, (PHOENIX, 0, (_pair(mask ^ PHOENIX, high),))] if mask & PHOENIX else found
    if piece.key == HOUSE and not mask & PHOENIX:
        three, two, low = _house(piece)
        one, other = two & -two, three & -three
        of_pair = (one, low, (_triple(three, high), single(two ^ one, low)))
        return [of_pair, (other, high, (_pair(three ^ other, high), _pair(two, low)))]
    if piece.key > STRAIGHT + 5 and piece.key < FIRST_BOMB and mask & OF_RANK[high]:
        return [(mask & OF_RANK[high], high, (_straight(piece, piece.length - 1, high - 1),))]
    return []


def _house(piece: Piece) -> tuple[int, int, int]:
    """Three cards, two cards and their rank of a full house without the Phoenix."""
    three = piece.mask & OF_RANK[piece.high]
    two = piece.mask ^ three
    return three, two, ((two & -two).bit_length() - 1) % 13 + 2


def _straight(piece: Piece, length: int, high: int) -> Piece:
    """What is left of a straight whose highest cards are gone."""
    mask = piece.mask & ~_ranks(high + 1, piece.high)
    return Piece(STRAIGHT + length, high, straight_cost(high, length), mask)


def _ranks(low: int, high: int) -> int:
    mask = 0
    for rank in range(max(2, low), high + 1):
        mask |= OF_RANK[rank]
    return mask


def _pairs_from(piece: Piece) -> list[tuple[int, int, tuple[Piece, ...]]]:
    high, mask = piece.high, piece.mask
    if piece.key == TRIPLE:
        two = _low_bits(mask, 2)
        return [(two, high, (single(mask ^ two, high),))]
    if piece.key == HOUSE and not mask & PHOENIX:
        three, two, low = _house(piece)
        return [(two, low, (_triple(three, high),))]
    if STAIRS < piece.key < STRAIGHT and not mask & PHOENIX:
        top = mask & OF_RANK[high]
        return [(top, high, (_stairs(mask ^ top, piece.length - 2, high - 1),))]
    return []


def _stairs(mask: int, length: int, high: int) -> Piece:
    if length == 2:
        return _pair(mask, high)
    return Piece(STAIRS + length, high, stairs_cost(high, length), mask)


def _triples_from(piece: Piece) -> list[tuple[int, int, tuple[Piece, ...]]]:
    if piece.key == HOUSE and not piece.mask & PHOENIX:
        three, two, low = _house(piece)
        return [(three, piece.high, (_pair(two, low),))]
    return []


def _straights_from(piece: Piece, key: int) -> list[tuple[int, int, tuple[Piece, ...]]]:
    """The highest cards of a longer straight; what is left is a straight or two singles at most."""
    if piece.mask & PHOENIX or piece.key >= FIRST_BOMB:
        return []
    length, high = key & 15, piece.high
    top = piece.mask & _ranks(high - length + 1, high)
    rest, left = piece.mask ^ top, piece.length - length
    if left >= 5:
        return [(top, high, (_straight(piece, left, high - length),))]
    if left > 2:
        return []
    low = high - piece.length + 1
    return [(top, high, tuple(single(_of_rank(rest, low + step), low + step) for step in range(left)))]


def _of_rank(mask: int, rank: int) -> int:
    return mask & OF_RANK[rank] if rank > 1 else mask & ~((1 << 52) - 1)


def _stairs_from(piece: Piece, key: int) -> list[tuple[int, int, tuple[Piece, ...]]]:
    if piece.mask & PHOENIX:
        return []
    length, high = key & 15, piece.high
    top = piece.mask & _ranks(high - length // 2 + 1, high)
    return [(top, high, (_stairs(piece.mask ^ top, piece.length - length, high - length // 2),))]


def _joined(cut: Cut, key: int) -> list[tuple[tuple[Piece, ...], int, int]]:
    """Combinations of two pieces: a full house of a triple and a pair, what the Phoenix alone makes longer."""
    by_key: dict[int, list[Piece]] = {SINGLE: [], PAIR: [], TRIPLE: []}
    for piece in cut.pieces:
        if piece.key in by_key:
            by_key[piece.key].append(piece)
    if key == HOUSE:
        pairs = by_key[PAIR]
        low = min(pairs, key=lambda piece: piece.high) if pairs else None
        return [((triple, low), triple.mask | low.mask, triple.high) for triple in by_key[TRIPLE] if low]
    phoenix = next((piece for piece in by_key[SINGLE] if piece.mask == PHOENIX), None)
    if phoenix is None:
        return []
    shorter = by_key[SINGLE if key == PAIR else PAIR]
    return [
        ((piece, phoenix), piece.mask | PHOENIX, piece.high)
        for piece in shorter
        if 2 <= piece.high <= 14 and not piece.mask & (PHOENIX | DRAGON | DOG)
    ]
