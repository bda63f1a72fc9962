"""The platform as the client sees it: REST and socket mocked in the page, made of the contracts' own messages.

Every frame of the client is decoded with `frames.FromClient`, so a field too many or too few fails the test that sent
it; every answer is a contract's Struct, so the mock cannot drift from the services.
"""

import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from gateway.http.operations.request_bodies import Catalogue, Today
from services.contracts.client import frames
from services.contracts.lobby import chat, halls, open_tables, presence
from services.contracts.lobby.accounts import accounts, visits
from services.contracts.moderation import conduct, messages
from services.contracts.moderation import reports as discipline
from services.contracts.ranking.badges import Badges
from services.contracts.tables import catalogue as tables
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import shop as economy
from services.contracts.wallet.lotteries import FreeOffer
from services.kernel.refusal import Refusal
from services.wallet.stakes.rules import RAKE_STEPS
from tests.web.access import ACCESS
from tests.web.chips import Chips
from tests.web.match import DAWN_MS, GAME, Match, now_ms
from tests.web.records import Records
from tests.web.site import Answer, Asked
from tests.web.usual_answers import usual_answers

ME = accounts.Account(account="a-eleni", name="Eleni", language="en", created_at_ms=DAWN_MS)
SESSION = accounts.Session(token="t0ken", account=ME)
STAKES = wallet.StakeRules(
    min_chips=200,
    max_chips=1_000_000,
    friendly_games=["dominoes"],
    rake_steps=[wallet.RakeStep(step.from_chips, step.rate_bps) for step in RAKE_STEPS],
    helpline="2109237777",
    regulator="Hellenic Gaming Commission",
)
CATALOGUE = Catalogue(
    stakes=STAKES,
    games=[
        tables.GameInfo(
            game=GAME.id,
            seats=[2],
            options={"size": [3, 4, 5]},
            sides=[[0], [1]],
            clock_policy="move_clock",
            return_policy="budget",
            leave_policy="forfeit",
            house_banked=False,
            rules=1,
            max_timeouts=3,
        )
    ],
)

TERMS = accounts.Terms(
    version=1,
    history=[
        accounts.TermsVersion(version=1, posted_at_ms=DAWN_MS, changes=dict.fromkeys(("el", "en", "es"), "All of it."))
    ],
)

WAIT_S = 60.0
"""A limit that only ends a wait in vain, also on a machine that many others use."""
_TABLES = itertools.count(2)
_encode = msgspec.json.Encoder(order="deterministic").encode
_decoder = msgspec.json.Decoder(frames.FromClient)


def _json(status: int, value: Any) -> Answer:
    return Answer(status, "application/json", _encode(value))


def player(name: str, status: presence.Status = "online", elo: int = 1500, group: int = 1) -> presence.PlayerLine:
    return presence.PlayerLine(
        account=f"a-{name.lower()}", name=name, status=status, group=group, login_at_ms=DAWN_MS, elo=elo
    )


def table(
    name: str, *people: str | None, stake: int = 200, state: str = "filling", size: int = 3, mode: str = "open"
) -> open_tables.TableLine:
    """A table; None is a free seat, `bot-1` a computer player; the first person opened it."""
    seats = [
        open_tables.SeatLine(
            seat=number,
            name=who,
            account=None if who is None or who.startswith("bot-") else f"a-{who.lower()}",
            bot=who is not None and who.startswith("bot-"),
        )
        for number, who in enumerate(people)
    ]
    return open_tables.TableLine(
        table=re.sub(r"[^\w]+", "-", f"t-{name.lower()}"),
        name=name,
        game=GAME.id,
        options={"size": size},
        stake_chips=stake,
        mode=mode,  # type: ignore[arg-type]
        spectators=True,
        practice=any(seat.bot for seat in seats),
        state=state,  # type: ignore[arg-type]
        organizer=seats[0].account or "",
        seats=seats,
        created_at_ms=DAWN_MS,
    )


def say(name: str, text: str, number: int, room: str = "lobby") -> chat.ChatLine:
    return chat.ChatLine(
        id=number, room=room, account=f"a-{name.lower()}", name=name, text=text, at_ms=DAWN_MS + number * 60_000
    )


class House:
    """Answers one page. `refuse`: frame kind → refusal or its code, for the next such frame; `quiet`: kinds left
    unanswered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.me = ME
        self.catalogue = CATALOGUE
        self.chips = 5_000
        self.players = [player("Eleni")]
        self.tables: list[open_tables.TableLine] = []
        self.elsewhere: list[open_tables.TableLine] = []
        """Tables of other halls."""
        self.counts = presence.Counts(players=3, matches=1, practising=0)
        """What the lobby counts, whatever the lists show."""
        self.hall = 1
        self.halls: list[halls.HallLine] = []
        self.in_hall: Callable[[House], None] = lambda _house: None
        """Furnishes the hall to which the player has gone."""
        self.chat: list[chat.ChatLine] = []
        self.invitations: list[open_tables.Invitation] = []
        self.messages: list[messages.AdminMessage] = []
        self.seated: str | None = None
        self.visit: visits.Visit | None = None
        """What a player who is at home in another cell receives about the visit."""
        self.may_bank = True
        self.invite_result: str | None = None
        self.notice_given = False
        self.terms = TERMS
        self.terms_accepted: int | None = 1
        self.match: Match | None = None
        self.seeds_wait = False
        """Whether a match waits for the seeds of others after one's own."""
        self.records = Records()
        self.wallet = Chips()
        self.conduct = conduct.Conduct(account=ME.account, cards={}, roles=[], suspension=None)
        self.access = ACCESS
        self.given: list[Any] = []
        self.gift: economy.Gift | None = None
        self.gifts: list[economy.Gift] = []
        self.heard: list[Any] = []
        self.asked: list[tuple[str, Any]] = []
        """Path and body of every REST request."""
        self.answered: list[str] = []
        """Their paths, once the reply has been made of the platform's state at that moment."""
        self.refuse: dict[str, str | Refusal] = {}
        self.quiet: set[str] = set()
        self.more: dict[str, Any] = usual_answers()
        """Answers of further REST paths; a function makes one of the request."""
        self.rest_refuses: dict[str, tuple[Any, ...]] = {}
        self.welcome: Callable[[], frames.ServerFrame] = self.room
        self.is_open = True
        self.sockets: list[WebSocketRoute] = []
        self._has_come_in = False
        self._last_said = ""
        self._times_said: Counter[str] = Counter()
        """How often each frame has gone out on this connection."""

    # --- what tests do ---

    def remembers(self, name: str, value: Any) -> None:
        """What this browser has kept from earlier; said before the client is opened."""
        self.page.evaluate("([key, text]) => { localStorage[key] = text; }", [f"kafeneio.{name}", json.dumps(value)])

    def heard_of(self, kind: type[Any]) -> list[Any]:
        """The frames of one kind that the client has sent."""
        return [frame for frame in self.heard if isinstance(frame, kind)]

    def wait_for(self, kind: type[Any], count: int = 1) -> Any:
        """The last of the frames of a kind, once there are `count` and the page has what they were answered with."""
        until_s = time.monotonic() + WAIT_S
        while len(self.heard_of(kind)) < count:
            assert time.monotonic() < until_s, f"{len(self.heard_of(kind))} of {count} {kind.__name__} came"
            self.page.evaluate("0")  # a round trip, in which what the page has sent arrives
        self._until_heard()
        return self.heard_of(kind)[-1]

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what depends on a REST request: it goes its own way to the site, and may come after the page's next
        picture."""
        until_s = time.monotonic() + WAIT_S
        while not is_so():
            assert time.monotonic() < until_s, "the page has not asked for it"
            self.page.wait_for_timeout(5)

    def send(self, *sent: frames.ServerFrame) -> None:
        """Push frames to the client, once it has come in, and until it has them: the browser's driver does not promise
        whether a frame or the next question to the page comes first."""
        if not self._has_come_in:
            self.wait_for(frames.Hello)
        self._answer_with(*sent)
        self._until_heard()

    def cut(self) -> None:
        """The connection breaks, as a gateway that restarts breaks it."""
        self.sockets[-1].close(code=1012)

    def put(self, line: open_tables.TableLine) -> None:
        """A table is new, or has changed."""
        self.tables = [old for old in self.tables if old.table != line.table] + [line]
        self.send(frames.TablesFrame(changed=[line], gone=[]))

    def start(self, line: open_tables.TableLine, you: int | None = 0, leader: int = 0) -> Match:
        """The table starts: from now on it is a match."""
        self.match = Match(line, you, leader)
        self.put(msgspec.structs.replace(line, state="started"))
        return self.match

    def play(self, seat: int, row: int, col: int) -> None:
        """A mark by somebody else."""
        assert self.match is not None
        event = self.match.place(seat, row, col)
        self.send(self.match.update(event))

    def renew_table(self) -> None:
        """Give the table of the match an id that no page knows, and the match with it."""
        assert self.match is not None
        line = self.match.line
        other = msgspec.structs.replace(line, table=f"{line.table}-{next(_TABLES)}")
        self.tables = [other if each is line else each for each in self.tables]
        self.match.line = other
        if self.seated is not None:
            self.seated = other.table

    def show(self) -> None:
        """The table as it stands, to who looks at it."""
        assert self.match is not None
        self.send(self.match.update())

    def room(self) -> frames.RoomFrame:
        room = presence.Room(
            me=self.me,
            players=self.players,
            tables=self.tables,
            chat=self.chat,
            invitations=self.invitations,
            table=self.seated,
            may_bank=self.may_bank,
            notice_given=self.notice_given,
            house_age=21,
            terms=self.terms.version,
            terms_accepted=self.terms_accepted,
            hall=self.hall,
            halls=self.halls,
            counts=self.counts,
        )
        return frames.RoomFrame(now_ms=now_ms(), beat_s=5, chips=self.chips, chips_seq=1, elo=1500, room=room)

    # --- REST ---

    def answer(self, asked: Asked) -> Answer:
        """One REST request's answer. The site calls it, in a thread of its own, while the test waits for the page."""
        self.asked.append((asked.path, asked.json if asked.is_json else asked.body))
        answer = self._answer(asked)
        self.answered.append(asked.path)
        return answer

    def _answer(self, asked: Asked) -> Answer:
        if asked.path in self.rest_refuses:
            status, error, *detail = self.rest_refuses[asked.path]
            return _json(status, {"error": error, "detail": detail[0] if detail else None})
        if asked.path.startswith("photos/"):
            return Answer(200, "image/webp", b"")
        return _json(*self._find(asked))

    def _find(self, asked: Asked) -> tuple[int, Any]:
        """Status and value."""
        path = asked.path
        for known in (f"{asked.method} {path}", path, path.partition("?")[0]):
            if known in self.more:
                answer = self.more[known]
                return 200, answer(asked) if callable(answer) else answer
        if path.startswith(("recordings", "academy")):
            return self.records.answer(asked.method, f"/api/{path}", asked.body)
        about_chips = self.wallet.answer(asked.method, path, asked.body)
        if about_chips is not None:
            return about_chips
        if re.fullmatch("tables/[^/]+", path):
            return self._table(path.partition("/")[2])
        if path.startswith("tables/"):
            return self._gifts(asked)
        if path.startswith("messages"):
            return 200, self._messages(path)
        return 201 if path == "register" else 200, self._account(path)

    def _gifts(self, asked: Asked) -> tuple[int, Any]:
        """What was given at a table, or one more."""
        if asked.method == "GET":
            return 200, economy.Gifts(gifts=self.gifts)
        self.given.append(asked.json)
        return 201, self.gift

    def _today(self) -> Today:
        """The parts as their own paths answer them."""
        free = FreeOffer(ready_at_ms=self.wallet.free_offered_at_ms)
        return Today(free=free, problems=self.more["me/problems"], days=self.more["me/days"])

    def _table(self, table_id: str) -> tuple[int, Any]:
        """A table of whatever hall."""
        line = next((line for line in (*self.tables, *self.elsewhere) if line.table == table_id), None)
        return (404, {"error": "table_unknown", "detail": None}) if line is None else (200, line)

    def _account(self, path: str) -> Any:
        """The own account, and what all players receive."""
        me = {"account": msgspec.to_builtins(self.me), "chips": self.chips, "elo": 1500, "games": 12, "table": None}
        me["visit"] = self.visit
        answers: dict[str, Any] = {
            "register": msgspec.structs.replace(SESSION, invite_result=self.invite_result),
            "login": SESSION,
            "logout": {},
            "me/password": accounts.Token(token="t0ken"),
            "me/language": self.me,
            "me/access": self.access,
            "me": me,
            "me/conduct": self.conduct,
            "me/today": self._today(),
            "me/reports": discipline.Receipts(reports=[]),
            "catalogue": self.catalogue,
            "terms": self.terms,
            "me/terms": {},
        }
        if shown := re.fullmatch("players/([^/]+)/badges", path):
            return Badges(account=shown[1], badges=[])
        return answers[path]

    def _messages(self, path: str) -> Any:
        _, _, rest = path.partition("/")
        if not rest:
            return messages.AdminMessages(messages=self.messages)
        id_, verb = rest.split("/")
        times = {"read_at_ms": now_ms()} | ({"ack_at_ms": now_ms()} if verb == "acknowledge" else {})
        changed = msgspec.structs.replace(next(each for each in self.messages if each.id == id_), **times)
        self.messages = [changed if each.id == id_ else each for each in self.messages]
        return changed

    # --- socket ---

    def _answer_with(self, *sent: frames.ServerFrame) -> None:
        for frame in sent:
            self._last_said = _encode(frame).decode()
            self._times_said[self._last_said] += 1
            self.sockets[-1].send(self._last_said)

    def _until_heard(self) -> None:
        """Until the page has the last frame, unless it is not connected."""
        last = [self._last_said, self._times_said[self._last_said]]
        self.page.evaluate("([text, times]) => window.lively?.whenHeard(text, times)", last)

    def connect(self, socket: WebSocketRoute) -> None:
        """The page opens a socket."""
        if not self.is_open:
            socket.close(code=1013)
            return
        self.sockets.append(socket)
        self._times_said.clear()
        socket.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        frame = _decoder.decode(text)
        self.heard.append(frame)
        self._has_come_in = self._has_come_in or isinstance(frame, frames.Hello)
        kind = type(frame).__struct_config__.tag
        if kind in self.quiet:
            return
        refused = self.refuse.pop(str(kind), None)
        if refused is not None:
            refusal = Refusal(refused) if isinstance(refused, str) else refused
            self._answer_with(frames.RefusedFrame(id=frame.id, error=refusal.error, detail=refusal.detail))
        else:
            getattr(self, f"_on_{kind}")(frame)

    def _done(self, frame: Any, data: Any = None, version: int | None = None) -> None:
        self._answer_with(frames.DoneFrame(id=frame.id, data=data, version=version))

    def _on_hello(self, _frame: frames.Hello) -> None:
        self._answer_with(self.welcome())

    def _on_beat(self, _frame: frames.Beat) -> None:
        self._answer_with(frames.BeatFrame(now_ms=now_ms()))

    def _on_hidden(self, _frame: frames.HiddenFrame) -> None:
        """Nothing is answered."""

    def _on_acted(self, _frame: frames.Acted) -> None:
        """The person is there; nothing answers it."""

    def _on_create_table(self, frame: frames.CreateTableFrame) -> None:
        others = [f"bot-{seat}" for seat in frame.bots] or list(frame.invite.values()) or [None]
        size = frame.options.get("size", 3)
        line = table(frame.name, "Eleni", *others, stake=frame.stake_chips, size=size, mode=frame.mode)
        seats = self._seats(line, bool(frame.invite))
        line = msgspec.structs.replace(line, organizer=self.me.account, seats=seats, clock_factor=frame.clock_factor)
        self.seated = line.table
        self.put(line)
        self._done(frame, line)
        if frame.bots:
            self.start(line)

    def _seats(self, line: open_tables.TableLine, invited: bool) -> list[open_tables.SeatLine]:
        first, *others = line.seats
        mine = msgspec.structs.replace(first, account=self.me.account)
        return [mine, *(msgspec.structs.replace(seat, invited=invited) for seat in others)]

    def _on_join_table(self, frame: frames.JoinTableFrame) -> None:
        line = next(line for line in self.tables if line.table == frame.table)
        seat = next(seat for seat in line.seats if seat.name is None)
        mine = msgspec.structs.replace(seat, name=self.me.name, account=self.me.account)
        seats = [mine if one is seat else one for one in line.seats]
        line = msgspec.structs.replace(line, seats=seats, state="ready", closes_at_ms=now_ms() + 120_000)
        self.seated = line.table
        self.put(line)
        self._done(frame, line)

    def _on_leave_table(self, frame: frames.LeaveTableFrame) -> None:
        self.seated = None
        self.tables = [line for line in self.tables if line.table != frame.table]
        self._done(frame)
        self._answer_with(frames.SentFrame(table=None, reason=""), frames.TablesFrame(changed=[], gone=[frame.table]))

    def _on_start_table(self, frame: frames.StartTableFrame) -> None:
        self._done(frame)
        self.start(next(line for line in self.tables if line.table == frame.table))

    def _on_answer_invitation(self, frame: frames.AnswerInvitationFrame) -> None:
        found = next(one for one in self.invitations if one.invitation == frame.invitation)
        self._done(frame)
        self._answer_with(frames.InvitationFrame(invitation=found, open=False))

    def _on_go_to_hall(self, frame: frames.GoToHallFrame) -> None:
        self.hall = frame.hall
        self.in_hall(self)
        self._answer_with(frames.DoneFrame(id=frame.id), self.room())

    def _on_react(self, frame: frames.ReactFrame) -> None:
        shown = {"account": self.me.account, "name": self.me.name, "at_ms": now_ms()}
        self._answer_with(frames.ReactionFrame(table=frame.table, reaction=frame.reaction, **shown))
        self._done(frame)

    def _on_say(self, frame: frames.SayFrame) -> None:
        line = chat.ChatLine(
            id=1_000 + len(self.heard),
            room=frame.room,
            account=self.me.account,
            name=self.me.name,
            text=frame.text,
            at_ms=now_ms(),
        )
        self._done(frame, line)
        self._answer_with(frames.ChatFrame(line=line))

    def _on_watch(self, frame: frames.WatchFrame) -> None:
        assert self.match is not None
        gap = self.match.gap(frame.version)
        if gap is not None:
            self._answer_with(self.match.update(*gap, done=(frame.id,)))
            return
        self._done(frame)
        self._answer_with(self.match.table())

    def _on_unwatch(self, frame: frames.UnwatchFrame | frames.WriteFrame | frames.ReadFrame) -> None:
        self._done(frame)

    _on_write = _on_read = _on_unwatch

    def _on_seed(self, frame: frames.SeedFrame) -> None:
        assert self.match is not None
        if self.match.you is not None:
            self.match.seeds[self.match.you] = frame.seed
        if self.seeds_wait:
            self._done(frame)
            return
        self._answer_with(self.match.update(self.match.begin(), done=(frame.id,)), *self.match.others())

    def _on_move(self, frame: frames.MoveFrame) -> None:
        assert self.match is not None
        if frame.move["move"] == "leave":
            self._leave(frame)
            return
        seat = self.match.you or 0
        refused = self.match.refusal(seat, frame.move)
        if refused is not None:
            self._answer_with(frames.RefusedFrame(id=frame.id, error=refused.error))
            return
        events = self.match.move(seat, frame.move)
        self._answer_with(self.match.update(*events, done=(frame.id,)), *self.match.others())

    def _leave(self, frame: frames.MoveFrame) -> None:
        assert self.match is not None
        self._done(frame)
        self.match.end("forfeited", [1 - (self.match.you or 0)])
        self.match.phase = "over"
        self.match.version += 1
        self._answer_with(self.match.update())
        self.seated = None
        self._answer_with(frames.SentFrame(table=None, reason=""))

    def _on_choose(self, frame: frames.ChooseFrame) -> None:
        assert self.match is not None
        assert self.match.result is not None
        if frame.match != self.match.result.match:
            self._answer_with(frames.RefusedFrame(id=frame.id, error="choice_closed"))
            return
        self.match.choices[self.match.you or 0] = frame.choice
        self.match.version += 1
        self._answer_with(self.match.update(done=(frame.id,)))
        if frame.choice == "communication":
            self.seated = None
            gone = frames.TablesFrame(changed=[], gone=[frame.table])
            self._answer_with(frames.SentFrame(table=None, reason=""), gone)


def painted(page: Page) -> None:
    """What has been sent to the page, or changed about it, is on the screen."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
