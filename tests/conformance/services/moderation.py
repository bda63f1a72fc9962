"""The calculations of moderation: pure functions over plain data (RULES.md §11, instants.py).

Times are returned in the form in which `at` was given.
"""

import math
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason
from services.moderation.appeals import rules as appeals
from services.moderation.cards import rules as cards
from services.moderation.reports import rules as reports
from services.moderation.sanctions import suspensions
from services.moderation.signals import rules as signals
from services.moderation.staff import roles
from services.moderation.staff.roles import Role
from tests.conformance import instants
from tests.conformance.edge import as_calculations
from tests.conformance.forms import InvalidDataError, unwrap
from tests.conformance.instants import Instant
from tests.conformance.services import idle_turns

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Kind = Literal["human", "player", "computer", "bot", "unknown"]

_AT_MS_MAX = 10**14
_HUMAN, _COMPUTER = {"human", "player"}, {"computer", "bot"}


class ActiveCards(msgspec.Struct, frozen=True):
    """Active cards by colour."""

    yellow: Count = 0
    blue: Count = 0


class Suspended(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A suspension as plain data."""

    from_: Instant
    until: Instant
    colour: str | None = None
    reason: str | None = None


def yellow_cards(clock: idle_turns.ClockClass, elapsed_s: Seconds) -> dict[str, Any]:
    """The cards that a play after `elapsed_s` has cost, and when the system lays the only tile (§2)."""
    elapsed_ms = math.ceil(Decimal(str(elapsed_s)) * 1000)
    system_play_at_s = idle_turns.SYSTEM_PLAY_MS // 1000 if clock == "single" else None
    return {"cards": idle_turns.yellow_cards(clock, elapsed_ms), "system_play_at_s": system_play_at_s}


def idle_suspension(
    clock: idle_turns.ClockClass, active_yellow: Annotated[int, msgspec.Meta(ge=0, le=cards.DEFAULTS.yellow_limit - 1)]
) -> dict[str, Any]:
    """When an idle turn suspends (§2)."""
    at_ms = idle_turns.idle_suspension_at_ms(clock, active_yellow)
    return {"at_s": None if at_ms is None else at_ms // 1000}


def apply_card(
    active: ActiveCards, card: cards.Colour, at: Instant, suspended_until: Instant | None = None
) -> dict[str, Any]:
    """The active cards after one more, and the suspension it completes (§4)."""
    queue_ends_ms = None if suspended_until is None else _at_ms(suspended_until)
    given = cards.apply_card(cards.Active(active.yellow, active.blue), card, _at_ms(at), queue_ends_ms)
    return {"active": given.active, "suspension": _times(given.suspension, at)}


def can_login(suspensions: list[Suspended], blocked: bool, now: Instant) -> dict[str, Any]:
    """Whether the account may log in (§4)."""
    return _can_login(suspensions, blocked, instants.read(now))


def report_check(
    reporter: str | int,
    reported: str | int,
    reported_kind: Kind = "human",
    contact_hours_ago: Seconds | None = None,
    undecided_same_pair: bool = False,
    filed_last_24h: Count = 0,
    earlier_reports_on_reported: Count = 0,
) -> dict[str, Any] | Refusal:
    """Whether a report is accepted (§5); `contact_hours_ago` null: never."""
    contact_ms = None if contact_hours_ago is None else math.ceil(Decimal(str(contact_hours_ago)) * 3_600_000)
    kind: Literal["human", "computer", "unknown"] = (
        "human" if reported_kind in _HUMAN else "computer" if reported_kind in _COMPUTER else "unknown"
    )
    times = unwrap(reports.file(
        reports.Filing(
            str(reporter), str(reported), kind, contact_ms, undecided_same_pair, filed_last_24h,
            earlier_reports_on_reported,
        )
    ))  # fmt: skip
    return {"accepted": True, "times_reported": times}


def decide(
    decision: reports.Decision,
    role: Role | list[Role],
    at: Instant,
    permanent: bool = False,
    own_involvement: bool = False,
    already_decided: bool = False,
    suspended_until: Instant | None = None,
    reason: str | None = None,
) -> dict[str, Any] | Refusal:
    """The effect of a decision on a report (§5). `reason` null: not looked at."""
    roles = role if isinstance(role, list) else [role]
    long_enough = "x" * 10 if reason is None else reason
    refusal = reports.check_decision(decision, roles, own_involvement, already_decided, long_enough)
    return refusal or _effect(reports.outcome(decision, permanent, _at_ms(at)), at, suspended_until)


def appeal_check(
    kind: str, decided_at: Instant, filed_at: Instant, earlier_appeal: bool, text: str
) -> dict[str, Any] | Refusal:
    """Whether an appeal is accepted (§9)."""
    decided_ms, filed_ms = instants.read(decided_at), instants.read(filed_at)
    if filed_ms < decided_ms:
        raise InvalidDataError("filed_at: before decided_at")
    named = "block" if kind == "permanent_block" else kind
    return appeals.check(named, decided_ms, filed_ms, earlier_appeal, text) or {"accepted": True}


def ruling(
    ruling: appeals.Ruling,
    suspensions: list[Suspended],
    appealed: Count,
    role: Role | list[Role],
    now: Instant,
    until: Instant | None = None,
    took_the_decision: bool = False,
    reason: str | None = None,
) -> dict[str, Any] | Refusal:
    """The suspensions after a ruling on an appeal against one of them, `appealed` by its index (§9). `reason` null:
    not looked at."""
    if appealed >= len(suspensions):
        raise InvalidDataError("appealed: no such suspension")
    given = role if isinstance(role, list) else [role]
    refusal = appeals.check_ruling(given, took_the_decision, "x" * 10 if reason is None else reason)
    if refusal is not None:
        return refusal
    read = [_suspension(one) for one in suspensions]
    until_ms = None if until is None else instants.read(until)
    after = unwrap(appeals.rule(read, read[appealed], ruling, instants.read(now), until_ms))
    return {"suspensions": [_times(one, now) for one in after]}


def mute(
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)],
    role: Role | list[Role],
    at: Instant,
    reason: str | None = None,
    own_involvement: bool = False,
) -> dict[str, Any] | Refusal:
    """Until when a mute holds (§5); 0 minutes ends it. `reason` null: not looked at."""
    given = role if isinstance(role, list) else [role]
    refusal = (
        roles.check(given, "mild", own_involvement)
        or (roles.check_mute(minutes * 60) if minutes else None)
        or (None if reason is None else check_reason(reason))
    )
    return refusal or {"until": instants.write(_at_ms(at) + minutes * 60_000, at)}


def signal(
    kind: signals.Kind,
    net_chips_24h: Annotated[int, msgspec.Meta(ge=-(10**15), le=10**15)] = 0,
    matches: Count = 0,
    together: Count = 0,
    games: Count = 0,
    against: Count = 0,
    hand_talk_24h: Count = 0,
    accounts_30d: list[str] | None = None,
    first_matches: Count = 0,
    with_inviter: Count = 0,
    addresses: list[str] | None = None,
    decision_times_ms: list[Count] | None = None,
    seated_hours_24h: Seconds = 0,
    early_7d: Count = 0,
    replaced_and_won_7d: Count = 0,
    losses_in_match: Count = 0,
    listed_messages_10min: Count = 0,
    reporters_7d: Count = 0,
    malformed_60s: Count = 0,
    decisions_30d: Count = 0,
    lost_thousandths: Count = 0,
    messages_at_table_24h: Count = 0,
    unwanted_messages_24h: Count = 0,
    unwanted_readers_24h: Count = 0,
    muted_messages_24h: Count = 0,
    messages_over_limits_24h: Count = 0,
) -> dict[str, Any]:
    """Whether what was counted in a window opens a case of this kind (§7); `payment_reversed` always does."""
    opens = {
        "chip_dump": signals.chip_dump(net_chips_24h),
        "collusion": signals.shared_matches(matches, together)
        or signals.one_opponent(games, against)
        or signals.hand_talk(hand_talk_24h),
        "multi_account": signals.shared_device(accounts_30d or ())
        or signals.captive_friend(first_matches, with_inviter),
        "same_ip": len(set(addresses or ())) < len(addresses or ()),
        "bot": signals.even_spread(signals.Spread.of(decision_times_ms or ())) or signals.sleepless(seated_hours_24h),
        "deserter": signals.deserter(early_7d, replaced_and_won_7d),
        "reconnect_abuse": signals.reconnect_abuse(losses_in_match),
        "chat": signals.chat(listed_messages_10min, reporters_7d),
        "protocol": signals.protocol(malformed_60s),
        "payment_reversed": True,
        "engine": signals.engine(decisions_30d, lost_thousandths),
        "messages": signals.table_talk(messages_at_table_24h)
        or signals.unwanted(unwanted_messages_24h, unwanted_readers_24h)
        or signals.unheard(muted_messages_24h, messages_over_limits_24h),
    }
    return {"opens_case": opens[kind]}


def _at_ms(at: Instant) -> TimeMs:
    at_ms = instants.read(at)
    if not 0 <= at_ms <= _AT_MS_MAX:
        raise InvalidDataError("at: between 1970 and 5138")
    return at_ms


def _times(suspension: suspensions.Suspension | None, like: Instant) -> dict[str, Instant] | None:
    if suspension is None:
        return None
    return {"from": instants.write(suspension.from_ms, like), "until": instants.write(suspension.until_ms, like)}


def _suspension(given: Suspended) -> suspensions.Suspension:
    return suspensions.Suspension(instants.read(given.from_), instants.read(given.until))


def _can_login(given: list[Suspended], blocked: bool, now_ms: TimeMs) -> dict[str, Any]:
    if blocked:
        return {"error": "account_blocked"}
    read = list(map(_suspension, given))
    running = suspensions.in_force(read, now_ms)
    if running is None:
        return {"allowed": True}
    return {"error": "account_suspended", "until": given[read.index(running)].until}


def _effect(outcome: reports.Outcome, at: Instant, suspended_until: Instant | None) -> dict[str, Any]:
    watch_until = None if outcome.watch_until_ms is None else instants.write(outcome.watch_until_ms, at)
    effect: dict[str, Any] = {"effect": outcome.effect, "watch_until": watch_until}
    if outcome.effect == "warning":
        effect["ack_required"] = outcome.ack_required
    if outcome.effect == "red_card":
        queue_ends_ms = None if suspended_until is None else _at_ms(suspended_until)
        card = cards.apply_card(cards.Active(), "red", _at_ms(at), queue_ends_ms)
        effect["suspension"] = _times(card.suspension, at)
    return effect


_OF_CARDS = yellow_cards, idle_suspension, apply_card, can_login
_OF_STAFF = report_check, decide, mute, appeal_check, ruling
CALCULATIONS = as_calculations((*_OF_CARDS, *_OF_STAFF, signal))
"""By the names of RULES.md §11."""
