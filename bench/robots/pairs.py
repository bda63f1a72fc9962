"""Two robots and their table: opened in the lobby, started, played at, and opened again once it is over."""

import asyncio
import contextlib

from bench.robots.robots import Refused, Robot
from bench.robots.wire import CreateTableFrame, JoinTableFrame, LeaveTableFrame, StartTableFrame

PAUSE_S = 0.2
TRIES_MAX = 150

PASSING = frozenset({"already_seated", "table_unknown", "insufficient_chips", "seats_missing", "already_started"})
"""Refusals that pass by themselves: the lobby or the wallet has not received the latest event yet, or a player
was cut off before the start, which ends an open table (`organizer`) or frees the seat."""


class NoTable(Exception):
    """The lobby keeps two robots from playing."""


class Pair:
    """An organizer and a guest; `number` is the table's place in the run."""

    def __init__(self, number: int, organizer: Robot, guest: Robot, stake_chips: int) -> None:
        """Both run already, or will."""
        self.number = number
        self.robots = (organizer, guest)
        self.stake_chips = stake_chips
        self.table = ""
        self.tables = 0
        self.trouble: list[str] = []
        """Refusals on the way to a table."""

    async def open(self) -> None:
        """Open a table and start it; both robots play as soon as it is shown.

        Raises:
            NoTable: it did not work out for too long.
        """
        for _ in range(TRIES_MAX):
            await asyncio.gather(*(robot.greeted.wait() for robot in self.robots))
            try:
                await self._try()
            except Refused as refusal:
                self.trouble.append(str(refusal))
                if refusal.error not in PASSING:
                    break
                await self._clear_up()
                await asyncio.sleep(PAUSE_S)
            else:
                for robot in self.robots:
                    robot.sit(self.table)
                return
        names = " and ".join(robot.player.name for robot in self.robots)
        raise NoTable(f"{names}, last table {self.table}: {self.trouble[-5:]}")

    async def _try(self) -> None:
        organizer, guest = self.robots
        created = CreateTableFrame(
            id=organizer.new_id(),
            name=f"Table {self.number}.{self.tables}",
            game=organizer.game.id,
            options=organizer.game.options,
            stake_chips=self.stake_chips,
        )
        self.table = (await organizer.ask(created))["table"]
        self.tables += 1
        await guest.ask(JoinTableFrame(id=guest.new_id(), table=self.table))
        await organizer.ask(StartTableFrame(id=organizer.new_id(), table=self.table))

    async def _clear_up(self) -> None:
        """Get up from a table that came to nothing, or whose making was never answered; not to sit there is no news."""
        for robot in self.robots:
            for table in {self.table, robot.home} - {"", None}:
                with contextlib.suppress(Refused):
                    await robot.ask(LeaveTableFrame(id=robot.new_id(), table=table))

    async def keep_playing(self, stopping: asyncio.Event) -> None:
        """Table after table until stopped; returns when the last one is over."""
        while not stopping.is_set():
            await self.open()
            for robot in self.robots:
                await robot.away.wait()
