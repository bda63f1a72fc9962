"""What robots know of the games they play: what to open, how to read a view, which move to make."""

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from bench.robots.wire import Board, Incoming, reader_of
from bench.robots.witness import EMPTY
from games.tavli.moves import pairs_of
from games.tavli.position import Plain, board_of, read
from games.tavli.turns import Turn, dice_to_play
from games.tavli.variants import VARIANTS


class Chosen(NamedTuple):
    """A move as it is sent. `cell`: where it puts a mark, counted row by row; None where the game has no cells."""

    move: dict[str, Any]
    cell: int | None = None


class PlayedGame(Protocol):
    """One game, as robots play it."""

    id: str
    options: dict[str, Any]

    @property
    def to_the_end(self) -> "PlayedGame":
        """The same game, played so that a match ends within seconds."""
        ...

    def read(self, payload: bytes) -> Incoming | None:
        """A frame, or None for one that robots do not look into."""
        ...

    def choose(self, game_view: Any, chance: Random) -> Chosen:
        """A legal move in a view of a robot that has to decide."""
        ...


class TicTacToe:
    """Any free cell."""

    id = "tictactoe"
    options: dict[str, Any] = {"size": 3}
    read = staticmethod(reader_of(Board))

    @property
    def to_the_end(self) -> PlayedGame:
        """It is over after nine moves."""
        return self

    def choose(self, game_view: Board, chance: Random) -> Chosen:
        """One of the free cells."""
        size = len(game_view.board)
        free = free_cells("".join(game_view.board))
        cell = free[int(chance.random() * len(free))]
        return Chosen({"move": "place", "row": cell // size + 1, "col": cell % size + 1}, cell)


@lru_cache(maxsize=65_536)
def free_cells(board: str) -> tuple[int, ...]:
    """The cells without a mark."""
    return tuple(cell for cell, mark in enumerate(board) if mark == EMPTY)


class TavliView(msgspec.Struct):
    """What counts of a roll that is to be played."""

    variant_now: str = "portes"
    turn: int | None = None
    dice: tuple[int, ...] | None = None
    max_dice: int = 0
    checkers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    pinned: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    board: tuple[str, ...] = ()
    """What witnesses look at; tavli has none."""


class Tavli:
    """Portes to five points: about a hundred turns a match. The first legal play of every roll."""

    id = "tavli"
    options: dict[str, Any] = {"variant": "portes", "target": 5}
    read = staticmethod(reader_of(TavliView))

    @property
    def to_the_end(self) -> PlayedGame:
        """Whoever is to play gives the game up."""
        return ResigningTavli()

    def choose(self, game_view: TavliView, _chance: Random) -> Chosen:
        """The first play that the exact search finds."""
        assert game_view.turn is not None, "nobody has to play"
        assert game_view.dice is not None, "nothing has been rolled"
        variant = VARIANTS[game_view.variant_now]
        position = read(variant, Plain(game_view.checkers, game_view.pinned))  # type: ignore[arg-type]
        assert position is not None, "a view shows a possible position"
        board = board_of(variant, position, game_view.turn)
        plays = Turn(variant, board, dice_to_play(game_view.dice), game_view.max_dice).plays()
        return Chosen({"move": "play", "steps": [list(pair) for pair in pairs_of(next(iter(plays)))]})


class ResigningTavli(Tavli):
    """Gives up each game at the first decision."""

    def choose(self, _game_view: TavliView, _chance: Random) -> Chosen:
        """Always the same."""
        return Chosen({"move": "resign"})


class DominoesView(msgspec.Struct):
    """What counts of a hand: the tiles that may be laid, each with its end."""

    options: tuple[tuple[str, str | None], ...] = ()
    board: tuple[str, ...] = ()
    """What witnesses look at; dominoes has none."""


class Dominoes:
    """Two pairs, to a hundred: about five hands. Any tile that fits."""

    id = "dominoes"
    options: dict[str, Any] = {"target": 100}
    read = staticmethod(reader_of(DominoesView))

    @property
    def to_the_end(self) -> PlayedGame:
        """A match is as long as it is."""
        return self

    def choose(self, game_view: DominoesView, chance: Random) -> Chosen:
        """One of the tiles that fit; where it fits at both ends, one of these."""
        tile, end = chance.choice(game_view.options)
        fits_both_ends = sum(other == tile for other, _ in game_view.options) == 2
        return Chosen({"move": "lay", "tile": tile} | ({"side": end} if fits_both_ends else {}))


GAMES: dict[str, PlayedGame] = {game.id: game for game in (TicTacToe(), Tavli(), Dominoes())}
