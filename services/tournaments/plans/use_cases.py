"""Use cases of operators: drafts, announcing, cancelling, the audit (RULES.md §5)."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

import msgspec

from services.contracts.moderation.conduct import GetConduct
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions
from services.contracts.tournaments import competitions as contract
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_line, clean_text, fits
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.tournaments import endings
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications, rules
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import UNKNOWN, Definition, entrants_min, entries_max
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.ports import Ports
from services.tournaments.prizes import rules as prize_rules
from services.tournaments.standings import game_rows as games

A = TypeVar("A")
RUNOUT_HANDS = 4
"""The hands that win a dominoes match without a target in pips, whose game points are hands."""
_AUDIT_MAX = 500
_PREVIEW_PLACES = 20


def as_operator(ports: Ports, account: str, do: Callable[[], A | Refusal], *roles: str) -> A | Refusal:
    """Call `do` if moderation confirms that the account may operate: `forbidden`."""
    return as_staff(ports, account, do, {"operator", *roles})


def as_staff(ports: Ports, account: str, do: Callable[[], A | Refusal], roles: Collection[str]) -> A | Refusal:
    """Call `do` if moderation confirms that the account has one of these roles: `forbidden`."""
    conduct = ports.ask(GetConduct(account=account))
    if isinstance(conduct, Refusal):
        return conduct
    may = set(roles) & set(conduct.roles) and conduct.suspension is None
    return do() if may else Refusal("forbidden")


# --- drafts ---

NAME_LENGTH_MIN = 3
NAME_LENGTH_MAX = 60
"""Of a competition's name, in signs that people see."""


class Checked(msgspec.Struct, frozen=True):
    """A checked plan, its name as it is stored, and whether its games are played by pairs."""

    name: str
    definition: Definition
    in_pairs: bool


def check_plan(ports: Ports, plan: contract.Plan) -> Checked | Refusal:
    """`game_unknown`, `options_invalid`, `competition_invalid` (detail: the field)."""
    name = clean_line(plan.name)
    if not fits(name, NAME_LENGTH_MIN, NAME_LENGTH_MAX):
        return Refusal("competition_invalid", {"field": "name"})
    checked = ports.ask(CheckOptions(game=plan.game, options=plan.options))
    if isinstance(checked, Refusal):
        return checked
    if checked.house_banked:
        return Refusal("competition_invalid", {"field": "game"})
    if checked.seats != plan.players:
        return Refusal("competition_invalid", {"field": "players"})
    definition = _definition(plan, checked)
    refusal = rules.check_definition(definition, ports.settings.competition)
    in_pairs = len(checked.sides) == 2 and all(len(side) == 2 for side in checked.sides)
    return refusal or Checked(name, definition, in_pairs)


def _definition(plan: contract.Plan, checked: CheckedOptions) -> Definition:
    target = checked.options.get("target", checked.options.get("target_score"))
    return Definition(
        game=plan.game,
        players=plan.players,
        opens_at_ms=plan.opens_at_ms,
        starts_at_ms=plan.starts_at_ms,
        ends_at_ms=plan.ends_at_ms,
        price=plan.price_chips,
        games_per_entry=plan.games_per_entry,
        kind=plan.kind,
        prize_mode=plan.prize_mode,
        x=plan.x if plan.kind == "best_x" else None,
        options=checked.options,
        target=RUNOUT_HANDS if target == "runout" else target if isinstance(target, int) else None,
        max_entries=plan.max_entries,
        min_entrants=plan.min_entrants,
        prizes=tuple(plan.prizes) if plan.prize_mode == "fixed" else (),
        shares_bps=tuple(plan.shares_bps) if plan.prize_mode == "growing" else (),
        guarantee=plan.guarantee_chips,
        pool_bps=plan.pool_bps,
    )


def save_competition(ports: Ports, request: contract.SaveCompetition) -> contract.PlanCard | Refusal:
    """Create or change a draft, or preview it."""
    known: contract.PlanCard | Refusal | None = ports.run(_saved_or_frozen, request)
    if known is not None:
        return known
    checked = check_plan(ports, request.plan)
    if isinstance(checked, Refusal):
        return checked
    if request.preview:
        new = Competition(request.competition, checked.name, "draft", checked.definition, checked.in_pairs)
        return plan_card(ports, new)
    return check_reason(request.reason) or ports.run(_save_once, request, checked)


def _saved_or_frozen(
    work: Work, _ports: Ports, request: contract.SaveCompetition
) -> contract.PlanCard | Refusal | None:
    """The answer that this request had before, or why nothing can be saved."""
    answer: contract.PlanCard | Refusal | None = None if request.preview else commands.find(work, request)
    known = competitions.find(work, request.competition)
    return answer or (None if known is None else rules.check_edit(known.state))


def _save_once(
    work: Work, ports: Ports, request: contract.SaveCompetition, checked: Checked
) -> contract.PlanCard | Refusal:
    return commands.once_per_request(work, request, lambda: _save(work, ports, request, checked))


def _save(work: Work, ports: Ports, request: contract.SaveCompetition, checked: Checked) -> contract.PlanCard | Refusal:
    new = Competition(request.competition, checked.name, "draft", checked.definition, checked.in_pairs)
    before = None
    if not competitions.add(work, new):
        before = competitions.lock(work, new.id)
        assert before is not None, "drafts are never deleted"
        refusal = rules.check_edit(before.state)
        if refusal is not None:
            return refusal
        new = competitions.save(work, before, new)
    was = None if before is None else before.definition
    detail = {"before": was, "after": checked.definition}
    change_log.note(work, new.id, "saved", request.account, clean_text(request.reason), detail)
    return plan_card(ports, new)


def publish_competition(work: Work, ports: Ports, request: contract.PublishCompetition) -> contract.PlanCard | Refusal:
    """Announce a draft, which freezes the present settings in it."""
    one = competitions.lock(work, request.competition)
    if one is None:
        return UNKNOWN
    missing = check_reason(request.reason)
    if missing is not None:
        return missing
    state = rules.published(one.state)
    if isinstance(state, Refusal):
        return state
    if one.definition.starts_at_ms <= work.now_ms:
        return Refusal("competition_invalid", {"field": "starts_at"})
    after = freeze(ports, msgspec.structs.replace(one, state=state))
    detail = {"definition": after.definition}
    change_log.note(work, one.id, "announced", request.account, clean_text(request.reason), detail)
    return plan_card(ports, notifications.changed(work, ports, one, after))


def freeze(ports: Ports, one: Competition) -> Competition:
    """The competition with the operator's present settings frozen in it."""
    settings, definition = ports.settings.competition, one.definition
    definition = msgspec.structs.replace(
        definition,
        pool_bps=settings.pool_bps if definition.pool_bps is None else definition.pool_bps,
        max_entries=entries_max(definition, settings),
        min_entrants=entrants_min(definition),
    )
    return msgspec.structs.replace(
        one, definition=definition, overtime_min=settings.overtime_min, due_at_ms=definition.opens_at_ms
    )


def cancel_competition(work: Work, ports: Ports, request: contract.CancelCompetition) -> contract.PlanCard | Refusal:
    """Cancel a competition."""
    one = competitions.lock(work, request.competition)
    if one is None:
        return UNKNOWN
    missing = check_reason(request.reason)
    if missing is not None:
        return missing
    reason = clean_text(request.reason)
    state = rules.cancelled(one.state)
    if isinstance(state, Refusal):
        return state
    after = endings.call_off(work, ports, one, games.running(work, one.id), reason)
    change_log.note(work, one.id, "cancelled", request.account, reason, {"before": one.state})
    return plan_card(ports, notifications.changed(work, ports, one, after))


def list_plans(work: Work, ports: Ports, request: contract.ListPlans) -> contract.PlanCards | Refusal:
    """A page of all competitions, drafts too, those that start latest first."""
    last = None if request.after is None else competitions.find(work, request.after)
    if request.after is not None and last is None:
        return UNKNOWN
    after = None if last is None else (last.definition.starts_at_ms, last.id)
    found = competitions.latest(work, request.limit + 1, after=after)
    page = found[: request.limit]
    return contract.PlanCards(
        plans=[plan_card(ports, each) for each in page], next_after=page[-1].id if len(found) > len(page) else None
    )


def get_plan(work: Work, ports: Ports, request: contract.GetPlan) -> contract.PlanCard | Refusal:
    """One competition or draft."""
    one = competitions.find(work, request.competition)
    return UNKNOWN if one is None else plan_card(ports, one)


def list_entrants(work: Work, _ports: Ports, request: contract.ListEntrants) -> contract.Entrants | Refusal:
    """The entrants, by name."""
    if competitions.find(work, request.competition) is None:
        return UNKNOWN
    found, total = entrants.list_entrants(work, request.competition, request.beginning.strip(), request.limit)
    paid = entrants.paid_by(work, request.competition, [each.account for each in found])
    lines = [
        contract.EntrantLine(
            account=each.account, name=each.name, entries=paid.get(each.account, 0), disqualified=each.disqualified
        )
        for each in found
    ]
    return contract.Entrants(entrants=lines, total=total)


def list_audit(work: Work, _ports: Ports, request: contract.ListAudit) -> contract.Audit | Refusal:
    """The changes of a competition."""
    if competitions.find(work, request.competition) is None:
        return UNKNOWN
    found = change_log.audit_of(work, request.competition, _AUDIT_MAX)
    return contract.Audit(lines=[contract.AuditLine(**msgspec.structs.asdict(each)) for each in found])


def plan_card(ports: Ports, one: Competition) -> contract.PlanCard:
    """A competition for its operator; the prizes are those of the least number of entrants with one entry each."""
    settings, definition = one.settings(ports.settings.competition), one.definition
    entries = entrants_min(definition)
    return contract.PlanCard(
        id=one.id,
        state=one.state,
        plan=plan_of(one.name, definition),
        pool_chips=prize_rules.pool_of(definition, entries, settings),
        prizes_chips=prize_rules.prizes_by_place(definition, entries, _PREVIEW_PLACES, settings),
        reason=one.reason,
    )


def plan_of(name: str, definition: Definition) -> contract.Plan:
    """A definition in the form that operators write."""
    fields: dict[str, Any] = msgspec.structs.asdict(definition)
    fields.pop("target")
    for own, unit in (("price", "price_chips"), ("guarantee", "guarantee_chips")):
        fields[unit] = fields.pop(own)
    return contract.Plan(name=name, **fields)
