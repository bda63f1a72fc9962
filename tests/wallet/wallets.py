"""A wallet with its database, driven by events as the broker would bring them; and how such events are made."""

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts import tables as contract
from services.contracts.base import Envelope, Event, Request
from services.contracts.lobby import Registered
from services.contracts.wallet import ChipsChanged, LedgerCheck
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.plumbing.database import Database
from services.plumbing.host import Base
from services.plumbing.json import encode, join_array
from services.plumbing.outbox import outbox
from services.plumbing.rpc_client import read_answer
from services.plumbing.settings import CommonSettings
from services.wallet.service import App, WalletService
from services.wallet.settings import WalletSettings

REPLY_TO = "tables.tictactoe.3"
_ids = itertools.count()


class Parked:
    """Stands for the link: keeps what the inbox gives up."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    def publish(self, body: bytes, *_where: Any, **_how: Any) -> None:
        self.bodies.append(body)


class Wallet:
    """One wallet process without a broker: events go in by its inbox, what it tells is read from its outbox."""

    def __init__(self, url: str, settings: WalletSettings | None = None, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock()
        self.database = Database(url, "wallet", self.clock)
        self.base = Base(CommonSettings(), self.database)
        self.parked = Parked()
        self.base.inbox._link = self.parked  # type: ignore[assignment]
        self.service = WalletService()
        self.service.app = App(self.base, settings or WalletSettings())

    # --- events in ---

    def hear(self, entrypoint: str, *events: Event, ids: Sequence[str] | None = None) -> None:
        """One message of events; with `ids` the ones it was sent with before."""
        ids = ids or [f"event-{next(_ids)}" for _ in events]
        body = [
            encode(Envelope(id, f"trace-{id}", self.clock.now_ms(), event))
            for id, event in zip(ids, events, strict=True)
        ]
        getattr(self.service, entrypoint)(f"events.wallet.{entrypoint}", join_array(body))

    def registered(self, *accounts: str, device: str = "", **how: Any) -> None:
        """Players register."""
        self.hear("on_registered", *(registered(account, device) for account in accounts), **how)

    def asked(self, *events: contract.MatchAsked, **how: Any) -> None:
        """Matches want to begin."""
        self.hear("on_match_asked", *events, **how)

    def finished(self, *events: contract.MatchFinished, **how: Any) -> None:
        """Matches are over."""
        self.hear("on_match_finished", *events, **how)

    # --- requests ---

    def ask(self, request: Request[Any]) -> Any:
        """An answer or refusal, through the entrypoint and back from plain data."""
        from services.contracts.base import wire_name

        plain = msgspec.to_builtins(request)
        return read_answer(getattr(self.service, wire_name(type(request)))(plain), type(request).answer)

    def chips(self, *accounts: str) -> list[int]:
        """Balances of players."""
        from services.contracts.wallet import GetBalance

        return [self.ask(GetBalance(account=account)).chips for account in accounts]

    def check(self) -> LedgerCheck | Refusal:
        """The whole history, added up."""
        from services.contracts.wallet import CheckLedger

        return self.ask(CheckLedger())

    # --- what it told ---

    def told(self) -> list[Any]:
        """Everything told and sent since the last look, in no order: events and messages to tables."""
        with self.database.work() as work:
            rows = work.execute(sa.select(outbox)).all()
            work.execute(outbox.delete())
        return [_read(row) for row in rows]

    def told_of(self, kind: type[Any]) -> list[Any]:
        """Only these, and forget the rest."""
        return [each for each in self.told() if isinstance(each, kind)]

    def rows(self, table: str) -> int:
        """How many rows a table has."""
        with self.database.work() as work:
            return int(work.execute(sa.text(f"SELECT COUNT(*) FROM {table}")).scalar_one())

    def house(self, account: str) -> int:
        """The balance of a house account."""
        from services.wallet.store.schema import house

        statement = sa.select(sa.func.coalesce(sa.func.sum(house.c.chips), 0)).where(house.c.account == account)
        with self.database.work() as work:
            return int(work.execute(statement).scalar_one())

    def close(self) -> None:
        """Close the database."""
        self.database.close()


def _read(row: Any) -> Any:
    if row.routing_key == "wallet.chips_changed":
        return msgspec.json.decode(row.body, type=Envelope[ChipsChanged]).body
    assert (row.exchange, row.routing_key) == ("", REPLY_TO)
    return msgspec.json.decode(row.body, type=contract.Held | contract.Settled)


# --- events ---


def registered(account: str, device: str = "") -> Registered:
    """A new player."""
    return Registered(account=account, name=account.title(), device=device, created_at_ms=0)


def asked(match: str, *accounts: str, stake: int = 500) -> contract.MatchAsked:
    """A match that wants to begin."""
    return contract.MatchAsked(
        match=match,
        table=f"table-of-{match}",
        game="tictactoe",
        stake_chips=stake,
        accounts=list(accounts),
        reply_to=REPLY_TO,
    )


def finished(match: str, *accounts: str, stake: int = 500, **how: Any) -> contract.MatchFinished:
    """A match that the first seat has won, unless told otherwise. `departed`: seats that left, in order."""
    first_round_done = how.setdefault("first_round_done", True)
    departures = [
        contract.Departure(seat=seat, account=accounts[seat], at_ms=0, first_round_done=first_round_done, reason="left")
        for seat in how.pop("departed", ())
    ]
    usual: dict[str, Any] = {
        "match": match,
        "table": f"table-of-{match}",
        "number": 1,
        "game": "tictactoe",
        "rules": 1,
        "options": {},
        "stake_chips": stake,
        "clock_policy": "move_clock",
        "return_policy": "budget",
        "leave_policy": "forfeit",
        "competition": None,
        "practice": False,
        "accounts": list(accounts),
        "sides": [[seat] for seat in range(len(accounts))],
        "started_at_ms": 0,
        "ended_at_ms": 0,
        "outcome": "won",
        "winners": [0],
        "places": [],
        "points": [],
        "named": None,
        "reason": "",
        "hands": [],
        "departures": departures,
        "ratings": [],
        "reply_to": REPLY_TO,
    }
    return contract.MatchFinished(**usual | how)


def void(match: str, *accounts: str, stake: int = 500) -> contract.MatchFinished:
    """A match that has come to nothing."""
    return finished(match, *accounts, stake=stake, outcome="void", winners=[], first_round_done=False)
