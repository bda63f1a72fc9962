"""What computer players are given of the hand: all that their seat has seen, and nothing else (RULES.md §9)."""

import base64
import contextlib
import dataclasses
from typing import Any

import msgspec
import pytest

from games import api, registry
from games.registry import Entry
from services.contracts.tables.commands import SeatPlayer
from services.platform.database.unit_of_work import Database
from services.tables.bots import seen_hand
from services.tables.bots.process import Chance, Thinker
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.table import entries
from tests.tables.support.desk import Desk, Seated, empty_database

GAMES = ("dominoes", "pilotta", "tichu", "buraco", "thanasis")
KEY = f"k1:{base64.b64encode(bytes([1]) * 32).decode()}"
STEPS = 90
_thoughts: dict[str, Any] = {}


def thought(rules: api.AnyGame, thinker: Thinker, view: Any) -> Any:
    """The move, by nothing but this: matches go the same way on both databases and in several tests, and the computer
    thinks once for all of them."""
    asked = repr((rules.id, thinker, view))
    if asked not in _thoughts:
        _thoughts[asked] = thinker.move(rules, view)
    return _thoughts[asked]


class Witness:
    """Thinks at once, and notes of each thought the seat, the view and the history."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, Any, tuple[api.GameEvent, ...]]] = []

    def turn(self) -> Any:
        return contextlib.nullcontext()

    def think(self, rules: Any, thinker: Any, view: Any) -> Any:
        self.seen.append((view.seat, view, thinker.history))
        return thought(rules, thinker, view)

    def stop(self) -> None:
        return


class Match:
    """A practice table at which Ann plays what the computer would."""

    def __init__(self, name: str, database: Database, seats: int) -> None:
        self.database, self.name = database, name
        players = [SeatPlayer(name="Ann", account="ann"), *(SeatPlayer(name=f"bot-{n}") for n in range(1, seats))]
        self.desk = self._desk()
        options = msgspec.to_builtins(registry.game(name).options({}, {}), str_keys=True)
        options = {key: value for key, value in options.items() if key not in api.PLATFORM_OPTIONS}
        opened = self.desk.open(f"table-1@{name}", options=options, seats=players, practice=True)
        self.id = opened.begin().all_watch().id

    def _desk(self) -> Desk:
        desk = Desk(self.database, TablesSettings(bot_processes=0), games=[self.name])
        self.witness = desk.worker._bots.bot_pool = Witness()
        return desk

    @property
    def table(self) -> Seated:
        return Seated(self.desk, self.id)

    def go_on(self, steps: int) -> None:
        """So many times somebody moves, or a pause ends."""
        for _ in range(steps):
            now = self.table.now
            if now.phase != "playing":
                return
            own = next((clock for clock in now.match.clocks if clock.seat == 0), None)
            if own is not None:
                rules = registry.game(self.name)
                move = thought(rules, Thinker("ann"), rules.view(now.match.state, 0))
                self.table.move("ann", own.number, rules.write(move))
            self._pass()

    def _pass(self) -> None:
        self.desk.pass_ms(3_001)
        while (items := self.desk.worker._inbox.drain(0)) != []:
            self.desk.turn(*items)

    def taken_over(self) -> None:
        """Another worker has the table from now on."""
        shard = self.desk.shard(self.id)
        self.desk = self._desk()
        self.desk.held._forgotten.add(shard)
        self.desk.turn()
        assert self.id in self.desk.held.loaded_tables
        self.table.watch("ann")


@pytest.fixture
def with_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.tables.worker.green_runner.eventlet.spawn", lambda work, *args: work(*args))
    for name in GAMES:
        entry = registry.entries()[name]
        found = dataclasses.replace(entry.game, bot_history=True)
        monkeypatch.setitem(registry.entries(), name, Entry(found, entry.family))
    registry.game.cache_clear()


def seats_of(name: str) -> int:
    rules = registry.game(name)
    return sum(len(side) for side in rules.sides(rules.options({}, {})))


def seen_by(match: Match, seat: int) -> list[list[api.GameEvent]]:
    """What the seat was shown of each hand, played again from the journal's lines by the rules alone."""
    rules, now = registry.game(match.name), match.table.now
    state, hands, dealt = rules.start(now.options), [[]], set[int]()
    decode = msgspec.json.Decoder(entries.AnyAction).decode
    for row in sorted(match.desk.rows_of_journal(), key=lambda row: row.seq):
        line = decode(row.action)
        if isinstance(line, entries.DrawnFor):
            action: Any = api.Drawn(line.values)
            if line.purpose == "deal" and line.hand not in dealt:
                dealt.add(line.hand)
                hands.append([])
        elif isinstance(line, entries.Moved):
            action = rules.parse(line.move)
        elif isinstance(line, entries.WindowElapsed):
            action = api.Elapsed(line.number)
        else:
            continue
        after = rules.apply(state, row.actor, action)
        event = rules.event(state, row.actor, action, after, seat)
        state = after
        if event is not None:
            hands[-1].append(msgspec.json.decode(msgspec.json.encode(event), type=api.GameEvent))
    return hands


def is_beginning(history: tuple[api.GameEvent, ...], hands: list[list[api.GameEvent]]) -> bool:
    return any(list(history) == hand[: len(history)] for hand in hands if len(history) <= len(hand))


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_gets_what_it_has_seen_of_the_hand(name: str, database: Database, with_history: None) -> None:
    match = Match(name, database, seats_of(name))
    match.go_on(STEPS)
    assert len(match.witness.seen) > STEPS / 4
    hands = {seat: seen_by(match, seat) for seat in range(seats_of(name))}
    for seat, _, history in match.witness.seen:
        assert is_beginning(history, hands[seat]), f"seat {seat}: {history}"
    lengths = [len(history) for _, _, history in match.witness.seen]
    assert max(lengths) > 8 and min(lengths) >= 1, "the deal at least"


@pytest.mark.parametrize("name", GAMES)
def test_a_take_over_in_the_middle_of_a_hand_changes_nothing(
    name: str, database: Database, with_history: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(name, database, seats_of(name))
    match.go_on(STEPS // 2)
    reads, read = [], Journal.steps_of_match
    monkeypatch.setattr(Journal, "steps_of_match", lambda *args: reads.append(args) or read(*args))
    match.taken_over()
    match.go_on(STEPS // 2)
    hands = {seat: seen_by(match, seat) for seat in range(seats_of(name))}
    assert match.witness.seen
    for seat, _, history in match.witness.seen:
        assert history and is_beginning(history, hands[seat]), f"seat {seat}: {history}"
    assert 1 <= len(reads) <= 2 * seats_of(name), "the journal is read once for a seat, and remembered"


def test_a_seat_taken_over_comes_with_what_it_has_seen(
    database: Database, with_history: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the operator's key, too: what hides cards in the journal does not hide them from their seat."""
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", KEY)
    desk = Desk(database, TablesSettings(bot_processes=0), games=["pilotta"])
    witness = desk.worker._bots.bot_pool = Witness()
    seats = [SeatPlayer(name=name, account=name) for name in ("ann", "bob", "cleo", "dan")]
    table = desk.open("table-1@pilotta", options={}, seats=seats).begin()
    rules = registry.game("pilotta")
    for _ in range(9):
        clock = table.now.match.clocks[0]
        move = rules.bot(rules.view(table.now.match.state, clock.seat), Chance("all"))
        table.move(table.turn_of, clock.number, rules.write(move))
    leaver = table.now.match.clocks[0].seat
    table.leave(seats[leaver].account or "")
    desk.pass_ms(3_001)
    (seat, view, history) = witness.seen[-1]
    assert seat == leaver and view.seat == leaver
    expected = [
        rules.event(
            step.before.match.state,
            step.entry.actor,
            rules.parse(step.entry.action.move),
            step.after.match.state,
            leaver,
        )
        for step in desk.held.loaded_tables[table.id].steps
        if isinstance(step.entry.action, entries.Moved)
    ]
    moved = [event for event in history if event.kind in {each.kind for each in expected if each}]
    assert [event.kind for event in moved] == [event.kind for event in expected if event is not None]
    assert len(moved) >= 9


def test_a_journal_that_cannot_be_read_leaves_the_seat_with_its_view(
    database: Database, with_history: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match("pilotta", database, 4)
    match.go_on(6)
    monkeypatch.setattr(Journal, "steps_of_match", lambda *_: 1 / 0)
    match.taken_over()
    before = match.table.now.seq
    match.go_on(6)
    assert match.table.now.seq > before
    assert match.witness.seen and not any(history for _, _, history in match.witness.seen)


def test_a_game_that_wants_no_history_costs_none(
    database: Database, with_history: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen_hand, "seen_in_game", lambda *_: pytest.fail("an event is made for nothing"))
    match = Match("tictactoe", database, 2)
    match.go_on(3)
    assert match.desk.held.loaded_tables[match.id].seen_hand is None
    assert match.witness.seen and all(history == () for _, _, history in match.witness.seen)


def test_an_endless_hand_is_kept_to_a_limit(monkeypatch: pytest.MonkeyPatch, with_history: None) -> None:
    monkeypatch.setattr(seen_hand, "EVENTS_MAX", 5)
    match = Match("dominoes", empty_database(), 4)
    match.go_on(12)
    assert max(len(history) for _, _, history in match.witness.seen) == 5
