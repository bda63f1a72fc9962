"""Whatever players do before a match, the lobby answers as a plain second writing of the rules does: RULES.md §4–§6."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.client.frames import SentFrame
from services.contracts.lobby import presence as contract
from services.kernel.refusal import Refusal
from services.lobby.tables import invitations
from services.lobby.tables.leaving import sweep_tables
from tests.lobby.local_lobby import Here, LocalLobby
from tests.lobby.tables.open_table_model import OpenTables

NAMES = ["Ana", "Ben", "Eva", "Leo"]
SEATS = 3
WHO, GUEST = st.sampled_from(NAMES), st.sampled_from([*NAMES, "Nobody"])
TABLE, SEAT = st.integers(0, 5), st.sampled_from([None, 0, 1, 1, 2, 2, 3])
FULL = st.builds(lambda one, two: {1: one, 2: two}, WHO, WHO)
INVITE = st.one_of(FULL, FULL, st.dictionaries(st.integers(0, SEATS), GUEST, max_size=3))
WAIT_MS = st.sampled_from([1, 29_999, 30_000, 30_001, 120_000, 120_001])
FAIR = st.one_of(
    st.tuples(st.just("party"), WHO),
    st.tuples(st.just("obey"), TABLE, st.integers(1, 2)),
    st.tuples(st.just("company"), TABLE),
    st.tuples(st.just("go"), TABLE),
    st.tuples(st.just("back"), WHO),
)
"""What people do who want to play."""
ANY = st.one_of(
    st.tuples(st.just("open"), WHO),
    st.tuples(st.just("invite"), WHO, INVITE),
    st.tuples(st.just("join"), WHO, TABLE, SEAT),
    st.tuples(st.just("get_up"), WHO, TABLE),
    st.tuples(st.just("start"), WHO, TABLE),
    st.tuples(st.just("answer"), WHO, TABLE, st.sampled_from([1, 1, 2, 2, 0]), st.sampled_from([True, True, False])),
    st.tuples(st.just("lose"), WHO),
    st.tuples(st.just("wait"), WAIT_MS, st.booleans()),
)
DEED = st.one_of(FAIR, ANY)


class Both:
    """A lobby and the model of it; whatever is done is done to both."""

    def __init__(self, lobby: LocalLobby) -> None:
        self.lobby, self.model = lobby, OpenTables(NAMES, SEATS)
        lobby.wipe()
        lobby.rpc.seats = SEATS
        self.people: dict[str, Here] = dict(zip(NAMES, lobby.enter(*NAMES), strict=True))
        self.tables: list[str] = []
        lobby.push.forget()

    def do(self, deed: tuple[Any, ...]) -> None:
        answers = getattr(self, deed[0])(*deed[1:])
        if answers is not None:
            got, wanted = answers
            assert (got.error if isinstance(got, Refusal) else None) == wanted, deed
        self.compare()

    def compare(self) -> None:
        shown = self.lobby.statuses()
        assert {name: shown.get(name, "absent") for name in NAMES} == {n: self.model.status(n) for n in NAMES}
        for id, table in zip(self.tables, self.model.tables, strict=True):
            line = self.lobby.table(id)
            assert (line is None) == (table.state == "closed")
            if line is not None:
                ready = "filling" if None in table.seats else "ready"
                assert line.state == (table.state if table.state == "started" else ready)
                asked = {seat: one.name for seat, one in table.invited.items() if one.state == "pending"}
                wanted = [(name or asked.get(seat), seat in asked) for seat, name in enumerate(table.seats)]
                assert [(seat.name, seat.invited) for seat in line.seats] == wanted

    # --- deeds ---

    def open(self, name: str, mode: Any = "open", invite: Any = None) -> tuple[Any, str | None]:
        invite = invite or {}
        named = {str(seat): guest for seat, guest in invite.items()}
        got = self.lobby.create(self.people[name], mode=mode, invite=named)
        self.tables += [] if isinstance(got, Refusal) else [got.table]
        return got, self.model.create(name, mode, invite)

    def invite(self, name: str, invite: dict[int, str]) -> tuple[Any, str | None]:
        return self.open(name, "invite", invite)

    def at(self, number: int) -> tuple[str, Any] | None:
        tables = list(zip(self.tables, self.model.tables, strict=True))
        return tables[number % len(tables)] if tables else None

    def join(self, name: str, number: int, seat: int | None) -> Any:
        found = self.at(number)
        return found and (self.lobby.join(self.people[name], found[0], seat), self.model.join(name, found[1], seat))

    def get_up(self, name: str, number: int) -> Any:
        found = self.at(number)
        return found and (self.lobby.get_up(self.people[name], found[0]), self.model.get_up(name, found[1]))

    def start(self, name: str, number: int) -> Any:
        found = self.at(number)
        return found and (self.lobby.start(self.people[name], found[0]), self.model.start(name, found[1]))

    def answer(self, name: str, number: int, seat: int, accept: bool) -> Any:
        found = self.at(number)
        if found is None:
            return None
        got = self.lobby.answer(self.people[name], f"{found[0]}:{seat}", accept)
        return got, self.model.answer(name, found[1], seat, accept)

    def party(self, name: str) -> None:
        """Invite whoever is free."""
        free = [other for other in NAMES if other != name and self.model.status(other) == "online"]
        self.do(("invite", name, dict(enumerate(free[: SEATS - 1], start=1))))

    def obey(self, number: int, count: int) -> None:
        """So many of those who are invited to a table accept."""
        found = self.at(number)
        for seat, asked in list(found[1].invited.items())[:count] if found else []:
            self.do(("answer", asked.name, number, seat, True))

    def company(self, number: int) -> None:
        """Everybody who is free takes a seat."""
        for name in NAMES if self.tables else []:
            if self.model.status(name) == "online":
                self.do(("join", name, number, None))

    def go(self, number: int) -> None:
        """The organizer starts."""
        found = self.at(number)
        if found is not None:
            self.do(("start", found[1].seats[0], number))

    def lose(self, name: str) -> None:
        if name in self.model.here:
            self.lobby.leave(self.people[name])
            self.model.lose(name)

    def back(self, name: str) -> None:
        if name not in self.model.here:
            self.people[name] = self.lobby.back(self.people[name])
            self.model.here.add(name)

    def wait(self, ms: int, sweeps: bool) -> None:
        self.lobby.ask(contract.Active(accounts=[here.account for here in self.people.values()]))
        self.lobby.wait(ms)
        self.model.now_ms += ms
        if sweeps:
            sweep_tables(self.lobby.ports)
            self.model.sweep()

    # --- the end ---

    def finish(self) -> None:
        """Every player who was sent back by others has received the reason and their names."""
        ids = {here.account: name for name, here in self.people.items()}
        told = [
            (ids[account], push.frame.reason, push.frame.name)
            for push in self.lobby.push.frames
            if isinstance(push.frame, SentFrame) and push.frame.reason
            for account in push.accounts or ()
        ]
        assert sorted(map(str, told)) == sorted(map(str, self.model.published))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=st.lists(DEED, min_size=8, max_size=30))
def test_whatever_players_do_before_a_match_is_answered_as_the_rules_say(sqlite_lobby, deeds):
    both = Both(sqlite_lobby)
    for deed in deeds:
        both.do(deed)
    both.finish()


def test_an_invitation_that_lasts_a_millisecond_less_is_found(sqlite_lobby, monkeypatch):
    late = invitations._is_late
    monkeypatch.setattr(invitations, "_is_late", lambda one, now_ms, rules: late(one, now_ms + 1, rules))
    both = Both(sqlite_lobby)
    both.do(("invite", "Ana", {1: "Ben", 2: "Eva"}))
    both.do(("wait", 30_000, False))
    with pytest.raises(AssertionError):
        both.do(("answer", "Ben", 0, 1, True))
