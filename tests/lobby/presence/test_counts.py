"""The figures of the whole room equal what is there, after any deeds and events in any order (RULES.md §2)."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.base import Done
from services.contracts.client.frames import CountsFrame, ToClient
from services.contracts.client.pushes import Push
from services.contracts.lobby import open_tables, presence
from services.contracts.tables.catalogue import Catalogue, CheckedOptions, CheckOptions, GameInfo, GetCatalogue
from services.contracts.tables.events import PauseChanged, SeatFreed, TableDone
from services.lobby.lists.pusher import Pusher
from services.lobby.ports import Ports
from services.lobby.tables import match_events
from services.lobby.tables.house_banked import use_cases as house_handlers
from tests.lobby.local_lobby import Here, LocalLobby

NAMES = ["Ana", "Ben", "Eva", "Leo"]
HOUSE = "house_card"


def counts(lobby: LocalLobby) -> presence.Counts:
    found: presence.Counts = lobby.ask(presence.CountPresent())
    return found


def practise(lobby: LocalLobby, who: Here) -> str:
    return str(lobby.create(who, bots=[1], stake_chips=0).table)


def test_without_a_connection_a_practising_player_and_their_table_count_as_nothing(lobby: LocalLobby) -> None:
    (ana, _ben) = lobby.enter("Ana", "Ben")
    table = practise(lobby, ana)
    assert counts(lobby) == presence.Counts(players=2, matches=0, practising=1)
    lobby.leave(ana)
    assert counts(lobby) == presence.Counts(players=1, matches=0, practising=0)
    assert lobby.statuses() == {"Ben": "online"}
    lobby.back(ana)
    assert counts(lobby) == presence.Counts(players=2, matches=0, practising=1)
    assert lobby.statuses()["Ana"] == "playing"
    assert lobby.ask(presence.Connected(token=ana.token, gateway="g1", conn=99)).table == table


def test_a_match_counts_while_one_of_its_players_is_there(lobby: LocalLobby) -> None:
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.started(ana, ben)
    lobby.leave(ana)
    assert counts(lobby) == presence.Counts(players=1, matches=1, practising=0)
    assert lobby.statuses() == {"Ana": "returning", "Ben": "playing"}
    lobby.leave(ben)
    assert counts(lobby) == presence.Counts(players=0, matches=0, practising=0)


def test_an_empty_house_banked_table_is_no_match(lobby: LocalLobby) -> None:
    keep_a_house_table(lobby)
    (ana,) = lobby.enter("Ana")
    assert counts(lobby) == presence.Counts(players=1, matches=0, practising=0)
    (line,) = lobby.ask(open_tables.ListTables()).tables
    lobby.ask(open_tables.JoinTable(account=ana.account, id="j", table=line.table, notice=True))
    assert counts(lobby) == presence.Counts(players=1, matches=1, practising=0)


def test_the_room_brings_the_figures_and_pushes_follow_when_they_change(lobby: LocalLobby) -> None:
    sent: list[Push] = []
    pusher = Pusher(
        lobby.database,
        lambda body, *_: sent.extend(msgspec.json.decode(body, type=list[Push])),
        elo_start=1_500,
        counts_ms=0,
    )
    ports = lobby.ports
    lobby.ports = Ports(ports.database, ports.rpc, ports.passwords, pusher, ports.settings, ports.pictures)
    (ana, ben) = lobby.enter_one_by_one(["Ana", "Ben"], "g1")
    room = lobby.ask(presence.Connected(token=ben.token, gateway="g1", conn=ben.conn))
    assert room.counts == presence.Counts(players=2, matches=0, practising=0)

    def pushed() -> list[presence.Counts]:
        sent.clear()
        pusher.turn()
        frames = [msgspec.json.decode(push.frame, type=ToClient) for push in sent if push.accounts is None]
        return [frame.counts for frame in frames if isinstance(frame, CountsFrame)]

    assert pushed() == [presence.Counts(players=2, matches=0, practising=0)]
    lobby.create(ana)
    assert pushed() == [], "the figures are as they were"
    lobby.leave(ana)
    assert pushed() == [presence.Counts(players=1, matches=0, practising=0)]


# --- the law ---


class Model:
    """What is there, in plain words: who is connected, and who sits at which running table."""

    def __init__(self) -> None:
        self.here: set[str] = set(NAMES)
        self.playing: dict[str, tuple[str, bool]] = {}
        """Name → the running table, and whether it is practice."""

    def counts(self) -> presence.Counts:
        with_people = {self.playing[name] for name in self.here & self.playing.keys()}
        practising = sum(practice for _, practice in with_people)
        return presence.Counts(players=len(self.here), matches=len(with_people) - practising, practising=practising)


def keep_a_house_table(lobby: LocalLobby) -> None:
    info = GameInfo(
        game=HOUSE, seats=[3], options={}, sides=[], clock_policy="round_clock", return_policy="none",
        leave_policy="none", house_banked=True, rules=1,
    )  # fmt: skip
    lobby.rpc.answers[GetCatalogue] = Catalogue(games=[info])
    lobby.rpc.answers[CheckOptions] = lambda asked: CheckedOptions(
        options=asked.options,
        seats=3 if asked.game == HOUSE else lobby.rpc.seats,
        sides=[],
        shards=8,
        house_banked=asked.game == HOUSE,
    )
    house_handlers.keep_house_tables(lobby.ports)


class World:
    """A lobby and its model, to which the same happens."""

    def __init__(self, lobby: LocalLobby) -> None:
        lobby.wipe()
        keep_a_house_table(lobby)
        (house,) = lobby.ask(open_tables.ListTables()).tables
        self.lobby, self.model, self.house = lobby, Model(), house.table
        self.people = dict(zip(NAMES, lobby.enter_one_by_one(NAMES, "g1"), strict=True))
        self.events: list[tuple[Any, Any]] = []
        """What the tables have published: it comes again at any moment."""

    def deliver(self, use_case: Any, event: Any) -> None:
        self.events.append((use_case, event))
        self.lobby.deliver(use_case, event)

    def happens(self, deed: str, first: str, second: str) -> None:
        getattr(self, deed)(first, second)

    def leaves(self, name: str, _: str) -> None:
        self.lobby.leave(self.people[name])
        self.model.here.discard(name)

    def comes(self, name: str, _: str) -> None:
        self.people[name] = self.lobby.back(self.people[name])
        self.model.here.add(name)

    def practises(self, name: str, _: str) -> None:
        if name in self.model.here and name not in self.model.playing:
            self.model.playing[name] = (practise(self.lobby, self.people[name]), True)

    def match(self, name: str, other: str) -> None:
        free = {name, other} & self.model.here - self.model.playing.keys()
        if len(free) == 2:
            table = self.lobby.started(self.people[name], self.people[other])
            self.model.playing |= {name: (table, False), other: (table, False)}

    def sits_at_the_bank(self, name: str, _: str) -> None:
        if name in self.model.here and name not in self.model.playing:
            asked = open_tables.JoinTable(
                account=self.people[name].account, id=self.lobby.next_id(), table=self.house, notice=True
            )
            assert isinstance(self.lobby.ask(asked), open_tables.TableLine)
            self.model.playing[name] = (self.house, False)

    def gets_up(self, name: str, _: str) -> None:
        if name in self.model.playing:
            table, _practice = self.model.playing.pop(name)
            self.deliver(
                match_events.seats_freed, SeatFreed(table=table, account=self.people[name].account, reason="left")
            )

    def match_ends(self, name: str, _: str) -> None:
        table, _practice = self.model.playing.get(name, (self.house, False))
        if table != self.house:
            self.deliver(match_events.tables_done, TableDone(table=table, reason=""))
            self.model.playing = {each: at for each, at in self.model.playing.items() if at[0] != table}

    def pauses(self, name: str, other: str) -> None:
        table, _practice = self.model.playing.get(name, (self.house, False))
        waiting = [self.people[other].account] if self.model.playing.get(other, ("", False))[0] == table else []
        seq = len(self.events) + 1
        self.deliver(
            match_events.pause_changed, PauseChanged(table=table, match="m1", seq=seq, away=[], waiting=waiting)
        )

    def opens(self, name: str, _: str) -> None:
        """A table that has not started counts as nothing; its seat is given up again."""
        if name in self.model.here and name not in self.model.playing:
            table = self.lobby.create(self.people[name]).table
            assert self.lobby.get_up(self.people[name], table) == Done()

    def same_event_again(self, name: str, other: str) -> None:
        """A repeated event names a table that is over, or one where that player does not sit any more."""
        again = [
            (use_case, event)
            for use_case, event in self.events
            if not isinstance(event, SeatFreed) or event.table != self.house
        ]
        for use_case, event in again[NAMES.index(name) :: NAMES.index(other) + 1]:
            self.lobby.deliver(use_case, event)


DEEDS = [
    "leaves", "comes", "practises", "match", "sits_at_the_bank", "gets_up", "match_ends", "pauses", "opens",
    "same_event_again",
]  # fmt: skip
HISTORY = st.lists(st.tuples(st.sampled_from(DEEDS), st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=25)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=HISTORY)
def test_the_figures_equal_what_is_there_after_any_history(sqlite_lobby: LocalLobby, history: Any) -> None:
    world = World(sqlite_lobby)
    for deed, first, second in history:
        world.happens(deed, first, second)
        assert counts(sqlite_lobby) == world.model.counts(), (deed, first, second)


@pytest.mark.parametrize("deed", DEEDS)
def test_each_deed_of_the_law_is_possible(lobby: LocalLobby, deed: str) -> None:
    world = World(lobby)
    for step in ("match", deed, "leaves"):
        world.happens(step, "Ana", "Ben")
    assert counts(lobby) == world.model.counts()
