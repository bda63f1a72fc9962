"""While cards are given, moderation, RabbitMQ and PostgreSQL die: no card is lost or doubled, the chain is whole.

One process of moderation on real servers, asked over the broker by an administrator who asks again, with the same id,
until there is an answer.
"""

import itertools
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

import pytest

from bench.processes.faults import Faults
from bench.processes.schedule import Fault
from bench.processes.whole_platform import Platform
from bench.robots import verify_databases as verify
from bench.robots.verify_databases import Verdict
from services.contracts.base import Request
from services.contracts.moderation.cards import GiveCard, KeptSuspension, LiftSuspension
from services.contracts.moderation.staff import AuditCheck, CheckAuditLog
from services.kernel.refusal import Refusal
from services.moderation.staff import role_rows
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Database
from services.platform.process.settings import CommonSettings
from tests.support.server import in_memory, wait_until
from tests.support.servers import PostgresServer, RabbitServer, find_postgres, find_rabbitmq

pytestmark = [pytest.mark.real, pytest.mark.long]

A = TypeVar("A")
REASON = "seen in the chat of the table"
JUDGE = "judge"
OFFENDERS = 5
CARDS_BETWEEN = 8
"""As many cards are given before each fault, and after the last one."""
FAULTS = ("kill_moderation", "restart_broker", "kill_moderation", "restart_database", "kill_moderation")
LIMIT_S = 300.0
ANSWER_MS = 5_000


@pytest.fixture
def platform() -> Iterator[Platform]:
    if find_rabbitmq() is None or find_postgres() is None:
        pytest.skip("RabbitMQ or PostgreSQL is not installed (Debian: rabbitmq-server, postgresql)")
    with (
        RabbitServer(in_memory()) as rabbit,
        PostgresServer(in_memory()) as postgres,
        Platform(rabbit, postgres, workers=0, gateways=0, services=["moderation"]) as platform,
    ):
        yield platform


class Administrator:
    """Gives cards to one after the other, and lifts every fourth suspension, until it is stopped."""

    def __init__(self, platform: Platform) -> None:
        self._rpc = RpcClient(CommonSettings(broker_url=platform.rabbit.url(platform.vhost)), JUDGE).start()
        self.given: list[str] = []
        self.failed: list[str] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(LIMIT_S)
        assert not self._thread.is_alive()

    def close(self) -> None:
        self._rpc.stop()

    def ask(self, request: Request[A]) -> A | Refusal:
        """The answer, however often it takes."""
        until_s = time.monotonic() + LIMIT_S
        while True:
            answer = self._rpc.call(request, timeout_ms=ANSWER_MS)
            if not (isinstance(answer, Refusal) and answer.error in ("service_unavailable", "internal_error")):
                return answer
            if time.monotonic() > until_s:
                return answer
            time.sleep(0.05)

    def _run(self) -> None:
        for number in itertools.count(1):
            if self._stopping.is_set():
                return
            self._give(f"card-{number}", f"offender-{number % OFFENDERS}", lift=number % 4 == 0)

    def _give(self, card: str, offender: str, *, lift: bool) -> None:
        kept = self.ask(GiveCard(account=JUDGE, id=card, to=offender, reason=REASON))
        if not isinstance(kept, KeptSuspension):
            self.failed.append(f"{card}: {kept}")
        elif lift:
            lifted = self.ask(LiftSuspension(account=JUDGE, suspension=kept.id, reason=REASON, alone=True))
            if isinstance(lifted, Refusal) and lifted.error != "suspension_over":  # lifted, and the answer was lost
                self.failed.append(f"{card}: {lifted}")
        self.given.append(card)


@pytest.mark.timeout(1_200)
def test_while_processes_die_no_card_is_lost_or_doubled_and_the_chain_is_whole(platform: Platform) -> None:
    database = Database(platform.postgres.url(platform.databases["moderation"]), "moderation")
    database.run(role_rows.add_role, JUDGE, "administrator")
    database.close()
    faults, judge = Faults(platform), Administrator(platform)
    faults.wait_for_queues_on_disk()
    judge.start()
    try:
        for kind in FAULTS:
            _wait_for_more(judge)
            faults.do(Fault(kind, "moderation", 0.0, 0.2))
        _wait_for_more(judge)
    finally:
        judge.stop()
    assert judge.failed == []
    check = judge.ask(CheckAuditLog(account=JUDGE))
    judge.close()
    _check_cards(platform, judge.given)
    _check_log(platform, judge.given, check)
    verdict = Verdict()
    verify.check_dead(platform, verdict)
    assert verdict.broken == []


def _wait_for_more(judge: Administrator) -> None:
    before = len(judge.given)
    wait_until(lambda: len(judge.given) >= before + CARDS_BETWEEN or bool(judge.failed), LIMIT_S, "more cards")


def _rows(platform: Platform, statement: str) -> list[tuple[object, ...]]:
    with platform.postgres.connect(platform.databases["moderation"]) as connection:
        return connection.execute(statement).fetchall()  # type: ignore[arg-type]


def _check_cards(platform: Platform, given: list[str]) -> None:
    """Each is kept once and has made one suspension and one message; an account's suspensions follow on."""
    kept = _rows(platform, "SELECT card_id, suspension_id FROM moderation.cards")
    assert sorted(str(card) for card, _ in kept) == sorted(given)
    made = {suspension for (suspension,) in _rows(platform, "SELECT suspension_id FROM moderation.suspensions")}
    assert {suspension for _, suspension in kept} == made and len(made) == len(given)
    letters = _rows(platform, "SELECT count(*) FROM moderation.letters WHERE code = 'suspended'")
    assert letters == [(len(given),)]
    lasting = _rows(
        platform,
        "SELECT account, from_ms, until_ms, decided_at_ms FROM moderation.suspensions"
        " WHERE until_ms > from_ms ORDER BY account, from_ms",
    )
    following = [(one, other) for one, other in itertools.pairwise(lasting) if one[0] == other[0]]
    gaps = [(one, other) for one, other in following if other[1] not in (one[2], other[3])]
    assert gaps == [], "each begins where the one before ends, or with its card where none was running"


def _check_log(platform: Platform, given: list[str], check: AuditCheck | Refusal) -> None:
    """The chain is whole, and every card is in it once."""
    assert isinstance(check, AuditCheck) and check.broken_at is None
    assert _rows(platform, "SELECT count(*) FROM moderation.audit_log") == [(check.entries,)]
    logged = _rows(platform, "SELECT object FROM moderation.audit_log WHERE action = 'card'")
    assert Counter(str(card) for (card,) in logged) == Counter(given)
