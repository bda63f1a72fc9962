"""Every event has its effect once, or is parked where an operator sees it."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.base import Envelope
from services.contracts.lobby.accounts.accounts import Registered
from services.platform.broker.link import BrokerDown, Unroutable
from services.platform.database import inbox as inbox_module
from services.platform.database.inbox import Inbox
from services.platform.database.unit_of_work import CommitInDoubt, Database, Work
from services.platform.process.json import encode, join_array
from services.platform.process.tracing import current_trace
from tests.platform.database.test_database import effects


class Link:
    """Keeps what is parked."""

    def __init__(self) -> None:
        self.parked: list[tuple[str, bytes, dict[str, Any]]] = []
        self.down = False

    def wait_up(self, _timeout_s: float) -> None:
        if self.down:
            raise BrokerDown("away")

    def together(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def publish(self, body: bytes, _exchange: str, queue: str, *, headers: dict[str, Any], **_how: Any) -> None:
        if self.down:
            raise BrokerDown("away")
        self.parked.append((queue, body, headers))


class Desk:
    """An inbox whose handler notes each account in `effects`."""

    def __init__(self, database: Database) -> None:
        self.link = Link()
        self.inbox = Inbox(database, self.link)  # type: ignore[arg-type]
        self.calls: list[list[str]] = []
        self.traces: list[str] = []
        self.before: Callable[[Work, str], Any] = lambda _work, _account: None

    def handle(self, work: Work, events: Sequence[Registered]) -> None:
        self.calls.append([event.account for event in events])
        self.traces.append(current_trace())
        for event in events:
            self.before(work, event.account)
            work.execute(sa.text("INSERT INTO effects VALUES (:what, 1)"), {"what": event.account})

    def hear(self, *bodies: bytes, name: str = "handler") -> None:
        self.inbox.handle(name, Registered, bodies, self.handle)


@pytest.fixture
def desk(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(inbox_module, "_RETRY_S", (0.0, 0.0))
    return Desk(database)


def message(*accounts: str, ids: Sequence[str] | None = None) -> bytes:
    envelopes = [
        Envelope(id, f"trace-{account}", 1, Registered(account=account, name="", device="", created_at_ms=1))
        for id, account in zip(ids or accounts, accounts, strict=True)
    ]
    return join_array([encode(each) for each in envelopes])


def test_a_message_delivered_three_times_has_one_effect(database, desk):
    for _ in range(3):
        desk.hear(message("ann", "bob"))
    assert effects(database) == ["ann", "bob"]
    assert desk.calls == [["ann", "bob"]]


def test_an_event_twice_in_one_message_has_one_effect(database, desk):
    desk.hear(message("ann", "bob", "ann"))
    assert effects(database) == ["ann", "bob"]


def test_only_what_is_new_in_a_message_is_handled(database, desk):
    desk.hear(message("ann"))
    desk.hear(message("ann", "bob"))
    assert desk.calls == [["ann"], ["bob"]]


def test_a_consumer_with_rows_of_its_own_gets_repeated_events_once_a_message(database, desk):
    known: list[str] = []

    def handle(work: Work, events: Sequence[Registered]) -> None:
        known.extend(event.account for event in events)

    for bodies in ([message("ann", "ann", "bob")], [message("bob")], [message("eva"), message("eva")]):
        desk.inbox.handle("handler", Registered, bodies, handle, remember=False)
    assert known == ["ann", "bob", "bob", "eva"]
    with database.work() as work:
        assert work.execute(sa.text("SELECT count(*) FROM inbox")).scalar_one() == 0


def test_an_event_that_is_not_wanted_is_neither_handled_nor_kept(database, desk):
    desk.inbox.handle(
        "handler", Registered, [message("ann", "bob")], desk.handle, wanted=lambda event: event.account == "bob"
    )
    assert desk.calls == [["bob"]]
    with database.work() as work:
        assert work.execute(sa.text("SELECT event_id FROM inbox")).scalars().all() == ["bob"]


def test_each_handler_has_a_memory_of_its_own(desk):
    desk.before = lambda work, _account: work.execute(sa.text("DELETE FROM effects"))
    desk.hear(message("ann"), name="one")
    desk.hear(message("ann"), name="two")
    assert desk.calls == [["ann"], ["ann"]]


def test_a_message_delivered_at_once_to_two_has_one_effect(database, desk):
    meeting = threading.Barrier(2)

    def hear() -> None:
        meeting.wait()
        desk.hear(message(*(f"account-{n}" for n in range(50))))

    threads = [threading.Thread(target=hear) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(effects(database)) == 50
    assert desk.link.parked == []


def test_the_handler_works_under_the_events_trace(desk):
    desk.hear(message("ann"))
    assert desk.traces == ["trace-ann"]
    assert current_trace() == ""


def test_a_bad_event_is_parked_and_the_good_ones_around_it_are_done(database, desk):
    def bad(_work: Work, account: str) -> None:
        if account == "bad":
            raise ValueError("poison")

    desk.before = bad
    desk.hear(message("ann", "bad", "bob"))
    assert effects(database) == ["ann", "bob"]
    ((queue, body, headers),) = desk.link.parked
    assert (queue, body) == ("dead.wallet", message("bad"))
    assert headers["x-handler"] == "handler" and headers["x-parked-at-ms"] == database.clock.now_ms()


def test_what_a_failing_handler_had_written_is_gone(database, desk):
    def bad(work: Work, account: str) -> None:
        work.execute(sa.text("INSERT INTO effects VALUES ('half', 1)"))
        raise ValueError("poison")

    desk.before = bad
    desk.hear(message("bad"))
    assert effects(database) == []


def test_a_parked_event_that_is_put_back_has_its_effect(database, desk):
    desk.before = lambda _work, _account: (_ for _ in ()).throw(ValueError)
    desk.hear(message("ann"))
    ((_, body, _),) = desk.link.parked
    desk.before = lambda _work, _account: None
    desk.hear(body)
    assert effects(database) == ["ann"]


def test_a_handler_that_fails_for_a_while_is_tried_again(database, desk):
    def at_first(_work: Work, _account: str) -> None:
        if len(desk.calls) < 3:
            raise ValueError("not yet")

    desk.before = at_first
    desk.hear(message("ann"))
    assert (effects(database), desk.link.parked) == (["ann"], [])


@pytest.mark.parametrize("body", [b"", b"no json", b"{}", b'[["id","trace",1,{"account":5}]]', b"[[]]", b"\xff\xfe"])
def test_what_cannot_be_read_is_parked_as_it_came(desk, body):
    desk.hear(body)
    ((queue, parked, _),) = desk.link.parked
    assert (queue, parked, desk.calls) == ("dead.wallet", body, [])


def test_what_cannot_be_read_is_parked_alone_and_its_company_has_its_effect(database, desk):
    desk.hear(message("ann"), b"no json", message("bob"))
    assert [body for _, body, _ in desk.link.parked] == [b"no json"]
    assert (effects(database), desk.calls) == (["ann", "bob"], [["ann", "bob"]])


def test_questions_that_cannot_be_read_are_parked_and_the_others_answered(desk):
    seen: list[str] = []
    bodies = [message("ann"), b"no json", message("bob")]
    desk.inbox.answer("handler", Registered, bodies, lambda _work, events: seen.extend(each.account for each in events))
    desk.inbox.answer("handler", Registered, [b"{}"], lambda _work, events: seen.append("nothing"))
    assert ([body for _, body, _ in desk.link.parked], seen) == ([b"no json", b"{}"], ["ann", "bob"])


def test_a_message_without_events_is_done(desk):
    desk.hear(b"[]")
    assert (desk.link.parked, desk.calls) == ([], [])


def test_what_cannot_be_parked_must_be_delivered_again(database, desk):
    desk.link.down = True
    with pytest.raises(BrokerDown):
        desk.hear(b"no json")
    desk.before = lambda _work, account: (_ for _ in ()).throw(ValueError) if account == "bad" else None
    with pytest.raises(BrokerDown):
        desk.hear(message("ann", "bad", "bob"))
    desk.link.down = False
    desk.hear(message("ann", "bad", "bob"))
    assert effects(database) == ["ann", "bob"]
    assert [body for _, body, _ in desk.link.parked] == [message("bad")]


@pytest.mark.real
def test_an_event_waits_until_the_database_is_back(postgres, outage, monkeypatch):
    monkeypatch.setattr(inbox_module, "_TRANSIENT_PAUSE_S", 0.05)
    monkeypatch.setattr("services.platform.database.unit_of_work._RETRY_S", (0.05,))
    desk = Desk(postgres)
    desk.hear(message("ann"))
    outage.begin()
    threading.Timer(0.8, outage.end).start()
    desk.hear(message("bob"))
    assert (effects(postgres), desk.link.parked) == (["ann", "bob"], [])


def test_an_event_with_an_uncertain_commit_has_its_effect_once(database, desk, monkeypatch):
    commit = database._commit

    def commit_and_lose_the_answer(work: Work) -> None:
        monkeypatch.setattr(database, "_commit", commit)
        commit(work)
        raise CommitInDoubt("the answer was lost")

    monkeypatch.setattr(database, "_commit", commit_and_lose_the_answer)
    desk.hear(message("ann"))
    assert (effects(database), desk.link.parked) == (["ann"], [])


def test_one_event_that_cannot_be_read_leaves_the_others_of_its_message_alone(database, desk):
    strange = b'["id-9","trace",1,{"account":5}]'
    desk.hear(join_array([message("ann")[1:-1], strange, message("bob")[1:-1]]))
    assert [body for _, body, _ in desk.link.parked] == [b"[" + strange + b"]"]
    assert effects(database) == ["ann", "bob"]


def test_a_reply_without_a_queue_is_offered_again_without_a_warning(desk, monkeypatch, capsys):
    waits = iter([Unroutable("tables.tictactoe.3"), Unroutable("tables.tictactoe.3")])
    answer_once = desk.inbox._answer_once

    def not_yet(*given: Any) -> None:
        error = next(waits, None)
        if error is not None:
            raise error
        answer_once(*given)

    monkeypatch.setattr(inbox_module, "_ANSWER_RETRY_S", (0.0,) * 9)
    monkeypatch.setattr(desk.inbox, "_answer_once", not_yet)
    warned: list[str] = []
    monkeypatch.setattr(inbox_module.log, "warning", lambda event, **_: warned.append(event), raising=False)
    seen: list[str] = []
    handler = lambda _work, events: seen.extend(event.account for event in events)  # noqa: E731
    desk.inbox.answer("handler", Registered, [message("ann")], handler)
    assert (seen, warned, desk.link.parked) == (["ann"], [], [])
