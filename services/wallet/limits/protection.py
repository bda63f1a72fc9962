"""Protection of players: their limits, exclusion and session (RULES.md §11)."""

from collections.abc import Collection

import msgspec

from services.kernel.clock import TimeMs
from services.wallet.limits import rules as limits
from services.wallet.limits import self_exclusion as exclusion
from services.wallet.limits.rules import Limit, Period
from services.wallet.limits.self_exclusion import Exclusion

PERIODS: tuple[Period, ...] = ("day", "week", "month")
LIMITS = (*(f"deposit_{period}" for period in PERIODS), *(f"loss_{period}" for period in PERIODS), "stake", "session")
_MINUTE_MS = 60_000
BREAK_MS = 30 * _MINUTE_MS
"""A session that begins sooner after another goes on where that one stood: who logs out and in has had no break."""


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last session: when it began and ended; when one reached its limit; the last reality check acknowledged."""

    login_at_ms: TimeMs | None = None
    logout_at_ms: TimeMs | None = None
    spent_at_ms: TimeMs | None = None
    checked_at_ms: TimeMs | None = None
    carried_ms: int = 0
    """How long the sessions before lasted from which this one was not parted by a break."""
    end_heard_ms: TimeMs | None = None
    """The newest end that was reported; that of a session whose beginning is reported later is known by then."""

    @property
    def runs(self) -> bool:
        """Whether somebody is logged in."""
        return self.login_at_ms is not None and self.logout_at_ms is None


class Care(msgspec.Struct, frozen=True, omit_defaults=True):
    """The limits, exclusion and session of one player; what was never set is None."""

    limits: dict[str, Limit] = {}
    exclusion: Exclusion | None = None
    sitting: Sitting = Sitting()
    notice_at_ms: TimeMs | None = None
    limits_asked_at_ms: TimeMs | None = None
    """When the player was asked whether they want a limit of purchases."""

    def limit(self, name: str, now_ms: TimeMs) -> int | None:
        """A limit as it counts now."""
        found = self.limits.get(name)
        return found.at(now_ms) if found else None


def bind(found: Collection[Care], now_ms: TimeMs) -> Care:
    """What binds a person whose accounts have these limits and exclusions; nothing else of them."""
    names = sorted({name for care in found for name in care.limits})
    each_has = {name: [care.limits[name] for care in found if name in care.limits] for name in names}
    own = [care.exclusion for care in found if care.exclusion is not None]
    return Care({name: limits.strictest(each_has[name], now_ms) for name in names}, exclusion.joined(own, now_ms))


def bound(care: Care, binding: Care) -> Care:
    """An account's data once these limits and this exclusion bind its person; an exclusion that is over stays."""
    return msgspec.structs.replace(
        care, limits=care.limits | binding.limits, exclusion=binding.exclusion or care.exclusion
    )


def kept_of_erased(care: Care) -> Care:
    """What is left of an erased account's data: what binds its person."""
    if not care.limits and care.exclusion is None:
        return Care()
    return Care(care.limits, care.exclusion, care.sitting)


def begin_session(care: Care, at_ms: TimeMs, others: Collection[Care] = ()) -> Care:
    """A player has logged in; an older session whose end was not reported ends now. `others`: of the person's other
    accounts, whose sessions go on in this one."""
    before = care.sitting
    if before.login_at_ms is not None and at_ms <= before.login_at_ms:
        return care
    own = (each.sitting for each in (care, *others) if (each.sitting.login_at_ms or at_ms) < at_ms)
    ended = [end_session(msgspec.structs.replace(care, sitting=each), at_ms).sitting for each in own]
    last = max(ended, key=lambda each: each.logout_at_ms or 0, default=Sitting())
    spent_at_ms = max((each.spent_at_ms for each in ended if each.spent_at_ms is not None), default=None)
    began = _next_sitting(msgspec.structs.replace(last, spent_at_ms=spent_at_ms), at_ms)
    after = msgspec.structs.replace(care, sitting=began)
    heard_ms = before.end_heard_ms
    return after if heard_ms is None else end_session(after, heard_ms)


def _next_sitting(ended: Sitting, at_ms: TimeMs) -> Sitting:
    """A session that begins now: a fresh one after a break, or once a spent one is long enough ago."""
    if ended.login_at_ms is None or ended.logout_at_ms is None:
        return Sitting(login_at_ms=at_ms)
    if ended.spent_at_ms is not None:
        is_free = limits.check_session(ended.spent_at_ms, at_ms) is None
        return Sitting(login_at_ms=at_ms, spent_at_ms=None if is_free else ended.spent_at_ms)
    if at_ms - ended.logout_at_ms >= BREAK_MS:
        return Sitting(login_at_ms=at_ms)
    return Sitting(login_at_ms=at_ms, carried_ms=ended.carried_ms + ended.logout_at_ms - ended.login_at_ms)


def session_ms(care: Care, now_ms: TimeMs) -> int:
    """How long the running session has lasted, with those before it that no break parts from it."""
    sitting = care.sitting
    if not sitting.runs or sitting.login_at_ms is None:
        return 0
    return sitting.carried_ms + now_ms - sitting.login_at_ms


def end_session(care: Care, at_ms: TimeMs, began_at_ms: TimeMs | None = None) -> Care:
    """The session that began then has ended (None: any one that runs); one that began later is not affected, though
    it may have begun in the moment in which the other ended."""
    before = care.sitting
    if _is_older(at_ms, began_at_ms, before.login_at_ms):
        return care
    sitting = msgspec.structs.replace(before, end_heard_ms=max(at_ms, before.end_heard_ms or at_ms))
    if before.runs:
        spent_at_ms = session_spent_at_ms(care, at_ms) or before.spent_at_ms
        sitting = msgspec.structs.replace(sitting, logout_at_ms=at_ms, spent_at_ms=spent_at_ms)
    return msgspec.structs.replace(care, sitting=sitting)


def _is_older(end_ms: TimeMs, began_at_ms: TimeMs | None, login_at_ms: TimeMs | None) -> bool:
    """Whether an end is that of a session before the one that began at `login_at_ms`, if one did."""
    if login_at_ms is None:
        return False
    if end_ms == login_at_ms:
        return began_at_ms != login_at_ms
    return (end_ms if began_at_ms is None else min(began_at_ms, end_ms)) < login_at_ms


def session_spent_at_ms(care: Care, now_ms: TimeMs) -> TimeMs | None:
    """When the running session reached its limit, if it has; one that began too soon after another was spent has
    been of no use, and spends nothing."""
    minutes, login_at_ms = care.limit("session", now_ms), care.sitting.login_at_ms
    if login_at_ms is not None and limits.check_session(care.sitting.spent_at_ms, login_at_ms) is not None:
        return None
    if minutes is None or login_at_ms is None:
        return None
    since_ms = login_at_ms - care.sitting.carried_ms
    if not limits.session_spent(minutes, since_ms, now_ms):
        return None
    return max(login_at_ms, since_ms + minutes * _MINUTE_MS)


def set_limit(care: Care, name: str, value: int | None, now_ms: TimeMs, cooloff_hours: int) -> Care:
    """A limit after the player's wish."""
    changed = limits.change(care.limits.get(name, Limit()), value, now_ms, cooloff_hours)
    return msgspec.structs.replace(care, limits=care.limits | {name: changed})


def check_due(care: Care, now_ms: TimeMs, minutes: int) -> bool:
    """Whether a reality check waits to be acknowledged."""
    sitting = care.sitting
    if not sitting.runs or sitting.login_at_ms is None:
        return False
    return limits.reality_check_due(sitting.login_at_ms, sitting.checked_at_ms, now_ms, minutes)
