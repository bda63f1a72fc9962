"""Reading a match of backgammon from text, whichever program wrote it: RULES.md §16 has the form and the codes."""

import re
import unicodedata
from typing import NamedTuple

from games import api
from games.tavli import rules
from games.tavli.match_text.plays import Named, read_play, steps_meant
from games.tavli.moves import Move, Play, pairs_of
from games.tavli.position import at_start
from games.tavli.state import LENGTH_MAX, Ended, State
from games.tavli.variants import VARIANTS
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

INVALID = Refusal("import_invalid")
GAMES_MAX = 50
TURNS_MAX = 1_000
"""Of a game, both seats together."""
POINTS_MAX = 3
"""That a game without the cube can give anywhere."""
_NAME_LENGTH_MAX = 30
_RIGHT_COLUMN = 12
"""A turn or a win that begins here or later stands in the right column."""

_LENGTH = re.compile(r"\s*(\d{1,3}) points? match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game \d{1,4}\s*", re.IGNORECASE)
_SCORE = re.compile(r"\s*(?P<left>.*?)\s*: (?P<own>\d{1,3})\s+(?P<right>\S.*?|)\s*: (?P<other>\d{1,3})\s*")
_ROW = re.compile(r"\s*(?P<number>\d{1,4})\)(?P<turns>.*)")
_DICE = re.compile(r"(?<!\S)([1-6])([1-6]):")
_WINS = re.compile(r"(?P<indent>\s*)Wins (?P<points>\d{1,3}) points?(?P<match> and the match)?\.?\s*", re.IGNORECASE)
_VARIATION = re.compile(r"\s*;\s*\[Variation \"(?P<name>[^\"]*)\"\]\s*", re.IGNORECASE)
_CUBE = re.compile(r"\b(?:re)?doubles?\b|\btakes\b|\bdrops\b|\bbeavers?\b|\braccoons?\b", re.IGNORECASE)
_LINE_BREAKS = frozenset("\t\n\r\f")

Given = tuple[Seat | None, Move | api.Action]
Hand = api.ReadHand[State, Move]
Match = api.ReadMatch[State, Move]


class _Turn(NamedTuple):
    """A turn as it stands in a row, not yet looked at."""

    seat: Seat
    dice: tuple[int, int]
    play: tuple[Named, ...]


class _Game:
    """A game that is being read: its state in the match, and what it was given."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.state = start
        self.given: list[Given] = []
        self.turns = 0
        self.won: Ended | None = None

    def take(self, turn: _Turn) -> bool:
        """Whether the turn is a legal one; then it has been made."""
        if not self.turns:
            self.start = self.state = rules.replace(self.start, phase="rolling", turn=turn.seat, starter=turn.seat)
        if self.won is not None or self.state.phase != "rolling" or self.state.turn != turn.seat:
            return False
        self.turns += 1
        self._give(None, api.Drawn(turn.dice))
        if not self.state.max_dice or not turn.play:
            passes = not self.state.max_dice and not turn.play
            if passes:
                self._give(None, api.Elapsed(self.state.number))
            return passes
        steps = steps_meant(rules.turn_of(self.state), turn.play)
        if steps is not None:
            self._give(turn.seat, Play(pairs_of(steps)))
        return steps is not None

    def _give(self, actor: Seat | None, action: Move | api.Action) -> None:
        self.given.append((actor, action))
        self.state = rules.apply(self.state, actor, action)

    @property
    def ended(self) -> Ended | None:
        """How it ended by what the text says, else by the board."""
        if self.won is not None or len(self.state.games) == len(self.start.games):
            return self.won
        return self.state.games[-1]

    def read(self) -> Hand:
        """The game as a hand of the match."""
        ended = self.ended
        if ended is None or ended.winner is None:
            return Hand(self.start, tuple(self.given), None)
        points = (ended.points, 0) if ended.winner == 0 else (0, ended.points)
        data = {"variant": ended.variant, "how": ended.how}
        return Hand(self.start, tuple(self.given), api.Hand(self.start.game_number, ended.winner, points, data))


def read_text(text: str) -> Match | Refusal:
    """The match in a text. Codes: `import_invalid`, `import_too_long`, `import_unreadable`, `import_cube`,
    `import_illegal_move`."""
    text = text.removeprefix("\ufeff")
    if any(unicodedata.category(mark) == "Cc" and mark not in _LINE_BREAKS for mark in text):
        return INVALID
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|[\n\r\f]", text), 1):
        refusal = reader.read(number, line.expandtabs())
        if refusal is not None:
            return refusal
    return reader.match()


class _Reader:
    """Reads a text line by line, up to the first that it refuses."""

    def __init__(self) -> None:
        self._line = 0
        self._length: int | None = None
        self._games: list[_Game] = []
        self._names: tuple[str, str] = ("", "")
        self._wants_score = False
        self._decided = False

    def read(self, number: int, line: str) -> Refusal | None:
        """Take the line with this number."""
        self._line = number
        if line.lstrip().startswith(";"):
            variation = _VARIATION.fullmatch(line)
            is_other = variation is not None and variation["name"].lower() != "backgammon"
            return self._unreadable() if is_other else None
        if not line.strip():
            return None
        return self._read_length(line) if self._length is None else self._read(line)

    def _read_length(self, line: str) -> Refusal | None:
        found = _LENGTH.fullmatch(line)
        if found is None:
            return self._unreadable()
        if int(found[1]) > LENGTH_MAX:
            return self._too_long(length_max=LENGTH_MAX)
        self._length = int(found[1])
        return None

    def _read(self, line: str) -> Refusal | None:
        if self._wants_score:
            self._wants_score = False
            return self._begin(_SCORE.fullmatch(line))
        if _GAME.fullmatch(line):
            self._wants_score = len(self._games) < GAMES_MAX
            return None if self._wants_score else self._too_long(games_max=GAMES_MAX)
        if not self._games:
            return self._unreadable()
        if _CUBE.search(line):
            return Refusal("import_cube", {"game": len(self._games), "line": self._line})
        row = _ROW.fullmatch(line)
        return self._end(self._games[-1], line) if row is None else self._play(self._games[-1], line, row)

    def match(self) -> Match | Refusal:
        """All that was read."""
        if not self._games or self._wants_score:
            return INVALID
        last = self._games[-1]
        points, ended = list(last.start.score), last.ended
        if ended is not None and ended.winner is not None:
            points[ended.winner] += ended.points
        decided = ended is not None and (self._decided or (bool(self._length) and max(points) >= self._target))
        return Match(
            names=self._names,
            options={"variant": "portes", "target": self._target},
            hands=tuple(game.read() for game in self._games),
            points=tuple(points),
            winner=ended.winner if ended is not None and decided else None,
        )

    # --- games ---

    @property
    def _target(self) -> int:
        """A session has no end: each of its games is one of the longest match."""
        return self._length or LENGTH_MAX

    def _begin(self, head: re.Match[str] | None) -> Refusal | None:
        """A game begins with the names and the score, after all before it have ended."""
        ended = tuple(game.ended for game in self._games if game.ended is not None)
        if head is None or self._decided or len(ended) < len(self._games):
            return self._unreadable()
        score = (int(head["own"]), int(head["other"])) if self._length else (0, 0)
        if max(score) >= self._target:
            return self._unreadable()
        if not self._games:
            self._names = (_name(head["left"], 0), _name(head["right"], 1))
        position = at_start(VARIANTS["portes"])
        start = State("portes", self._target, position, game_number=len(ended) + 1, score=score, games=ended)
        self._games.append(_Game(start))
        return None

    def _play(self, game: _Game, line: str, row: re.Match[str]) -> Refusal | None:
        """The turns of a row."""
        turns = _turns_in(line, row.start("turns"))
        if turns is None:
            return self._unreadable()
        for turn in turns:
            if game.turns == TURNS_MAX:
                return self._too_long(turns_max=TURNS_MAX)
            if not game.take(turn):
                place = {"game": len(self._games), "move": int(row["number"]), "seat": turn.seat, "line": self._line}
                return Refusal("import_illegal_move", place)
        return None

    def _end(self, game: _Game, line: str) -> Refusal | None:
        """A game ends as the text says, which the board must not deny."""
        wins = _WINS.fullmatch(line)
        if wins is None or game.won is not None or not 1 <= int(wins["points"]) <= POINTS_MAX:
            return self._unreadable()
        winner: Seat = int(len(wins["indent"]) >= _RIGHT_COLUMN)
        played = game.ended
        if played is not None and played.winner != winner:
            return self._unreadable()
        game.won = Ended("portes", winner, int(wins["points"]), "resign" if played is None else played.how)
        self._decided = wins["match"] is not None
        return None

    def _unreadable(self) -> Refusal:
        return Refusal("import_unreadable", {"line": self._line})

    def _too_long(self, **most: int) -> Refusal:
        return Refusal("import_too_long", most | {"line": self._line})


def _turns_in(line: str, first: int) -> list[_Turn] | None:
    """The turns of a row: each from its dice to the next ones; one alone is of the column in which it stands. None: it
    is something else."""
    found = list(_DICE.finditer(line, first))
    if not 1 <= len(found) <= 2 or line[first : found[0].start()].strip():
        return None
    seats = (0, 1) if len(found) == 2 else (int(found[0].start() >= _RIGHT_COLUMN),)
    ends = [*(each.start() for each in found[1:]), len(line)]
    turns: list[_Turn] = []
    for seat, dice, end in zip(seats, found, ends, strict=True):
        play = read_play(" ".join(line[dice.end() : end].split()))
        if play is None:
            return None
        turns.append(_Turn(seat, (int(dice[1]), int(dice[2])), play))
    return turns


def _name(text: str, seat: Seat) -> str:
    """A player's name; a player without one is called by the seat."""
    shown = "".join(mark if mark.isprintable() else " " for mark in text)
    return " ".join(shown.split())[:_NAME_LENGTH_MAX].strip() or f"Player {seat + 1}"
