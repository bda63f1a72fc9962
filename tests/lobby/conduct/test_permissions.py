"""The table of RULES.md §22: the module has what is written there, and the service goes by it, cell by cell."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from services.contracts.lobby import presence, reactions, seeks
from services.contracts.lobby.accounts import accounts, bots, tokens
from services.contracts.lobby.accounts import guest_accounts as guest_contract
from services.contracts.lobby.people import companies, conduct
from services.contracts.lobby.people import friends as friendship
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.moderation import reports
from services.contracts.moderation.conduct import ChatMuted
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.tables import catalogue
from services.kernel.refusal import Refusal
from services.lobby.accounts import permissions
from services.lobby.accounts.guest_accounts import use_cases as guest_accounts
from services.lobby.chat import use_cases as chat
from services.lobby.companies import joining
from services.lobby.conduct import standings
from services.lobby.lists import room
from services.lobby.matchmaking import seeks as searches
from services.lobby.ports import NoVisits
from services.lobby.presence import player_rows as players
from services.lobby.social import blocks, friends
from tests.lobby.bots.known_games import catalogue_of
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby
from tests.lobby.messages.talk import befriend, name_of, write

RULES = Path(__file__).parents[3] / "services/lobby/RULES.md"
KINDS = ("newcomer", "guest", "visitor", "bot", "suspended", "muted", "blocked")
CODES = frozenset(code for cells in permissions.TABLE.values() for code in cells.values())
ABSENT = "-"


def written() -> dict[str, dict[str, str]]:
    """The table as RULES.md has it: act → kind → code, `yes` or `-`."""
    section = RULES.read_text().split("## 22.")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
    assert tuple(head[1:]) == KINDS
    return {row[0]: dict(zip(KINDS, row[1:], strict=True)) for row in rows}


TABLE = written()
CELLS = [(act, kind, cell) for act, cells in TABLE.items() for kind, cell in cells.items() if cell != ABSENT]


def test_the_module_has_the_table_as_it_is_written() -> None:
    assert set(TABLE) == set(get_args(permissions.Act))
    for act, cells in TABLE.items():
        refused = {kind: cell for kind, cell in cells.items() if cell not in ("yes", ABSENT)}
        assert dict(permissions.TABLE[act]) == refused, act


class _Visits(NoVisits):
    """One player is at home elsewhere."""

    def __init__(self, visitor: str) -> None:
        self._visitor = visitor

    def home_of(self, account: str) -> str | None:
        return "b" if account == self._visitor else None


def _come(lobby: LocalLobby, kind: str) -> tuple[Here, Here]:
    """A player who will be of the kind, and another one, not yet of it."""
    (other,) = lobby.enter("Ben")
    if kind == "bot":
        return _bot_of(lobby, other), lobby.enter("Ana")[0]
    if kind != "guest":
        return lobby.enter("Ana")[0], other
    session = guest_accounts.enter(lobby.ports, guest_contract.EnterAsGuest(adult=True))
    assert isinstance(session, guest_contract.GuestSession)
    return lobby.connect(accounts.Session(token=session.token, account=session.account)), other


def _bot_of(lobby: LocalLobby, owner: Here) -> Here:
    """A bot account of this player, connected by its token."""
    lobby.rpc.answers[catalogue.GetCatalogue] = catalogue_of("tictactoe")
    bot = lobby.ask(bots.MakeBot(token=owner.token, name="deep", games=["tictactoe"])).account
    form = {"name": "Program", "scopes": ["play"], "days": 1, "password": PASSWORD}
    secret = lobby.ask(tokens.MakeToken(token=owner.token, bot=bot, **form)).secret
    lobby.ask(presence.Connected(token=secret, gateway="g1", conn=99))
    return Here(bot, secret, "g1", 99)


def _become(lobby: LocalLobby, kind: str, me: Here, other: Here) -> None:
    until_ms = lobby.now_ms + 60_000
    if kind == "visitor":
        lobby.ports = dataclasses.replace(lobby.ports, visits=_Visits(me.account))
    elif kind == "suspended":
        span = Span(from_ms=lobby.now_ms, until_ms=until_ms)
        event = StandingChanged(account=me.account, seq=1, blocked=False, suspensions=[span])
        lobby.deliver(standings.standings_changed, event)
    elif kind == "muted":
        lobby.deliver(chat.chat_muted, ChatMuted(account=me.account, until_ms=until_ms, seq=1))
    elif kind == "blocked":
        lobby.ports.run(blocks.block_player, BlockPlayer(account=other.account, name=name_of(lobby, me)))


def _say(lobby: LocalLobby, me: Here, _other: Here, _table: str) -> Any:
    return lobby.say(me, "hello")


def _react(lobby: LocalLobby, me: Here, _other: Here, table: str) -> Any:
    return lobby.ask(reactions.React(account=me.account, id=lobby.next_id(), table=table, reaction="hello"))


def _write(lobby: LocalLobby, me: Here, other: Here, _table: str) -> Any:
    return write(lobby, me, other)


def _befriend(lobby: LocalLobby, me: Here, other: Here, _table: str) -> Any:
    asked = friendship.AskFriend(account=me.account, name=name_of(lobby, other))
    return lobby.ports.run(friends.ask_friend, asked)


def _invite(lobby: LocalLobby, me: Here, other: Here, _table: str) -> Any:
    return lobby.create(me, stake_chips=0, mode="invite", invite={"1": name_of(lobby, other)})


def _seek(lobby: LocalLobby, me: Here, _other: Here, _table: str) -> Any:
    games = [seeks.SeekGame(game="tictactoe")]
    return searches.start_seek(
        lobby.ports, seeks.StartSeek(account=me.account, games=games, stakes_chips=[0], wait_s=60)
    )


def _join_company(lobby: LocalLobby, me: Here, _other: Here, _table: str) -> Any:
    request = companies.AnswerCompanyInvitation(account=me.account, id=lobby.next_id(), company="c", accept=True)
    return lobby.ports.run(joining.answer_invitation, request)


def _report(lobby: LocalLobby, me: Here, other: Here, _table: str) -> Any:
    lobby.rpc.answers[reports.FileReport] = Refusal("report_limit")
    asked = conduct.ReportPlayer(
        account=me.account, id=lobby.next_id(), category="insult", comment="rude", to=other.account
    )
    return lobby.ask(asked)


def _stake(lobby: LocalLobby, me: Here, _other: Here, _table: str) -> Any:
    return lobby.create(me, stake_chips=500)


def _bank(lobby: LocalLobby, me: Here, _other: Here, _table: str) -> Any:
    return lobby.ports.run(room.may_bank, me.account)


def _own_account(lobby: LocalLobby, me: Here, _other: Here, _table: str) -> Any:
    return lobby.database.run(
        lambda work: permissions.check_home(players.lock(work, [me.account])[me.account], lobby.ports, "own_account")
    )


ACTS: dict[str, Callable[[LocalLobby, Here, Here, str], Any]] = {
    "chat": _say,
    "react": _react,
    "message": _write,
    "befriend": _befriend,
    "invite": _invite,
    "seek": _seek,
    "company": _join_company,
    "report": _report,
    "stake": _stake,
    "bank": _bank,
    "own_account": _own_account,
}


def _seated(lobby: LocalLobby, me: Here, other: Here) -> str:
    lobby.rpc.seats = 2
    table = str(lobby.create(other, stake_chips=0, bots_allowed=True).table)
    lobby.join(me, table)
    return table


@pytest.mark.parametrize(("act", "kind", "cell"), CELLS)
def test_the_service_refuses_what_the_table_says_and_nothing_else(
    lobby: LocalLobby, act: str, kind: str, cell: str
) -> None:
    me, other = _come(lobby, kind)
    if act == "message" and kind != "bot":
        befriend(lobby, me, other)
    table = _seated(lobby, me, other) if act == "react" else ""
    _become(lobby, kind, me, other)
    answer = ACTS[act](lobby, me, other, table)
    if cell == "yes":
        assert not (isinstance(answer, Refusal) and answer.error in CODES), answer
    else:
        assert isinstance(answer, Refusal)
        assert answer.error == cell


@pytest.mark.parametrize("act", ["chat", "message", "befriend", "seek"])
def test_a_player_out_for_good_is_refused_as_blocked(lobby: LocalLobby, act: str) -> None:
    me, other = lobby.enter("Ana", "Ben")
    befriend(lobby, me, other)
    event = StandingChanged(account=me.account, seq=1, blocked=True, suspensions=[], reason="cheating")
    lobby.deliver(standings.standings_changed, event)
    answer = ACTS[act](lobby, me, other, "")
    assert isinstance(answer, Refusal)
    assert answer.error == "account_blocked"
