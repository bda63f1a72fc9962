"""The three variants, each as it differs from what `variant.py` says of all, and their order in the combined match
(RULES.md §2, §8–§10)."""

from games.tavli import side as sides
from games.tavli.board import Board, Outcome
from games.tavli.side import BAR_BIT, MOTHER, START_QUADRANT, count, occupied, stacked
from games.tavli.state import VariantChoice, VariantName
from games.tavli.variant import Variant

PORTES_START = (2 << 4 * 24) + (5 << 4 * 13) + (3 << 4 * 8) + (5 << 4 * 6)


class Portes(Variant):
    """Hitting, the bar, entering (RULES.md §8): backgammon without the cube. In the enemy's side as the mover sees it
    the bar is digit 0 and off digit 25."""

    name = "portes"
    start = PORTES_START
    has_bar = True

    def blocked(self, board: Board) -> int:
        """Two enemy checkers or more."""
        return stacked(board.enemy)

    def movable(self, board: Board) -> int:
        """The bar alone while a checker is on it."""
        return BAR_BIT if board.own >= BAR_BIT else super().movable(board)

    def moved(self, board: Board, source: int, die: int) -> Board:
        """A single enemy checker on the target goes to its bar."""
        target = source >> 4 * die or 1
        enemy = board.enemy
        if target > 1 and enemy & target:
            enemy += 1 - target
        return Board(board.own - source + target, enemy)


MOTHER_POINTS = 2
ENEMY_MOTHER = sides.mirrored(MOTHER)
"""The point on which the other seat's checkers began: the mover's own 1."""


class Plakoto(Variant):
    """Pinning, and the mother (RULES.md §9). Nobody is sent back. Where both seats have checkers, one of them is
    pinned: the mover's if it is in `held`."""

    name = "plakoto"
    pins_checkers = True
    start = 15 << 4 * 24

    def pins(self, board: Board) -> int:
        """The points on which the mover pins an enemy checker."""
        return occupied(board.own) & occupied(board.enemy) & sides.BOARD & ~board.held

    def turned(self, board: Board) -> Board:
        """The pins of one seat are the held points of the other."""
        return Board(self.facing(board.enemy), self.facing(board.own), self.facing(self.pins(board)))

    def blocked(self, board: Board) -> int:
        """Two enemy checkers or more, or one that lies on the mover's."""
        return stacked(board.enemy) | board.held

    def movable(self, board: Board) -> int:
        """Every point but those with a pinned checker."""
        return super().movable(board) & ~board.held

    def withheld(self, board: Board, source: int) -> str | None:
        """A pinned checker stays."""
        return "checker_pinned" if board.held >> 4 * source & 1 else None

    def outcome(self, board: Board) -> Outcome | None:
        """Borne off; both mothers pinned; the enemy's mother pinned with own 24 clear; in this order."""
        if ended := super().outcome(board):
            return ended
        if not self.pins(board) & ENEMY_MOTHER or count(board.enemy, 1) != 1:
            return None
        if board.held & MOTHER:
            return Outcome("tie", 0, tie=True)
        return None if count(board.own, 24) else Outcome("mother", MOTHER_POINTS)


PASSED_BITS = 4 * 12
"""A side has passed the opponent's start when any of its lowest 12 digits (off, 1–11) is not 0."""
FIRST_PASSED = (1 << PASSED_BITS) - 1


class Fevga(Variant):
    """Both seats run the same way, one checker holds a point (RULES.md §10): the first checker, the start quadrant, and
    the duty to open a prime."""

    name = "fevga"
    start = 15 << 4 * 24

    def facing(self, side: int) -> int:
        """Point `p` is the other seat's `p ± 12`; off stays off."""
        return sides.rotated(side)

    def blocked(self, board: Board) -> int:
        """Any enemy checker."""
        return occupied(board.enemy)

    def movable(self, board: Board) -> int:
        """The most advanced checker alone, until one has passed the opponent's start."""
        found = occupied(board.own) & ~sides.OFF_BIT
        return found if board.own & FIRST_PASSED else found & -found

    def withheld(self, board: Board, source: int) -> str | None:
        """Only the most advanced checker may move at first."""
        return None if self.movable(board) >> 4 * source & 1 else "first_checker_first"

    def forbidden(self, board: Board, source: int, die: int) -> str | None:
        """No step leaves all of own 19–24 occupied."""
        return "start_prime_forbidden" if self._fills(board, sides.bit_of(source), die) else None

    def sources(self, board: Board, die: int) -> int:
        """Without the steps that would fill the start quadrant."""
        found = super().sources(board, die)
        if (occupied(board.own) & START_QUADRANT).bit_count() >= 5:
            for source in sides.bits(found):
                if self._fills(board, source, die):
                    found ^= source
        return found

    def _fills(self, board: Board, source: int, die: int) -> bool:
        return occupied(self.moved(board, source, die).own) & START_QUADRANT == START_QUADRANT

    def must_open(self, board: Board) -> bool:
        """The opponent is sealed at the start of the turn."""
        return self.sealed(self.turned(board))

    def sealed(self, board: Board) -> bool:
        """Whether the mover has a checker in play and no die, taken alone, gives it a legal step."""
        return board.own & 15 < sides.CHECKERS and not any(self.sources(board, die) for die in range(1, 7))


FEVGA = Fevga()
VARIANTS: dict[VariantName, Variant] = {"portes": Portes(), "plakoto": Plakoto(), "fevga": FEVGA}
ORDER: tuple[VariantName, ...] = ("portes", "plakoto", "fevga")


def variant_now(choice: VariantChoice, game_number: int) -> VariantName:
    """The variant of a game of the match, counted from 1."""
    return ORDER[(game_number - 1) % len(ORDER)] if choice == "combined" else choice
