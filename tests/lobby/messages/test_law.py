"""The law of messages: whatever happens in whatever order, a line reaches two who may have it, and nobody else
(services/lobby/RULES.md §20)."""

from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.client.frames import PrivateMessageFrame
from services.contracts.lobby.people.blocks import BlockPlayer, UnblockPlayer
from services.contracts.lobby.people.messages import PrivateLine
from services.contracts.moderation.conduct import ChatMuted
from services.contracts.tables.events import TableDone
from services.lobby.chat import use_cases as chat
from services.lobby.social import blocks
from services.lobby.tables.match_events import tables_done
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.messages.talk import befriend, read, texts, unfriend, write

NAMES = ("Ana", "Ben", "Eva")
MUTE_MS = 60_000
Pair = frozenset[int]


class Step(NamedTuple):
    """Something that a player does, mostly to another."""

    what: str
    who: int
    whom: int


KINDS = ("befriend", "befriend", "unfriend", "block", "unblock", "mute", "unmute", "sit", "sit", "get_up")
STEPS = st.lists(
    st.builds(Step, st.sampled_from(KINDS), st.integers(0, 2), st.integers(0, 2)).filter(lambda s: s.who != s.whom),
    max_size=12,
)


class World:
    """The model: who are friends since which step, who blocks, is muted and sits where; and the lobby beside it."""

    def __init__(self, lobby: LocalLobby) -> None:
        lobby.wipe()
        lobby.push.forget()
        lobby.set(newcomer_days=0)
        self.lobby = lobby
        self.people: list[Here] = lobby.enter(*NAMES)
        self.friends: dict[Pair, list[str]] = {}
        """Friends → what was written in the present friendship."""
        self.blocks: set[tuple[int, int]] = set()
        self.muted: set[int] = set()
        self.table: dict[int, str] = {}
        self.seq = 0
        for who, whom in ((0, 1), (1, 2)):
            self._befriend(who, whom)

    def take(self, step: Step) -> None:
        """Do it, and then have everybody write to everybody, from the room and while looking at the other's table."""
        self.seq += 1
        getattr(self, f"_{step.what}")(step.who, step.whom)
        for who in range(3):
            for whom in range(3):
                if who != whom:
                    self.lobby.wait(5_000)  # a pace at which chat has nothing against it
                    self._write(who, whom)
                    if whom in self.table:
                        self._write(who, whom, [self.table[whom]])

    def _befriend(self, who: int, whom: int) -> None:
        befriend(self.lobby, self.people[who], self.people[whom])
        if (who, whom) not in self.blocks and (whom, who) not in self.blocks:
            self.friends.setdefault(frozenset((who, whom)), [])

    def _unfriend(self, who: int, whom: int) -> None:
        unfriend(self.lobby, self.people[who], self.people[whom])
        self.friends.pop(frozenset((who, whom)), None)

    def _block(self, who: int, whom: int) -> None:
        asked = BlockPlayer(account=self.people[who].account, name=NAMES[whom])
        self.lobby.ports.run(blocks.block_player, asked)
        self.blocks.add((who, whom))
        self.friends.pop(frozenset((who, whom)), None)

    def _unblock(self, who: int, whom: int) -> None:
        asked = UnblockPlayer(account=self.people[who].account, player=self.people[whom].account)
        self.lobby.ports.run(blocks.unblock_player, asked)
        self.blocks.discard((who, whom))

    def _mute(self, who: int, _whom: int) -> None:
        self._set_mute(who, self.lobby.now_ms + 10**9)
        self.muted.add(who)

    def _unmute(self, who: int, _whom: int) -> None:
        self._set_mute(who, 0)
        self.muted.discard(who)

    def _set_mute(self, who: int, until_ms: int) -> None:
        event = ChatMuted(account=self.people[who].account, until_ms=until_ms, seq=self.seq)
        self.lobby.deliver(chat.chat_muted, event)

    def _sit(self, who: int, whom: int) -> None:
        if who in self.table or whom in self.table:
            return
        table = self.lobby.started(self.people[who], self.people[whom])
        self.table |= {who: table, whom: table}

    def _get_up(self, who: int, _whom: int) -> None:
        table = self.table.get(who)
        if table is not None:
            self.lobby.deliver(tables_done, TableDone(table=table, reason=""))
            self.table = {each: at for each, at in self.table.items() if at != table}

    def _write(self, who: int, whom: int, watching: list[str] | None = None) -> None:
        pair, text = frozenset((who, whom)), f"line {self.lobby.now_ms}"
        together = who in self.table and self.table.get(who) == self.table.get(whom)
        may = pair in self.friends and who not in self.muted and not together and not watching
        before = len(self.lobby.push.frames)
        answer = write(self.lobby, self.people[who], self.people[whom], text, watching=watching or [])
        got = [push for push in self.lobby.push.frames[before:] if isinstance(push.frame, PrivateMessageFrame)]
        assert isinstance(answer, PrivateLine) == may, (answer, who, whom)
        two = sorted(self.people[each].account for each in pair)
        assert [sorted(push.accounts or ["everybody"]) for push in got] == ([two] if may else [])
        if may:
            self.friends[pair].append(text)

    def check(self) -> None:
        """Everybody reads what the model says, and strangers nothing."""
        for who in range(3):
            for whom in range(3):
                if who != whom:
                    kept = self.friends.get(frozenset((who, whom)), [])
                    assert texts(self.lobby, self.people[who], self.people[whom]) == kept
                    page = read(self.lobby, self.people[who], self.people[whom])
                    assert hasattr(page, "lines") == (frozenset((who, whom)) in self.friends)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_in_any_order_a_line_reaches_two_friends_and_no_other(sqlite_lobby: LocalLobby, steps: list[Step]) -> None:
    world = World(sqlite_lobby)
    for step in steps:
        world.take(step)
        world.check()
