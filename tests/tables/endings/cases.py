"""Every way in which a match ends or changes, as the real engine shows it: the cases of the pages' sentences
(clients/web/src/state/endings.json). `python -m tests.tables.endings.cases` writes them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from services.contracts.tables.commands import Annul
from tests.tables.support.desk import Desk, Seated, last_view
from tests.tables.support.made_up_games import PAIRS, THREE, TWO, open_turns

PATH = Path(__file__).parents[3] / "clients" / "web" / "src" / "state" / "endings.json"
_BUDGET = ("move_clock", "budget")
_WINDOW = ("card_clock", "fixed_window", "pause_return")
_SPECTATOR = 9
Case = dict[str, Any]


def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Case]:
    """By name of the way: what a spectator is shown of the table afterwards."""
    return {name: _shown(make(monkeypatch)) for name, make in _WAYS.items()}


def _shown(table: Seated) -> Case:
    view = last_view(table.desk.frames(_SPECTATOR))
    result = view["result"]
    return {
        "phase": view["phase"],
        "seats": [{"name": seat["name"], "bot": seat["bot"], "left": seat["left"]} for seat in view["seats"]],
        "departures": view["departures"],
        "result": result and {name: result[name] for name in ("outcome", "reason", "winners")},
    }


def _played(sides: tuple[tuple[int, ...], ...], leave: str, rounds: int) -> Callable[[pytest.MonkeyPatch], Seated]:
    """A table of pairs or of individuals under `budget`, after so many rounds."""

    def begun(monkeypatch: pytest.MonkeyPatch) -> Seated:
        table = open_turns(monkeypatch, sides, (*_BUDGET, leave)).begin().all_watch()
        for _ in range(rounds):
            table.round()
        return table

    return begun


def _waiting(rounds: int) -> Callable[[pytest.MonkeyPatch], Seated]:
    def begun(monkeypatch: pytest.MonkeyPatch) -> Seated:
        table = open_turns(monkeypatch, PAIRS, _WINDOW).begin().all_watch()
        for _ in range(rounds):
            table.round()
        return table

    return begun


def _then(begun: Callable[[pytest.MonkeyPatch], Seated], happen: Callable[[Seated], Any]) -> Callable[..., Seated]:
    def table(monkeypatch: pytest.MonkeyPatch) -> Seated:
        found = begun(monkeypatch)
        found.watch("guest", conn=_SPECTATOR)
        happen(found)
        return found

    return table


def _leave(table: Seated) -> None:
    table.leave("ann")


def _time_out(table: Seated) -> None:
    table.desk.pass_ms(150_051)


def _lost(table: Seated) -> None:
    table.lose("ann")
    table.desk.pass_ms(400_000)


def _abandoned(table: Seated) -> None:
    table.lose("cleo")
    table.desk.pass_ms(1_000)
    table.leave("ann")
    table.desk.pass_ms(1_000)
    table.watch("cleo")
    table.desk.pass_ms(400_000)


def _by_cards(table: Seated) -> None:
    table.expel("ann", "cards")


def _by_staff(table: Seated) -> None:
    table.expel("ann")


def _everybody(table: Seated) -> None:
    for account in ("ann", "bob", "cleo", "dan"):
        table.leave(account)


def _said_out(n: int) -> Callable[[Seated], Any]:
    return lambda table: table.say(n=n)


def _computers_win(table: Seated) -> None:
    table.leave("ann")
    table.desk.bot(table.id, 0, {"move": "say", "n": 7})


def _asked(monkeypatch: pytest.MonkeyPatch) -> Seated:
    return open_turns(monkeypatch, TWO, (*_BUDGET, "forfeit"))


def _in_competition(slow_ms: int, other_ms: int) -> Callable[[pytest.MonkeyPatch], Seated]:
    """A competition's game whose overtime is over."""

    def decided(_monkeypatch: pytest.MonkeyPatch) -> Seated:
        table = Desk().open(competition="cup").begin()
        table.watch("guest", conn=_SPECTATOR)
        slow = table.turn_of
        for cell in ((0, 0), (2, 2), (0, 1), (2, 1)):
            table.desk.pass_ms(slow_ms if table.turn_of == slow else other_ms)
            table.place(*cell)
        now_ms = table.desk.clock.now_ms()
        table.desk.hear(Annul(table.id, "decide", now_ms, "overtime is over", "tournaments", True))
        return table

    return decided


_WAYS: dict[str, Callable[[pytest.MonkeyPatch], Seated]] = {
    "won": _then(_played(TWO, "forfeit", 1), _said_out(7)),
    "tied": _then(_played(TWO, "forfeit", 1), _said_out(8)),
    "annulled": _then(_played(TWO, "forfeit", 1), lambda table: table.annul()),
    "left_before_the_start": _then(_asked, _leave),
    "overtime_slow": _in_competition(20_000, 500),
    "overtime_ahead": _in_competition(10_000, 9_000),
    "computers_won": _then(_played(TWO, "bot_replace", 1), _computers_win),
    "everybody_left": _then(_played(PAIRS, "bot_replace", 1), _everybody),
    "abandoned": _then(_waiting(1), _abandoned),
    **{
        f"{how}_{leave}_{'after' if rounds else 'before'}": _then(
            _played(THREE if leave == "eliminate" else PAIRS, leave, rounds), happen
        )
        for leave in ("forfeit", "concede", "eliminate", "bot_replace")
        for rounds in (0, 1)
        for how, happen in {"left": _leave, "time": _time_out, "cards": _by_cards, "staff": _by_staff}.items()
    },
    **{
        f"{how}_pause_return_{'after' if rounds else 'before'}": _then(_waiting(rounds), happen)
        for rounds in (0, 1)
        for how, happen in {"left": _leave, "lost": _lost, "cards": _by_cards, "staff": _by_staff}.items()
    },
}


def text(cases: dict[str, Case]) -> str:
    """As they are stored."""
    return json.dumps(cases, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        PATH.write_text(text(made(patch)), encoding="utf-8")
