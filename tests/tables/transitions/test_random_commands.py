"""Whatever anybody sends whenever: nothing raises, time never runs back, and the journal says it all."""

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.contracts.tables import commands
from services.contracts.tables.events import MatchAsked, MatchFinished, TableDone
from services.platform.process.json import encode
from services.tables import schema as store
from services.tables.settings import TablesSettings
from tests.tables.support.desk import GATEWAY, Desk

TABLE = "table-1"
ACCOUNTS = st.sampled_from(["ann", "bob", "bob", "ann", "carol"])
MATCHES = st.sampled_from(["this", "this", "this", "last", "other"])
IDS = st.one_of(st.integers(0, 5), st.none())
"""Some ids come again and again; None: one of its own."""
STAMPS = st.sampled_from([0, 0, 0, -5, -40_000, 3_000])
SEED = st.sampled_from(["ab" * 16, "cd" * 16, "", None])
MOVE = st.one_of(
    st.builds(lambda row, col: {"move": "place", "row": row, "col": col}, st.integers(1, 3), st.integers(1, 3)),
    st.sampled_from([{"move": "place", "row": 9, "col": 1}, {"move": "fly"}, {}, {"move": "leave"}]),
)
NUMBER = st.sampled_from(["due", "due", "due", "due", -1, 0, 1, 3, 99, None])

PLAYER = st.tuples(ACCOUNTS, MATCHES, IDS, STAMPS)
SENSIBLE = st.one_of(
    *[st.tuples(st.just("play"), st.integers(0, 8))] * 5,
    st.tuples(st.just("seeds")),
    st.tuples(st.just("answers")),
    st.tuples(st.just("again")),
)
"""What players and services mostly do; without it no match would ever get far."""
WILD = st.one_of(
    st.tuples(st.just("move"), PLAYER, NUMBER, MOVE),
    st.tuples(st.just("move"), PLAYER, st.just("due"), MOVE),
    st.tuples(st.just("seed"), PLAYER, SEED.filter(lambda seed: seed is not None)),
    st.tuples(st.just("choose"), PLAYER, st.sampled_from(["rematch", "rematch", "rotate", "communication"]), SEED),
    st.tuples(st.just("watch"), PLAYER, st.integers(-1, 30)),
    st.tuples(st.just("unwatch"), PLAYER),
    st.tuples(st.just("held"), MATCHES, st.sampled_from([None, None, "insufficient_chips"])),
    st.tuples(st.just("ratings"), MATCHES),
    st.tuples(st.just("settled"), MATCHES),
    st.tuples(st.just("rated"), MATCHES),
    st.tuples(st.just("pass"), st.sampled_from([1, 50, 51, 999, 5_051, 30_001, 30_051, 160_000, 700_000])),
    st.tuples(st.just("takeover"), st.integers(0, 90_000)),
)

PERSONAL, REFUSED = "insufficient_chips", "stake_refused"
"""Why a stake was refused: for its player, who learns it from the lobby, and for everybody else."""
STEPS = st.lists(st.one_of(SENSIBLE, SENSIBLE, WILD), min_size=8, max_size=45)


class Chaos:
    """A table in anybody's hands, watched by somebody who believes nothing."""

    def __init__(self) -> None:
        self.desk = Desk(settings=TablesSettings(snapshot_every=5, gap_events=7, remembered_commands=6))
        self.table = self.desk.open(TABLE, stake=200)
        self.sent: dict[str, object] = {}
        self.answers: dict[str, object] = {}
        self.count = 0
        self.takeovers = 0
        self.told: list[object] = []

    def match(self, which: str) -> str:
        live = self.desk.held.loaded_tables.get(TABLE)
        if live is None or which == "other":
            return "other"
        last = live.table.last
        return live.table.match.id if which == "this" else last.match if last else "none"

    def number(self, which: object) -> object:
        live = self.desk.held.loaded_tables.get(TABLE)
        if which != "due":
            return which
        clocks = live.table.match.clocks if live else ()
        return clocks[0].number if clocks else 0

    def head(self, account: str, id: int | None, stamp: int) -> tuple[object, ...]:
        self.count += 1
        name = f"own-{self.count}" if id is None else f"again-{account}-{id}"
        conn = {"ann": 1, "bob": 2, "carol": 7}[account]
        return (TABLE, name, self.desk.clock.now_ms() + stamp, GATEWAY, conn, account, name)

    def sensible(self, step: tuple) -> list[object]:
        """The commands of those who play by the rules."""
        kind, *rest = step
        both = ("ann", "bob")
        if kind == "seeds":
            return [self.command(("seed", (account, "this", None, 0), "ab" * 16)) for account in both]
        if kind == "answers":
            return [self.command((name, "this", None)) for name in ("held", "ratings")]
        if kind == "again":
            seeds = {"ann": "ab" * 16, "bob": None}
            return [self.command(("choose", (who, "last", None, 0), "rematch", seeds[who])) for who in both]
        live = self.desk.held.loaded_tables.get(TABLE)
        if live is None or live.table.phase != "playing":
            return []
        state, mover = live.table.match.state, live.table.seats[live.table.match.clocks[0].seat].account
        free = [cell for cell in range(9) if not (state.x | state.o) >> cell & 1]
        cell = free[rest[0] % len(free)]
        move = {"move": "place", "row": cell // 3 + 1, "col": cell % 3 + 1}
        return [self.command(("move", (mover, "this", None, 0), "due", move))]

    def command(self, step: tuple) -> object:
        kind, *rest = step
        at = (TABLE, "trace", self.desk.clock.now_ms())
        if kind in ("held", "ratings", "settled", "rated"):
            match = self.match(rest[0])
            return {
                "held": lambda: commands.Held(*at, match, rest[-1], "bob"),
                "ratings": lambda: commands.RatingsFrozen(*at, match, []),
                "settled": lambda: commands.Settled(*at, match, [200, 200], 0, {}),
                "rated": lambda: commands.MatchRated(*at, match, []),
            }[kind]()
        account, which, id, stamp = rest[0]
        head, match = self.head(account, id, stamp), self.match(which)
        return {
            "move": lambda: commands.Move(*head, match, self.number(rest[1]), rest[2]),
            "seed": lambda: commands.Seed(*head, match, rest[1]),
            "choose": lambda: commands.Choose(*head, match, rest[1], rest[2]),
            "watch": lambda: commands.Watch(*head, rest[1]),
            "unwatch": lambda: commands.Unwatch(*head),
        }[kind]()

    def do(self, step: tuple) -> None:
        before = self.desk.held.loaded_tables[TABLE].table if TABLE in self.desk.held.loaded_tables else None
        if step[0] == "pass":
            self.desk.pass_ms(step[1])
        elif step[0] == "takeover":
            self.takeovers += 1
            self.desk.beat()
            self.desk.clock.advance(step[1])
            old, self.desk = self.desk, Desk(self.desk.database, self.desk.settings)
            self.desk.worker._secrets = old.worker._secrets
            self.desk._told = old._told
            self.desk.hear(commands.Wake(1))
        elif step[0] in ("play", "seeds", "answers", "again"):
            for command in self.sensible(step):
                self.hear(command)
        else:
            self.hear(self.command(step))
        self.check(before)

    def hear(self, command: object) -> None:
        if isinstance(command, commands.Move | commands.Seed | commands.Choose):
            command = self.sent.setdefault(command.id, command)  # the same id is the same command
        self.desk.hear(command)
        self.note_answers(command)

    def note_answers(self, command: object) -> None:
        """Every command of a player is answered, once, and alike each time."""
        frames = [frame for _, _, frame in self.desk.link.frames]
        self.desk.link.frames.clear()
        if not isinstance(command, commands.Move | commands.Seed | commands.Choose):
            return
        found = [frame["error"] for frame in frames if frame["t"] == "refused" and frame["id"] == command.id]
        found += [frame["version"] for frame in frames if frame["t"] == "done" and frame["id"] == command.id]
        found += ["update" for frame in frames if frame["t"] == "update" and command.id in frame["done"]]
        assert len(found) == 1, (command, frames)
        if found[0] not in ("update", "table_unknown"):
            assert self.answers.setdefault(command.id, found[0]) == found[0], command

    def check(self, before: object) -> None:
        desk = self.desk
        assert desk.worker._again == [] and not desk.link.given_up
        live = desk.held.loaded_tables.get(TABLE)
        if live is not None:
            assert live.table.phase not in ("stopped", "closed")
            assert encode(desk.stored(TABLE)) == encode(live.table)
            if before is not None:
                assert live.table.at_ms >= before.at_ms and live.table.seq >= before.seq
        self.told += desk.told()

    def finish(self) -> None:
        """Left alone, every table comes to its end, and each match is published once."""
        for _ in range(4):
            self.do(("pass", 700_000))
        assert TABLE not in self.desk.held.loaded_tables
        self.check_events()
        self.check_journal()

    def check_events(self) -> None:
        asked = self.check_questions()
        finished = [event.match for event in self.told if isinstance(event, MatchFinished)]
        done = [event for event in self.told if isinstance(event, TableDone)]
        assert len(finished) == len(set(finished)) and set(finished) == asked
        refused = [event for event in self.told if isinstance(event, MatchFinished) and event.reason == REFUSED]
        assert len(done) == 1 and bool(refused) == (done[0].reason == PERSONAL)
        assert PERSONAL not in {event.reason for event in self.told if isinstance(event, MatchFinished)}

    def check_questions(self) -> set[str]:
        """The matches asked for. Each is asked for once, and again by a worker that takes the table over, which cannot
        know whether ratings are still coming by themselves: nothing else may differ."""
        first = {}
        asked = [event for event in self.told if isinstance(event, MatchAsked)]
        for event in asked:
            before = first.setdefault(event.match, event)
            assert msgspec.structs.replace(event, ratings_known=before.ratings_known) == before
        assert len(asked) <= len(first) + self.takeovers
        return set(first)

    def check_journal(self) -> None:
        rows = self.desk.rows(store.journal)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        times = [row.at_ms for row in rows]
        assert times == sorted(times)
        ids = [row.command_id for row in rows if row.command_id is not None]
        assert len(ids) == len(set(ids))


def to_the_second(table):
    table.begin().play_out()
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "ab" * 16)
    table.holds()
    table.ratings()


BEGINNINGS = {
    "asking": lambda table: None,
    "playing": lambda table: table.begin(),
    "choosing": lambda table: table.begin().play_out(),
    "second": to_the_second,
}


@pytest.mark.parametrize("beginning", BEGINNINGS)
@settings(max_examples=15, deadline=None)
@example(steps=[("play", 0)] * 5 + [("seeds",), ("again",), ("takeover", 0)])
@example(steps=[("seeds",), ("again",), ("held", "this", "insufficient_chips")])
@given(steps=STEPS)
def test_any_commands_in_any_order_at_any_time(beginning, steps):
    chaos = Chaos()
    try:
        BEGINNINGS[beginning](chaos.table)
        chaos.desk.link.frames.clear()
        for step in steps:
            chaos.do(step)
        chaos.finish()
    finally:
        chaos.desk.database.close()
