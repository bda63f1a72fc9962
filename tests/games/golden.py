"""Reads and replays golden games (games/README.md)."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgspec

from games import api, registry
from services.kernel.refusal import Refusal

_KEY = re.compile(r"(\w+)=")
_WORD = re.compile(r"\S*")
_JSON = json.JSONDecoder()
_HEADERS = ("game", "options", "frozen")
_RESULT = {"places", "points", "reason"}


class Mismatch(AssertionError):
    """A golden game and the engine disagree, or the text cannot be read."""


class Header(NamedTuple):
    """Which game is played, and how."""

    game: str
    options: dict[str, Any]
    frozen: dict[str, Any]


class Golden(NamedTuple):
    """A golden game as text: its header and its numbered lines."""

    header: Header
    lines: tuple[tuple[int, str], ...]


class Event(NamedTuple):
    """What happened last."""

    before: Any
    actor: int | None
    action: Any


def files(game_id: str) -> list[Path]:
    """The golden games of a game, in the order of their names."""
    folder = Path(registry.entries()[game_id].family.__path__[0]) / "games"
    return [path for path in sorted(folder.glob("*.game")) if read(path.read_text("utf-8")).header.game == game_id]


def read(text: str) -> Golden:
    """Header and lines, without blank lines and comments."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    head = {word: rest for word, _, rest in (line.partition(" ") for _, line in lines) if word in _HEADERS}
    header = Header(head.get("game", ""), json.loads(head.get("options", "{}")), json.loads(head.get("frozen", "{}")))
    return Golden(header, tuple((number, line) for number, line in lines if line.split()[0] not in _HEADERS))


def replay(text: str) -> Any:
    """Plays a golden game through its engine; the last state. Mismatch if anything differs from the text."""
    golden = read(text)
    player = _Player(golden.header)
    for number, line in golden.lines:
        try:
            player.step(line)
        except Mismatch as problem:
            raise Mismatch(f"line {number}: {line}: {problem}") from None
    if not player.game.house_banked and not (golden.lines and golden.lines[-1][1].startswith("end")):
        raise Mismatch("the last line must be the end")
    return player.state


class _Player:
    """A match in the hands of a golden game."""

    def __init__(self, header: Header) -> None:
        game = registry.find(header.game)
        if isinstance(game, Refusal):
            raise Mismatch(f"no game {header.game!r}")
        self.game = game
        options = game.options(header.options, header.frozen)
        if isinstance(options, Refusal):
            raise Mismatch(f"the options are refused: {options}")
        self.state = game.start(options)
        self.event: Event | None = None
        self._verbs: dict[str, Callable[[str], None]] = {
            "draw": self._draw,
            "action": self._action,
            "next": self._next,
            "view": self._view,
            "told": self._told,
            "progress": self._progress,
            "end": self._end,
        }

    def step(self, line: str) -> None:
        """Play or compare one line."""
        verb, _, rest = line.partition(" ")
        if verb.isdecimal():
            self._move(int(verb), rest)
        elif verb in self._verbs:
            self._verbs[verb](rest)
        else:
            _fail(f"no such line: {verb}")

    def _apply(self, actor: int | None, action: Any) -> None:
        self.event = Event(self.state, actor, action)
        self.state = self.game.apply(self.state, actor, action)

    def _draw(self, rest: str) -> None:
        purpose, *words = rest.split()
        waits = self.game.next(self.state)
        values = tuple(int(word) for word in words if word != "...")
        if "..." in words and isinstance(waits, api.Draw):
            values += tuple(piece for piece in range(waits.n) if piece not in values)
        if not isinstance(waits, api.Draw) or waits.purpose != purpose:
            _fail(f"the game waits for {waits}")
        if not _is_outcome(waits, values):
            _fail(f"no outcome of {waits}")
        self._apply(None, api.Drawn(values))

    def _move(self, seat: int, rest: str) -> None:
        text, refused, code = rest.partition(" ! ")
        name, _, parameters = text.strip().partition(" ")
        move = self.game.parse({"move": name} | _pairs(parameters))
        if refused:
            _same("refusal", self._refusal(seat, move), code.strip())
            return
        if seat not in _movers(self.game.next(self.state)):
            _fail(f"seat {seat} has no move: the game waits for {self.game.next(self.state)}")
        if isinstance(move, api.Leave):
            self._apply(None, api.Left(seat))
            return
        _same("refusal", self._refusal(seat, move), None)
        self._apply(seat, move)

    def _refusal(self, seat: int, move: Any) -> str | None:
        if isinstance(move, api.Leave):
            return None
        refusal = self.game.check(self.state, seat, move)
        return refusal.error if refusal else None

    def _action(self, rest: str) -> None:
        self._apply(None, msgspec.convert(json.loads(rest), api.Action, str_keys=True))

    def _next(self, rest: str) -> None:
        kind, _, fields = rest.partition(" ")
        waits = plain(self.game.next(self.state))
        _same("what is waited for", waits["type"], kind)
        _has(waits, fields)

    def _view(self, rest: str) -> None:
        viewer, _, fields = rest.partition(" ")
        _has(plain(self.game.view(self.state, _viewer(viewer))), fields)

    def _told(self, rest: str) -> None:
        viewer, kind, *fields = rest.split(" ", 2)
        if self.event is None:
            _fail("nothing has happened yet")
        told = self.game.event(*self.event, self.state, _viewer(viewer))
        _same("event", told.kind if told else "nothing", kind)
        _has(plain(told.data) if told else {}, " ".join(fields))

    def _progress(self, rest: str) -> None:
        _has(plain(self.game.progress(self.state)), rest)

    def _end(self, rest: str) -> None:
        waits = self.game.next(self.state)
        if not isinstance(waits, api.Over):
            _fail(f"the match goes on: {waits}")
        missing = _RESULT - _pairs(rest).keys()
        if missing:
            _fail(f"the end must say {sorted(missing)}")
        _has(plain(waits.result), rest)


def plain(value: Any) -> Any:
    """As it looks in JSON."""
    return msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(value, str_keys=True, order="sorted")))


def _viewer(word: str) -> Any:
    return int(word) if word.isdecimal() else word


def _movers(waits: api.Next) -> set[int]:
    match waits:
        case api.Decide(due, may):
            return {each.seat for each in due} | may
        case api.Wait():
            return set(waits.may)
    return set()


def _is_outcome(draw: api.Draw, values: tuple[int, ...]) -> bool:
    match draw.kind:
        case "shuffle":
            return sorted(values) == list(range(draw.n))
        case "below":
            return len(values) == 1 and values[0] in range(draw.n)
        case "dice":
            return len(values) == draw.n and set(values) <= set(range(1, 7))


def _pairs(text: str) -> dict[str, Any]:
    """`row=1 board=["X..", "..."] mark=X` as plain data."""
    pairs: dict[str, Any] = {}
    position = 0
    text = text.strip()
    while position < len(text):
        key = _KEY.match(text, position)
        if key is None:
            _fail(f"cannot be read: {text[position:]}")
        pairs[key[1]], position = _value(text, key.end())
        position += len(text[position:]) - len(text[position:].lstrip())
    return pairs


def _value(text: str, start: int) -> tuple[Any, int]:
    """JSON where it is JSON, else the word up to the next space; with the position after it."""
    try:
        value, end = _JSON.raw_decode(text, start)
    except json.JSONDecodeError:
        end = start
    if end > start and (end == len(text) or text[end].isspace()):
        return value, end
    word = _WORD.match(text, start)
    return (word[0], word.end()) if word else ("", start)


def _has(found: Mapping[str, Any], fields: str) -> None:
    for name, value in _pairs(fields).items():
        if name not in found:
            _fail(f"there is no {name}")
        _same(name, found[name], value)


def _same(name: str, found: Any, wanted: Any) -> None:
    if found != wanted:
        _fail(f"{name} is {found!r}")


def _fail(reason: str) -> NoReturn:
    raise Mismatch(reason)
