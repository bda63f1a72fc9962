"""Pictures of every table, from one running platform, for people to look at.

By hand, after `make web`: `python -m tests.e2e.screens FOLDER`. A platform of its own is started; one account plays a
practice match of every game with the engine's own computer player, and the page is photographed in the middle of the
match and at its result, in each of `LOOKS`. `--only tavli,tichu` chooses scenes, `--looks wide,phone` looks, and
`--language el` the language. Names of files: `SCENE-middle-LOOK.png` and `SCENE-result-LOOK.png`.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import websocket
from playwright.sync_api import Browser, Page, expect

from games import registry
from games.api import Rng
from services.kernel.languages import LANGUAGES
from tests.e2e.guest import Guest
from tests.e2e.house import House
from tests.support.chromium import launched

LOOKS: dict[str, tuple[int, int, str]] = {
    "wide": (1280, 800, "light"),
    "wide-dark": (1280, 800, "dark"),
    "phone": (390, 844, "light"),
    "phone-dark": (390, 844, "dark"),
    "lying": (844, 390, "light"),
    "zoomed": (640, 400, "light"),
}
"""Width, height and colours; `zoomed` is what a zoom of 200 % leaves of 1280 x 800."""
MAX_MOVES = 3_000
BEAT_S = 3.0
READY = "main section > :not([role=status])"
"""Something lies on the table."""


class Scene(NamedTuple):
    """One table: what is opened, and after how many of one's own moves its middle is photographed."""

    game: str
    options: dict[str, Any]
    middle: int


SCENES: dict[str, Scene] = {
    "tavli": Scene("tavli", {"variant": "portes", "target": 1}, 9),
    "plakoto": Scene("tavli", {"variant": "plakoto", "target": 1}, 10),
    "fevga": Scene("tavli", {"variant": "fevga", "target": 1}, 10),
    "combined": Scene("tavli", {"variant": "combined", "target": 1}, 6),
    "dominoes": Scene("dominoes", {"target": 100}, 4),
    "runout": Scene("dominoes", {"target": "runout"}, 4),
    "pilotta": Scene("pilotta", {"variant": "palatisti", "target": 101}, 5),
    "classic2": Scene("pilotta", {"variant": "classic2", "target": 101}, 8),
    "tichu": Scene("tichu", {"target": 250}, 8),
    "mpirimpa": Scene("mpirimpa", {"seats": 4, "target_score": 505}, 14),
    "mpirimpa2": Scene("mpirimpa", {"seats": 2, "target_score": 505}, 14),
    "mpirimpa_pro": Scene("mpirimpa_pro", {"seats": 4, "target_score": 505}, 14),
    "buraco": Scene("buraco", {"seats": 4, "match_mode": "round"}, 14),
    "buraco2": Scene("buraco", {"seats": 2, "match_mode": "round"}, 14),
    "koumkan": Scene("koumkan", {"seats": 4, "target_score": 51}, 10),
    "thanasis": Scene("thanasis", {"seats": 4, "target_score": 51}, 8),
    "dynamitis": Scene("dynamitis", {"seats": 3, "target_score": 51}, 8),
    "tictactoe": Scene("tictactoe", {"size": 3}, 2),
    "tictactoe5": Scene("tictactoe", {"size": 5}, 4),
}


class _Chance(Rng):
    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


class Player:
    """One account that plays its own seat by the engine's computer player, and lends its session to a page."""

    def __init__(self, house: House, name: str = "Eleni", language: str = "en") -> None:
        self.guest = Guest(house, name, f"{name}@example.org".lower(), "screens", language)
        self.table = ""
        self.moves = 0
        self._chance = _Chance("screens")
        self._view: Any = None
        self._sent = 0

    def sit_down(self, scene: Scene) -> None:
        """Open a practice table with computers in all other seats and start it."""
        self.game: Any = next(game for game in registry.games() if game.id == scene.game)
        self.moves = 0
        self.guest.come_in()
        self.table = str(
            self.guest.do(
                "create_table", name="Kafeneio", game=scene.game, options=scene.options, mode="open",
                bots=list(range(1, self._seats(scene))), strength="easy",
            )["data"]["table"]
        )  # fmt: skip
        self._view = self.guest.looks_at(self.table)

    def come_back(self) -> None:
        """Take the seat over from a page."""
        self.guest.come_in()
        self._view = self.guest.looks_at(self.table)

    def play_until(self, reached: Callable[[Any], bool]) -> None:
        """Play until a view of the table is as wanted. A socket that was closed at the right moment leaves it so."""
        while not reached(self._view):
            assert self.moves < MAX_MOVES, "the match does not end"
            if not self._acts():
                self._hear()

    def leave(self) -> None:
        """Back to the room."""
        if "communication" in self._view["choices"]:
            match = self._view["result"]["match"]
            self.guest.do("choose", table=self.table, match=match, choice="communication")
        self.guest.socket.close()

    def hang_up(self) -> None:
        """Close the socket, so that a page can take the seat."""
        self.guest.socket.close()

    def owes_a_move(self) -> bool:
        """Whether it is our turn to decide."""
        return any(due["seat"] == self._view["you"] for due in self._view["due"])

    def _acts(self) -> bool:
        view = self._view
        if view["phase"] == "asking":
            self._tell("seed", match=view["match"], seed="ab" * 16)
        elif view["phase"] == "playing" and self.owes_a_move():
            move = self.game.bot(msgspec.convert(view["game_view"], self.game.view_type), self._chance)
            number = next(due["number"] for due in view["due"] if due["seat"] == view["you"])
            self._tell("move", match=view["match"], number=number, move=self.game.write(move))
            self.moves += 1
        else:
            return False
        self._hear()
        return True

    def _hear(self) -> None:
        """The table's next view. Beats keep the socket open while others think."""
        self.guest.socket.settimeout(BEAT_S)
        while True:
            try:
                self._view = self.guest.hear("table", "update")["view"]
            except websocket.WebSocketTimeoutException:
                self.guest.tell(t="beat")
            else:
                return

    def _tell(self, kind: str, **fields: Any) -> None:
        self._sent += 1
        self.guest.tell(t=kind, id=f"s{self._sent}", table=self.table, **fields)

    def _seats(self, scene: Scene) -> int:
        options = msgspec.convert(scene.options, self.game.options_type)
        return sum(len(side) for side in self.game.sides(options))


class Camera:
    """A page that takes the player's seat for as long as pictures are taken."""

    def __init__(self, browser: Browser, url: str, player: Player, folder: Path, looks: list[str], language: str):
        self._context = browser.new_context(reduced_motion="reduce", locale=language)
        self._player, self._url, self._folder, self._looks = player, url, folder, looks
        kept = f"localStorage['kafeneio.session'] = JSON.stringify('{player.guest.token}')"
        self._context.add_init_script(kept)

    def take(self, path: str, name: str, ready: str, before: Callable[[Page], None] = lambda _: None) -> None:
        """Photograph a page in every look. `ready`: a selector that is there when it is drawn."""
        page = self._context.new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(self._url + path)
        expect(page.locator(ready).first).to_be_visible(timeout=60_000)
        before(page)
        for look in self._looks:
            width, height, colours = LOOKS[look]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            page.wait_for_load_state("networkidle")
            page.evaluate("async () => { await Promise.allSettled(document.getAnimations().map((a) => a.finished)); }")
            page.screenshot(path=self._folder / f"{name}-{look}.png")
        page.close()


def photograph(player: Player, camera: Camera, name: str, scene: Scene) -> None:
    """The middle of a match and its result."""
    player.sit_down(scene)
    player.play_until(
        lambda view: (view["phase"] != "asking" and player.moves >= scene.middle and player.owes_a_move())
        or view["result"] is not None
    )  # fmt: skip
    player.hang_up()
    camera.take(f"/table/{player.table}", f"{name}-middle", READY)
    player.come_back()
    player.play_until(lambda view: view["result"] is not None)
    player.hang_up()
    camera.take(f"/table/{player.table}", f"{name}-result", READY)
    player.come_back()
    player.leave()


def main() -> int:
    """Start a platform, play, photograph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default=",".join(SCENES), help="scenes, separated by commas")
    parser.add_argument("--looks", default=",".join(LOOKS))
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, launched() as browser:
        house = House(Path(kept), {"KAFENEIO_BOT_THINK_MIN_MS": "1", "KAFENEIO_BOT_THINK_MAX_MS": "5"}).open()
        try:
            player = Player(house, language=asked.language)
            camera = Camera(browser, house.url, player, asked.folder, asked.looks.split(","), asked.language)
            for name in asked.only.split(","):
                photograph(player, camera, name, SCENES[name])
                sys.stdout.write(f"{name}\n")
                sys.stdout.flush()
        finally:
            house.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
