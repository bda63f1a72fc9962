"""Events reach a partner's server whatever fails: nothing missed, in order, what comes twice known by its id
(services/moderation/RULES.md §16)."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from gateway.public_events.embedded_log import LogWriter
from gateway.webhooks.deliverer import Deliverer
from services.contracts.base import Envelope
from services.contracts.partners import webhooks as api
from services.moderation.settings import ModerationSettings
from services.platform.database import migrations
from services.platform.process.settings import CommonSettings
from tests.gateway.running_gateway import wait_for
from tests.gateway.webhooks import delivering
from tests.gateway.webhooks.receiver import Receiver, receiver

SETTLED, DONE = "wallet.match_settled", "tables.table_done"
KILLS = 3
EVENTS = 80


class Partner:
    """A platform's log and moderation, and the server of a partner with a webhook for settled matches."""

    def __init__(self, folder: Path, server: Receiver) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder}/moderation.db"
        migrations.migrate("moderation", self.url)
        self.log = LogWriter(CommonSettings(var_dir=str(folder)))
        self.server = server
        self.asked = delivering.Asked(self.url)
        self.asked.moderation.service.app.settings = ModerationSettings(webhook_own_hosts=[delivering.HOST])
        self.written = 0
        made: Any = self.ask(
            api.CreateWebhook(owner="shop", id="r-1", url=server.url, topics=[SETTLED], after_cursor="0.0")
        )
        server.secret, self.webhook = made.secret, made.webhook.webhook

    def ask(self, request: Any) -> Any:
        return self.asked.call(request)

    def write(self, count: int = 1) -> list[str]:
        ids = [f"e-{number:06}" for number in range(self.written, self.written + count)]
        self.written += count
        for id in ids:
            self.log.add(SETTLED, [Envelope(id, "", 5, {"match": id, "payouts": {}})])
            self.log.add(DONE, [Envelope(f"d-{id}", "", 5, {"table": id})])
        return ids

    def state(self) -> api.Webhook:
        (found,) = self.ask(api.ListWebhooks(owner="shop")).webhooks
        return found

    def delivering(self) -> AbstractContextManager[Deliverer]:
        """Deliver in this process."""
        return delivering.delivering(self.url, str(self.folder))


@pytest.fixture
def partner(tmp_path: Path) -> Iterator[Partner]:
    with receiver() as server:
        yield Partner(tmp_path, server)


def ids(events: list[Any]) -> list[str]:
    return list(dict.fromkeys(each.id for each in events))


def test_events_come_signed_in_order_with_their_cursors(partner: Partner) -> None:
    written = partner.write(20)
    with partner.delivering():
        wait_for(lambda: len(partner.server.taken) == 20, "all events")
        assert [each.id for each in partner.server.taken] == written
        assert {each.type for each in partner.server.taken} == {SETTLED}
        wait_for(lambda: partner.state().delivered == 20, "the last report")
    assert partner.state().cursor == partner.server.taken[-1].cursor
    assert partner.server.headers[0]["Content-Type"] == "application/json"


@pytest.mark.parametrize("status", [0, 301, 307, 400, 429, 500])
def test_what_is_not_taken_is_sent_again_and_nothing_overtakes_it(partner: Partner, status: int) -> None:
    written = partner.write(3)
    failures = iter([status] * 4)
    partner.server.answer = lambda event: next(failures, 200) if event.id == written[1] else 200
    with partner.delivering():
        wait_for(lambda: len(partner.server.taken) == 3, "all events")
    assert [each.id for each in partner.server.offered] == [written[0], *[written[1]] * 5, written[2]]
    assert len({each.body for each in partner.server.offered}) == 3
    tries = partner.ask(api.ListWebhookDeliveries(owner="shop", webhook=partner.webhook)).deliveries
    assert {each.status for each in tries if each.outcome == "failed"} == {status}


def test_a_silent_server_is_waited_for_no_longer_than_the_limit(partner: Partner) -> None:
    (written,) = partner.write()
    slow = iter([2.0])

    def answer(_event: Any) -> int:
        time.sleep(next(slow, 0))
        return 200

    partner.server.answer = answer
    with partner.delivering():
        wait_for(lambda: [each.id for each in partner.server.taken].count(written) >= 1, "the event")
        wait_for(lambda: partner.state().delivered == 1, "its report")
    tries = partner.ask(api.ListWebhookDeliveries(owner="shop", webhook=partner.webhook)).deliveries
    outcomes = [(each.outcome, each.error) for each in tries]
    assert outcomes[0] == ("delivered", "")
    assert set(outcomes[1:]) == {("failed", "timeout")}  # more than one on a busy machine


def test_processes_are_killed_and_servers_fail_and_nothing_is_missed(partner: Partner) -> None:
    seed = random.Random(7)
    partner.server.answer = lambda _event: seed.choice([200, 200, 200, 200, 200, 200, 500, 0])
    stop = threading.Event()

    def happen() -> None:
        while partner.written < EVENTS and not stop.is_set():
            partner.write(5)
            time.sleep(0.05)

    writing = threading.Thread(target=happen)
    writing.start()
    command = [sys.executable, "-m", "tests.gateway.webhooks.delivering", partner.url, str(partner.folder)]
    try:
        for _ in range(KILLS):
            before = len(partner.server.taken)
            with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
                wait_for(lambda: len(partner.server.taken) > before + 5, "some events")  # noqa: B023
                process.kill()
        with partner.delivering():
            wait_for(lambda: len(ids(partner.server.taken)) == EVENTS, "all events")
    finally:
        stop.set()
        writing.join()
    assert ids(partner.server.taken) == [f"e-{number:06}" for number in range(EVENTS)]
    bodies: dict[str, bytes] = {}
    for each in partner.server.offered:
        assert bodies.setdefault(each.id, each.body) == each.body


def test_two_processes_do_not_send_at_the_same_time(partner: Partner) -> None:
    written = partner.write(40)
    with partner.delivering(), partner.delivering():
        wait_for(lambda: len(partner.server.taken) == 40, "all events")
    assert [each.id for each in partner.server.offered] == written


def test_a_replay_begins_after_its_cursor(partner: Partner) -> None:
    written = partner.write(4)
    with partner.delivering():
        wait_for(lambda: partner.state().delivered == 4, "all events")
        again = partner.server.taken[1].cursor
        partner.ask(api.ReplayWebhook(owner="shop", id="r-2", webhook=partner.webhook, after_cursor=again))
        wait_for(lambda: partner.state().delivered == 6, "the replay")
    assert [each.id for each in partner.server.taken] == [*written, *written[2:]]


def test_a_paused_webhook_gets_nothing_and_goes_on_where_it_was(partner: Partner) -> None:
    first = partner.write(2)
    with partner.delivering():
        wait_for(lambda: partner.state().delivered == 2, "the first events")
        partner.ask(api.PauseWebhook(owner="shop", id="p", webhook=partner.webhook))
        time.sleep(0.3)
        second = partner.write(2)
        time.sleep(0.3)
        assert len(partner.server.offered) == 2
        partner.ask(api.ResumeWebhook(owner="shop", id="q", webhook=partner.webhook))
        wait_for(lambda: len(partner.server.taken) == 4, "the others")
    assert [each.id for each in partner.server.taken] == first + second


def test_a_server_that_says_gone_gets_nothing_more(partner: Partner) -> None:
    partner.write(2)
    partner.server.answer = lambda _event: 410
    with partner.delivering():
        wait_for(lambda: partner.state().state == "disabled", "the end of the webhook")
    assert len(partner.server.offered) == 1
    assert partner.state().last_error == "status 410"


def test_a_cursor_of_another_log_disables_the_webhook_and_says_why(partner: Partner) -> None:
    partner.ask(api.ReplayWebhook(owner="shop", id="r-3", webhook=partner.webhook, after_cursor="900.0"))
    with partner.delivering():
        wait_for(lambda: partner.state().state == "disabled", "the end of the webhook")
    assert partner.state().last_error == "cursor_invalid"


def test_an_address_that_has_become_private_is_not_connected_to(partner: Partner) -> None:
    partner.write(1)
    with delivering.delivering(partner.url, str(partner.folder), own_hosts=()):
        wait_for(lambda: partner.state().last_error == "address_not_public", "the failure")
    assert partner.server.offered == []
