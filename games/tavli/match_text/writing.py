"""Writing a match as text for programs of backgammon: the games of Portes in it (RULES.md §16).

A line has a turn of seat 0 at the left and one of seat 1 at the right, each as dice and steps by the player's own
point numbers: 25 is the bar, 0 is off, `*` marks a hit. Before each game stands the score it began with.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.api import MatchHead, Moment
from games.tavli import match
from games.tavli.moves import Move, Play, points_of
from games.tavli.position import board_of, side_of
from games.tavli.rules import name_of
from games.tavli.side import BAR, OFF, bit_of, count
from games.tavli.state import Ended, State
from games.tavli.turns import Steps, dice_to_play, without
from games.tavli.variant import die_for
from games.tavli.variants import Portes
from services.kernel.seats import Seat

_PORTES = Portes()
_COLUMN = 34
"""Where the right column begins."""
_TRIPLE = 3
"""What other programs give for the win that counts 2 here, against a checker on the bar or in the winner's home."""
_START_QUADRANT = 19
"""A loser's own points from here on are the winner's home."""
_NAME_LENGTH_MAX = 30
_UNFIT = re.compile(r"[^\w .'-]+")
"""What cannot stand in a player's name: colons and commas separate there."""


@dataclass
class _Game:
    """A game of Portes: its number in the match, the score it began with, and its turns in order."""

    number: int
    score: tuple[int, int]
    turns: list[tuple[Seat, str]] = field(default_factory=list)
    ended: Ended | None = None
    triple: bool = False


def write_text(head: MatchHead, moments: Sequence[Moment[State, Move]]) -> str | None:
    """The text; None: no game of Portes was begun."""
    games = _games_of(moments)
    if not games:
        return None
    last = moments[-1].after
    names = [_fit(name, seat) for seat, name in enumerate(head.names)]
    length = 0 if any(_is_over_too_soon(game, last.target) for game in games) else last.target
    lines = [*_comments(head, games), "", f" {length} point match"]
    for place, game in enumerate(games, 1):
        decided = game.number == last.game_number and last.over
        lines += ["", f" Game {place}", *_lines(game, names, decided)]
    return "\n".join(lines) + "\n"


def _games_of(moments: Sequence[Moment[State, Move]]) -> list[_Game]:
    games: list[_Game] = []
    for moment in moments:
        before, after = moment.before, moment.after
        if name_of(before) != "portes" or before.phase in ("opening", "game_over", "match_over"):
            continue
        if not games or games[-1].number != before.game_number:
            games.append(_Game(before.game_number, before.score))
        game, seat = games[-1], before.turn
        if before.phase == "play" and seat is not None and (text := _turn(before, seat, moment)) is not None:
            game.turns.append((seat, text))
        if len(after.games) > len(before.games):
            game.ended = after.games[-1]
            game.triple = _is_triple(after)
    return games


def _turn(before: State, seat: Seat, moment: Moment[State, Move]) -> str | None:
    """A turn that has ended: dice and steps, or that there were none. None: the roll was not played."""
    dice = "{}{}:".format(*sorted(before.dice, reverse=True))
    if isinstance(moment.action, Play):
        return f"{dice} {_steps(before, seat, points_of(moment.action.steps))}"
    return f"{dice} Cannot Move" if sum(moment.after.turns) > sum(before.turns) else None


def _steps(before: State, seat: Seat, steps: Steps) -> str:
    board, dice = board_of(_PORTES, before.position, seat), dice_to_play(before.dice)
    said: list[str] = []
    for source, target in steps:
        hit = target != OFF and count(board.enemy, target) == 1
        said.append(f"{source}/{target}{'*' if hit else ''}")
        die = die_for(source, target, dice)
        assert die is not None
        board, dice = _PORTES.moved(board, bit_of(source), die), without(dice, die)
    return " ".join(said)


def _is_triple(after: State) -> bool:
    """Whether the last game was won against a checker on the bar or in the winner's home, with none borne off."""
    ended = after.games[-1]
    if ended.how != "bear_off" or ended.points < match.CONCEDED_POINTS or ended.winner is None:
        return False
    lost = side_of(after.position, 1 - ended.winner)
    return any(count(lost, point) for point in range(_START_QUADRANT, BAR + 1))


def _is_over_too_soon(game: _Game, target: int) -> bool:
    """Whether a program that counts 3 for a triple would hold the match for won before it is."""
    if game.ended is None or game.ended.winner is None or not game.triple:
        return False
    score = game.score[game.ended.winner]
    return score + game.ended.points < target <= score + _TRIPLE


def _comments(head: MatchHead, games: Sequence[_Game]) -> list[str]:
    numbers = ", ".join(str(game.number) for game in games)
    return [
        '; [Site "Kafeneio"]',
        f'; [Match ID "{head.match}"]',
        f'; [EventDate "{head.day.replace("-", ".")}"]',
        '; [Variation "Backgammon"]',
        '; [CubeLimit "1"]',
        f'; [Games of the match "{numbers}"]',
    ]


def _lines(game: _Game, names: Sequence[str], decided: bool) -> Iterator[str]:
    """The score, the turns in two columns, and who won; a game that nobody won has no last line."""
    left, right = (f" {name} : {points}" for name, points in zip(names, game.score, strict=True))
    yield f"{left:<{_COLUMN}}{right}"
    rows: list[list[str]] = []
    for seat, text in game.turns:
        if seat == 0 or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][seat] = text
    for number, (first, second) in enumerate(rows, 1):
        yield f"{f'{number:3}) {first}':<{_COLUMN}} {second}".rstrip()
    if game.ended is not None and game.ended.winner is not None:
        points = game.ended.points
        won = f"Wins {points} point{'s' if points > 1 else ''}{' and the match' if decided else ''}"
        yield f"{'':{_COLUMN if game.ended.winner else 5}} {won}"


def _fit(name: str, seat: Seat) -> str:
    """A name as it may stand in the text."""
    return " ".join(_UNFIT.sub(" ", name).split())[:_NAME_LENGTH_MAX].strip() or f"Player {seat + 1}"
