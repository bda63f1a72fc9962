"""A room in which others come, chat, open and close tables, win, leave and connect anew, all the time.

The stream of frames is the same for a seed. The page itself plays it into its newest socket, so that it goes on while a
test waits and costs the test nothing; whether it does stands in `window.name`, which survives a reload. At a table its
newest view comes again and again, as when a connection or chips have changed: nothing is new,
and every object is another.
The page also counts how often dialogs are opened and closed.
"""

import json
import random

import msgspec
from playwright.sync_api import Page

from services.contracts.client import frames
from services.contracts.lobby import chat, open_tables
from services.contracts.lobby.open_tables import TableLine
from services.contracts.lobby.presence import PlayerLine
from tests.web.match import DAWN_MS, GAME

SEED = 1821
STEPS = 120
"""After so many the stream begins again, with the same people and other lines."""
EVERY_MS = 300
ON = "lively"
"""What `window.name` says where the room is lively."""
PEOPLE = ("Zafeiris", "Thekla", "Foivos", "Ismini", "Loukas", "Polyxeni", "Rigas", "Stamatina", "Vangelis", "Xanthi")
NAMES = ("Under the mulberry", "Salt and pepper", "The blue door", "Two and a half", "Harbour wind")
WORDS = ("Kalispera to all", "One more coffee?", "What a roll!", "Who plays with me", "I have won, at last", "See you")
DEAR_CHIPS = 900_000
"""More than anybody in the tests has: "Play now" never leads to one of these tables."""
FIRST_LINE = 500_000
"""Numbers of chat lines begin above those of the tests."""


class _Others:
    """Who is here and what they have opened, from one step to the next."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._here: dict[str, PlayerLine] = {}
        self._tables: dict[str, TableLine] = {}
        self._said = self._opened = 0

    def step(self) -> frames.ServerFrame:
        """What happens next."""
        deeds = [self._come, self._say, self._say, self._open, self._begin, self._win, self._close, self._connect]
        while True:
            frame = self._chance.choice([*deeds, self._go])()
            if frame is not None:
                return frame

    def _somebody(self) -> PlayerLine | None:
        return self._chance.choice(list(self._here.values())) if self._here else None

    def _changed(self, name: str, **how: object) -> frames.ServerFrame:
        self._here[name] = msgspec.structs.replace(self._here[name], **how)
        return frames.PlayersFrame(changed=[self._here[name]], gone=[])

    def _come(self) -> frames.ServerFrame | None:
        away = [name for name in PEOPLE if name not in self._here]
        if not away:
            return None
        name = self._chance.choice(away)
        at_ms = DAWN_MS + self._chance.randrange(-500_000, 500_000)  # they come between those who are here
        self._here[name] = PlayerLine(
            account=f"a-{name.lower()}", name=name, status="online", group=1, login_at_ms=at_ms, elo=1500
        )
        return frames.PlayersFrame(changed=[self._here[name]], gone=[])

    def _go(self) -> frames.ServerFrame | None:
        somebody = self._somebody()
        if somebody is None or len(self._here) < 3:
            return None
        del self._here[somebody.name]
        return frames.PlayersFrame(changed=[], gone=[somebody.account])

    def _connect(self) -> frames.ServerFrame | None:
        somebody = self._somebody()
        if somebody is None:
            return None
        return self._changed(somebody.name, status="returning" if somebody.status == "online" else "online")

    def _win(self) -> frames.ServerFrame | None:
        somebody = self._somebody()
        return None if somebody is None else self._changed(somebody.name, elo=somebody.elo + 12)

    def _say(self) -> frames.ServerFrame | None:
        somebody = self._somebody()
        if somebody is None:
            return None
        self._said += 1
        line = chat.ChatLine(
            id=FIRST_LINE + self._said,
            room="lobby",
            account=somebody.account,
            name=somebody.name,
            text=self._chance.choice(WORDS),
            at_ms=DAWN_MS,
        )
        return frames.ChatFrame(line=line)

    def _open(self) -> frames.ServerFrame | None:
        somebody = self._somebody()
        if somebody is None or len(self._tables) == len(NAMES):
            return None
        self._opened += 1
        name = next(each for each in NAMES if each not in self._tables)
        mine = open_tables.SeatLine(seat=0, name=somebody.name, account=somebody.account, bot=False)
        self._tables[name] = TableLine(
            table=f"t-others-{self._opened}",
            name=name,
            game=GAME.id,
            options={"size": 3},
            stake_chips=DEAR_CHIPS,
            mode="open",
            spectators=True,
            practice=False,
            state="filling",
            organizer=somebody.account,
            seats=[mine, open_tables.SeatLine(seat=1, name=None, account=None, bot=False)],
            created_at_ms=DAWN_MS + self._chance.randrange(-500_000, 500_000),
        )
        return frames.TablesFrame(changed=[self._tables[name]], gone=[])

    def _begin(self) -> frames.ServerFrame | None:
        filling = [name for name, line in self._tables.items() if line.state == "filling"]
        somebody = self._somebody()
        if not filling or somebody is None:
            return None
        name = self._chance.choice(filling)
        line = self._tables[name]
        other = open_tables.SeatLine(seat=1, name=somebody.name, account=somebody.account, bot=False)
        self._tables[name] = msgspec.structs.replace(line, state="started", seats=[line.seats[0], other])
        return frames.TablesFrame(changed=[self._tables[name]], gone=[])

    def _close(self) -> frames.ServerFrame | None:
        if len(self._tables) < 2:
            return None
        gone = self._tables.pop(self._chance.choice(list(self._tables)))
        return frames.TablesFrame(changed=[], gone=[gone.table])


def stream(seed: int = SEED, steps: int = STEPS) -> list[frames.ServerFrame]:
    """The frames, in order."""
    others = _Others(seed)
    return [others.step() for _ in range(steps)]


_PLAYER = """((stream, everyMs, on) => {
    const lively = { came: 0, everyMs, calls: { showModal: 0, close: 0 } };
    let inner = window.WebSocket, socket = null, isIn = false, table = null;
    const ours = new WeakSet();
    const heard = new Map(); // how often each text has come
    let onHeard = () => {};

    function hear(event) {
        if (ours.has(event)) return;
        heard.set(event.data, (heard.get(event.data) ?? 0) + 1);
        onHeard();
        const frame = JSON.parse(event.data);
        if (frame.t === "room") isIn = true;
        if (frame.view) table = { t: "update", version: frame.version, now_ms: frame.now_ms, view: frame.view };
    }
    function Socket(...how) {
        const made = new inner(...how);
        [socket, isIn, table] = [made, false, null];
        heard.clear();
        made.addEventListener("message", (event) => made === socket && hear(event));
        return made;
    }
    function tell(frame) {
        const event = new MessageEvent("message", { data: JSON.stringify(frame) });
        ours.add(event);
        socket.dispatchEvent(event);
    }
    function step() {
        if (window.name !== on || !socket || socket.readyState !== 1 || !isIn) return;
        const frame = structuredClone(stream[lively.came % stream.length]);
        if (frame.t === "chat") frame.line.id += stream.length * Math.floor(lively.came / stream.length);
        lively.came += 1;
        tell(frame);
        if (table && lively.came % 2) tell({ ...table, done: [], events: [] });
    }
    Object.defineProperty(window, "WebSocket", {
        configurable: true,
        get: () => inner && Socket,
        set: (other) => { inner = other; },
    });
    for (const name of ["showModal", "close"]) {
        const original = HTMLDialogElement.prototype[name];
        HTMLDialogElement.prototype[name] = function (...how) {
            if (name === "showModal" || this.open) lively.calls[name] += 1; // closing what is closed is nothing
            return original.apply(this, how);
        };
    }
    Object.defineProperty(window, "lively", { value: lively });
    const [wait, stop] = [setTimeout, clearTimeout];
    lively.whenHeard = (text, times) => new Promise((done) => {
        const look = () => (socket?.readyState !== 1 || (heard.get(text) ?? 0) >= times) && done(null);
        onHeard = look;
        wait(done, 2_000, null); // the connection may be cut meanwhile
        look();
    });
    let next;
    function again() { step(); next = wait(again, lively.everyMs); }
    lively.pace = (everyMs) => { // from now on, not only once the next frame has come
        stop(next);
        lively.everyMs = everyMs;
        next = wait(again, everyMs);
    };
    again();
})"""


def script() -> str:
    """For every page: it plays nothing until `window.name` is set."""
    encoded = msgspec.json.encode(stream()).decode()
    return f"{_PLAYER}({encoded}, {EVERY_MS}, {json.dumps(ON)})"


def set_lively(page: Page, is_lively: bool) -> None:
    """From now on, also when the page has been loaded again."""
    page.evaluate("(name) => { window.name = name; }", ON if is_lively else "")


def wait_for_frames(page: Page, count: int = 25, every_ms: int = 15) -> None:
    """Until so many further frames of others have come, and are on the screen."""
    page.evaluate(
        """([count, everyMs]) => {
            window.lively.until = window.lively.came + count;
            window.lively.pace(everyMs);
        }""",
        [count, every_ms],
    )
    page.wait_for_function("() => window.lively.came >= window.lively.until")
    page.evaluate(
        """(everyMs) => new Promise((done) => {
            window.lively.pace(everyMs);
            requestAnimationFrame(() => requestAnimationFrame(() => done(null)));
        })""",
        EVERY_MS,
    )
