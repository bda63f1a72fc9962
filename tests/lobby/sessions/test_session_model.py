"""Whatever somebody does, the session lasts as long as a plain second writing of the rules says: RULES.md §1."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts
from services.contracts.tables.events import TableDone
from services.kernel.refusal import Refusal
from services.lobby.presence import connections
from services.lobby.sessions import use_cases as sessions
from services.lobby.tables import match_events
from tests.lobby.local_lobby import LocalLobby

LIMIT_MS, LAG_MS = 600_000, 35_000
"""The limit without an action; and how much later the action of a connected player may be reported."""
WAIT_MS = st.sampled_from([1, 300_000, 600_000, 600_001, 635_000, 635_001])
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), WAIT_MS),
        st.tuples(st.sampled_from(["play", "play", "done", "sweep"])),
        st.tuples(st.sampled_from(["act", "ask", "lose", "back", "log_in"])),
    ),
    min_size=6,
    max_size=25,
)


class Session:
    """Ana's session in the lobby, and what is to be thought of it. Ben is only there to play with."""

    def __init__(self, lobby: LocalLobby) -> None:
        lobby.wipe()
        self.lobby = lobby
        self.ana, self.ben = lobby.enter("Ana", "Ben")
        self.idle_ms, self.is_connected, self.table = 0, True, ""

    @property
    def is_over(self) -> bool:
        allowed_ms = LIMIT_MS + (LAG_MS if self.is_connected else 0)
        return not self.table and self.idle_ms > allowed_ms

    def do(self, deed: tuple[Any, ...]) -> None:
        self.lobby.ask(presence.Active(accounts=[self.ben.account]))
        getattr(self, deed[0])(*deed[1:])
        found = self.lobby.ask(accounts.WhoIs(token=self.ana.token, active=False))
        assert found == Refusal("session_expired") if self.is_over else isinstance(found, accounts.Account)
        if self.is_over:
            self.log_in()

    def wait(self, ms: int) -> None:
        self.lobby.wait(ms)
        self.idle_ms += 0 if self.table else ms

    def act(self) -> None:
        """A gateway reports that she was active."""
        if not self.is_over:
            self.lobby.ask(presence.Active(accounts=[self.ana.account]))
            self.idle_ms = 0

    def ask(self) -> None:
        """She asks for something at the front desk."""
        if not self.is_over:
            self.lobby.ask(accounts.WhoIs(token=self.ana.token))
            self.idle_ms = self.idle_ms if self.idle_ms < 1_000 else 0

    def play(self) -> None:
        if self.is_connected and not self.table:
            self.table = self.lobby.started(self.ana, self.ben)

    def done(self) -> None:
        if self.table:
            self.lobby.deliver(match_events.tables_done, TableDone(table=self.table, reason=""))
        self.table = ""

    def lose(self) -> None:
        if self.is_connected:
            self.lobby.leave(self.ana)
        self.is_connected = False

    def back(self) -> None:
        if not self.is_connected and not self.is_over:
            self.ana = self.lobby.back(self.ana)
            self.is_connected = True

    def log_in(self) -> None:
        self.ana = self.lobby.connect(self.lobby.log_in("Ana"))
        self.idle_ms, self.is_connected = 0, True

    def sweep(self) -> None:
        sessions.sweep_sessions(self.lobby.ports)
        connections.sweep_handovers(self.lobby.ports)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS)
def test_a_session_lasts_as_long_as_the_rules_say(sqlite_lobby, deeds):
    session = Session(sqlite_lobby)
    for deed in deeds:
        session.do(deed)
