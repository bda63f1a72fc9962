"""The problem of the day, at an hour that its player has chosen (RULES.md §24)."""

from collections.abc import Sequence
from datetime import date, timedelta

from services.contracts.tables.problems import ProblemAnswered
from services.contracts.wallet.limits import CareCard, GetCare
from services.kernel.clock import TimeMs
from services.kernel.local_time import local_day, wall_time_ms
from services.kernel.refusal import Refusal
from services.lobby.ports import Ports
from services.lobby.push import notices, rules
from services.lobby.push import rows as stored
from services.lobby.push.rules import Notice
from services.platform.database.unit_of_work import Work

_AT_ONCE = 100
"""The most accounts of one sweep; the others follow with the next."""
_KNOWS_NOTHING = "account_unknown"
"""The wallet's answer about an account that has never played for chips: no check is due."""


def answered(work: Work, _ports: Ports, events: Sequence[ProblemAnswered]) -> None:
    """Problems of a day were answered: who has answered one, rightly or not, is not notified of that day."""
    for event in sorted(events, key=lambda each: (each.account, each.day)):
        stored.save_problem_done(work, event.account, event.day)


def sweep(ports: Ports) -> Refusal | None:
    """Notify those whose hour has come. The wallet is asked before, for somebody with a reality check that is due gets
    nothing; while it cannot be asked nobody does."""
    for account in ports.run(_due):
        care = ports.rpc.call(GetCare(account=account), ports.settings.table_checks_timeout_ms)
        if isinstance(care, Refusal) and care.error != _KNOWS_NOTHING:
            return care
        ports.run(_remind, account, isinstance(care, CareCard) and care.check_due)
    return None


def _due(work: Work, _ports: Ports) -> list[str]:
    return stored.find_problem_due(work, _AT_ONCE)


def _remind(work: Work, ports: Ports, account: str, silent: bool) -> None:
    """Decided again under the account's lock, so that of several processes one does it; the next time is stored with
    it."""
    chosen = stored.lock_choices(work, account)
    if chosen is None or chosen.problem_next_ms is None or chosen.problem_next_ms > work.now_ms:
        return
    zone, minute = rules.quiet_hours(chosen).zone, chosen.problem_minute
    stored.save_problem_hour(work, account, minute, rules.next_at(zone, minute, work.now_ms))
    day = local_day(ports.settings.house_zone, work.now_ms)
    if silent or chosen.problem_done_day >= day.isoformat():
        return
    until_ms = min(
        rules.last_at(zone, minute, work.now_ms) + rules.PROBLEM_HOLDS_MS, _end_of(ports.settings.house_zone, day)
    )
    if until_ms > work.now_ms:
        notices.notify(work, ports, Notice(f"problem|{day}", "problem", day.isoformat(), until_ms), (account,))


def _end_of(zone: str, day: date) -> TimeMs:
    return wall_time_ms(zone, day + timedelta(days=1), 0)
