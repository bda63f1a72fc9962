"""A competition among robots, from the announcement to the prize, whatever happens meanwhile.

Robots enter, ask for games, play those to which they are called, and ask again. They do what a good client does: what
was not answered is sent again, with the same id, at another gateway.
"""

import asyncio
import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from bench.robots import wire
from bench.robots.games import PlayedGame
from bench.robots.robots import Player, Robot

REASON = "a competition of robots"
ANSWER_TIMEOUT_S = 120.0
AGAIN_S = 0.5
LOOK_S = 0.3
ASK_STATE_S = 1.0
"""How often the platform is asked how the competition stands: each answer costs it several milliseconds."""
CALL_S = 4.0
"""So long a robot waits to be called; then it asks once more, which changes nothing for who waits still. A robot that
is refused waits as long: a crowd that hurried would keep the platform from calling anybody."""
_COME_LOOK_S = 0.05
SETTLED_TIMEOUT_S = 240.0
THREADS_MAX = 64
_BUSY = (429, 500, 502, 503, 504)


class Unanswered(Exception):
    """A request was not answered, or only that the platform cannot serve it now, for too long."""


class Leaver(Robot):
    """Leaves every game at its second decision: its first round is done by then."""

    _begun = ""
    """The match in which the first decision has been made."""

    def _move(self, view: wire.View, number: int, seen_s: float) -> None:
        if self._begun != view.match:
            self._begun = view.match
            super()._move(view, number, seen_s)
            return
        frame = wire.MoveFrame(
            id=self.new_id(), table=view.table, match=view.match, number=None, move={"move": "leave"}
        )
        self._send(wire.pack(frame))
        self._get_up()


class Contest:
    """One competition. `plan` has no times; `lasts_s` from its start to its end. `now_ms`: the platform's clock."""

    def __init__(
        self,
        id: str,
        rest_urls: Sequence[str],
        robots: Sequence[Robot],
        operator: Player,
        game: PlayedGame,
        plan: dict[str, Any],
        lasts_s: float,
        now_ms: Callable[[], int] = lambda: int(time.time() * 1000),
    ) -> None:
        self.id = id
        self._now_ms = now_ms
        self.robots = list(robots)
        self.state = "draft"
        self._urls = list(rest_urls)
        self._operator = operator
        self._plan = {"name": f"The {id} cup", "game": game.id, "options": game.options, "price_chips": 1000, **plan}
        self._lasts_s = lasts_s
        self.entrants = 0
        """Players who have entered, as the operator saw it last."""
        self._threads = ThreadPoolExecutor(min(len(robots) + 2, THREADS_MAX), thread_name_prefix=f"contest-{id}")
        """Of its own: a request that waits for its answer must not delay those of the others."""
        self.refused: Counter[str] = Counter()
        """Refusals of requests for a game, by their code."""
        self.waits_s: list[float] = []
        """From each robot's first request for a game until it knows its seat at the table."""
        self._asked_s: dict[str, float] = {}
        """By account: when the request that made the robot wait was sent."""
        self._sent_s: dict[str, float] = {}
        """By account: when its last request was sent."""
        self.may_ask = threading.Event()
        """Set unless robots are to wait before they ask for games."""
        self.may_ask.set()
        self.call_s = CALL_S
        """So long robots wait to be called before they ask again."""
        self.cancels: str | None = None
        """Why the operator calls it off once everybody has entered; None: nobody does."""
        self._played: dict[Robot, set[str]] = {robot: set() for robot in robots}
        self.through = 0
        """Robots that have played all their games."""
        for robot in robots:
            robot.game = game

    async def run(self, opens_for_s: float) -> None:
        """Announce it, and hold it."""
        await self.announce(opens_for_s)
        await self.hold()

    async def hold(self) -> None:
        """Take part, and wait until it is over and paid. The robots are connected by whoever made them."""
        async with asyncio.TaskGroup() as tasks:
            for robot in self.robots:
                tasks.create_task(self._take_part(robot))
            if self.cancels is not None:
                tasks.create_task(self._cancel(self.cancels))
            await self._look_until_over()

    async def _look_until_over(self) -> None:
        """How the competition stands, until it is over and paid; robots read it here, so that they ask little."""
        async with asyncio.timeout(self._lasts_s + SETTLED_TIMEOUT_S):
            while True:
                found = await self.ask("GET", f"/api/competitions/{self.id}", self._operator)
                self.state, self.entrants = found["competition"]["state"], found["competition"]["entrants"]
                if self.state == "cancelled" or found["paid_at_ms"] is not None:
                    return
                await asyncio.sleep(ASK_STATE_S)

    async def announce(self, opens_for_s: float) -> None:
        """The operator makes it and announces it."""
        now_ms = self._now_ms()
        starts_ms = now_ms + int(opens_for_s * 1000)
        times = {
            "opens_at_ms": now_ms,
            "starts_at_ms": starts_ms,
            "ends_at_ms": starts_ms + int(self._lasts_s * 1000),
        }
        path = f"/api/operator/competitions/{self.id}"
        saved = await self.ask("PUT", path, self._operator, {"plan": self._plan | times, "reason": REASON})
        assert "error" not in saved, saved
        published = await self.ask("POST", f"{path}/publish", self._operator, {"reason": REASON})
        assert published.get("error", "competition_state") == "competition_state", published

    async def _cancel(self, reason: str) -> None:
        """The operator calls it off, once all have entered."""
        while self.entrants < len(self.robots):
            await asyncio.sleep(LOOK_S)
        path = f"/api/operator/competitions/{self.id}/cancel"
        await self.ask("POST", path, self._operator, {"id": f"cancel-{self.id}", "reason": reason})

    # --- taking part ---

    async def _take_part(self, robot: Robot) -> None:
        path = f"/api/competitions/{self.id}"
        while self.state in ("draft", "announced"):
            await asyncio.sleep(LOOK_S)
        await self.ask("POST", f"{path}/entries", robot.player, {"id": f"{robot.player.account}-{self.id}"[:64]})
        while self.state == "open" or (self.state == "running" and not self.may_ask.is_set()):
            await asyncio.sleep(LOOK_S)
        while self.state == "running":
            answer = await self.ask("POST", f"{path}/waiting", robot.player)
            if answer.get("error") == "no_games_left":
                own = (await self.ask("GET", path, robot.player))["own"]
                if own["games_left"] == 0 and own["entries"] and own["table"] is None:
                    self.through += 1
                    return
            if "error" not in answer:
                self._asked_s.setdefault(robot.player.account, self._sent_s[robot.player.account])
            else:
                self.refused[answer["error"]] += 1  # `already_seated`: perhaps called meanwhile
            await self._play(robot, self.call_s)
        while self.state == "closing":  # nobody is called any more, but some were and have not heard of it
            await self._play(robot, LOOK_S)

    async def _play(self, robot: Robot, patience_s: float) -> None:
        """The game to which the robot is called, if it is within this time."""
        until_s = time.monotonic() + patience_s
        while robot.home is None or robot.home in self._played[robot]:
            if time.monotonic() > until_s:
                return
            await asyncio.sleep(_COME_LOOK_S)
        self._played[robot].add(robot.home)
        if (asked_s := self._asked_s.pop(robot.player.account, None)) is not None:
            self.waits_s.append(robot.home_s - asked_s)
        robot.sit(robot.home)
        await robot.away.wait()

    # --- asking ---

    async def ask(self, method: str, path: str, player: Player, body: Any = None) -> dict[str, Any]:
        """The answer or the refusal (`error`), whatever is away meanwhile.

        Raises:
            Unanswered: for too long.
        """
        heard: list[str] = []
        until_s = time.monotonic() + ANSWER_TIMEOUT_S
        while time.monotonic() < until_s:
            for url in self._urls:
                asked_s = time.monotonic()
                status, answer = await asyncio.get_running_loop().run_in_executor(
                    self._threads, self._send, url, method, path, player, body
                )
                if status not in _BUSY:
                    return answer
                heard.append(f"{url} {status} {answer} after {time.monotonic() - asked_s:.1f} s")
            await asyncio.sleep(AGAIN_S)
        raise Unanswered(f"{method} {path}: {'; '.join(heard[-8:])}")

    def _send(self, url: str, method: str, path: str, player: Player, body: Any) -> tuple[int, dict[str, Any]]:
        self._sent_s[player.account] = time.monotonic()
        return _request(url, method, path, player.token, body)


def _request(url: str, method: str, path: str, token: str, body: Any) -> tuple[int, dict[str, Any]]:
    where = urlsplit(url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)
    headers = {"Authorization": f"Bearer {token}"} | ({"Content-Type": "application/json"} if body is not None else {})
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return 503, {"error": f"{type(error).__name__}: {error}"}
    finally:
        connection.close()
