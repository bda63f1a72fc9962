"""Defects as somebody might make them, each for as long as its context lasts; a simulation that misses one is blind."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import msgspec

from gateway.ws.tables import shard_owners
from services.platform.database import outbox
from services.tables.journal import commit_rows as commit
from services.tables.worker.cycle import batch, cycle, viewers
from services.tournaments.entries import use_cases as registration
from services.tournaments.pairing import rules as pairing
from services.wallet.stakes import rows as stakes
from tests.simulation import processes, veiled


@contextmanager
def an_acknowledgement_before_the_commit() -> Iterator[None]:
    """Players receive what is not in the journal yet."""
    real = cycle.Cycle.commit

    def hasty(self: Any) -> Any:
        self._prepare()
        self.send()
        self._prepare = self.send = lambda: None
        return real(self)

    with mock.patch.object(cycle.Cycle, "commit", hasty):
        yield


@contextmanager
def a_worker_that_ignores_the_fence() -> Iterator[None]:
    """It writes though its shard is another's."""
    with mock.patch.object(commit, "_lost", lambda _epochs, _now: frozenset()):
        yield


@contextmanager
def a_command_done_twice() -> Iterator[None]:
    """Nobody remembers that a command has been there before."""
    with (
        mock.patch.object(batch.Batch, "_known_answer", lambda *_: None),
        mock.patch.object(batch.Batch, "_old_answer", lambda *_: None),
    ):
        yield


@contextmanager
def a_gateway_that_forgets_what_it_gave() -> Iterator[None]:
    """Commands that a dead worker had not dealt with are lost."""
    with mock.patch.object(shard_owners.Owner, "all", lambda _self: []):
        yield


@contextmanager
def a_frame_for_the_neighbour() -> Iterator[None]:
    """A view is made for another seat than the one that looks."""

    class Confused(viewers.Viewing):
        def of(self, viewer: Any) -> Any:
            seats = len(self._table.seats)
            return super().of((viewer + 1) % seats if isinstance(viewer, int) else viewer)

    with mock.patch.object(viewers, "Viewing", Confused):
        yield


@contextmanager
def an_outbox_that_forgets() -> Iterator[None]:
    """What was not confirmed counts as sent."""
    with (
        mock.patch.object(outbox.OutboxRelay, "_confirmed", lambda *_: True),
        mock.patch.object(processes, "RELAY_UNSURE", 0.6),
    ):
        yield


@contextmanager
def a_wallet_that_pays_and_does_not_close() -> Iterator[None]:
    """What was held for a match still counts as held after it was paid."""
    with mock.patch.object(stakes, "end_holds", lambda *_: None):
        yield


class PeekingVeiled(veiled.Veiled):
    """Shows each seat a card of the next one's."""

    def view(self, state: Any, viewer: Any) -> Any:
        found = super().view(state, viewer)
        if not isinstance(viewer, int) or not state.cards:
            return found
        return msgspec.structs.replace(found, peek=state.cards[(viewer + 1) % 4][0])


class TalkingVeiled(veiled.Veiled):
    """Sends all viewers of the table the first seat's cards."""

    def event(self, before: Any, actor: Any, action: Any, after: Any, viewer: Any) -> Any:
        found = super().event(before, actor, action, after, viewer)
        if found is not None and found.kind == "dealt":
            found.data["first"] = list(after.cards[0])
        return found


@contextmanager
def a_cancellation_that_refunds_nobody() -> Iterator[None]:
    """A competition is called off, and its entries stay in escrow."""
    with mock.patch.object(registration, "refund", lambda *_: []):
        yield


@contextmanager
def an_entry_that_is_asked_once() -> Iterator[None]:
    """The wallet's answer to an entry is lost, and nobody asks again."""
    with mock.patch.object(registration, "ask_again", lambda _ports: None):
        yield


@contextmanager
def a_pairing_that_calls_nobody() -> Iterator[None]:
    """Players wait in a competition for ever."""
    with mock.patch.object(pairing, "pair", lambda *_waiting, **_how: []):
        yield
