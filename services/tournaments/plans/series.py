"""Competitions that come again: made, changed and stopped by operators, and announced by the clock (RULES.md §8)."""

from datetime import date
from functools import partial

import msgspec

from services.contracts.tables.catalogue import CheckOptions
from services.contracts.tournaments import templates as contract
from services.kernel.clock import DAY_MS, TimeMs, utc_date
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.platform.process.logs import get_logger
from services.tournaments import endings, metrics
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.plans import default_evenings, recurrence, template_rows, templates
from services.tournaments.plans.template_rows import Stored
from services.tournaments.plans.templates import Template
from services.tournaments.plans.use_cases import Checked, check_plan, freeze, plan_of
from services.tournaments.ports import Ports

log = get_logger(__name__)

_AT_ONCE = 50
"""The most competitions of a template that are announced in one transaction; the rest follows at once."""
_TRY_AGAIN_MS = 60_000
_SERIES_CHANGED = "series_changed"
"""The reason of those that are called off because their template was changed or stopped."""


# --- operators ---


def save_template(ports: Ports, request: contract.SaveTemplate) -> contract.Template | Refusal:
    """Create, change or stop a template."""
    known: contract.Template | Refusal | None = ports.run(_answered, request)
    if known is not None:
        return known
    checked = check_plan(ports, request.plan)
    if isinstance(checked, Refusal):
        return checked
    found = _recurrence(request)
    if isinstance(found, Refusal):
        return found
    return check_reason(request.reason) or ports.run(_save_once, request, checked, found)


def _answered(work: Work, _ports: Ports, request: contract.SaveTemplate) -> contract.Template | Refusal | None:
    """The answer that this request had before."""
    known: contract.Template | Refusal | None = commands.find(work, request)
    return known


def _save_once(
    work: Work, ports: Ports, request: contract.SaveTemplate, checked: Checked, found: recurrence.Recurrence
) -> contract.Template | Refusal:
    return commands.once_per_request(work, request, lambda: _save(work, ports, request, checked, found))


def _recurrence(request: contract.SaveTemplate) -> recurrence.Recurrence | Refusal:
    if (request.rule is None) == (request.every is None):
        return Refusal("recurrence_invalid", {"field": "rule"})
    rule = f"FREQ={(request.every or '').upper()}" if request.rule is None else request.rule
    return recurrence.read(rule, request.zone, request.plan.starts_at_ms)


def _save(
    work: Work, ports: Ports, request: contract.SaveTemplate, checked: Checked, found: recurrence.Recurrence
) -> contract.Template:
    draft = Competition(request.template, checked.name, "draft", checked.definition, checked.in_pairs)
    definition = freeze(ports, draft).definition
    after = Template(request.template, checked.name, definition, found, request.lead_ms, active=request.active)
    after = msgspec.structs.replace(after, in_pairs=checked.in_pairs, saved_at_ms=work.now_ms)
    before = template_rows.lock(work, after.id)
    if before is not None and templates.is_same(before.template, after):
        return _card(work, before.template)
    called_off: list[contract.Announced] = []
    if before is not None:
        after = msgspec.structs.replace(after, made=before.template.made)
        called_off = _call_off_unentered(work, ports, after.id)
    _store(work, after)
    change_log.note(work, after.id, "template", request.account, clean_text(request.reason), {"after": after})
    return msgspec.structs.replace(_card(work, after), called_off=called_off)


def _store(work: Work, template: Template) -> None:
    """Store a template with the moment of its next announcement."""
    start = templates.next_start(template, work.now_ms, _taken(work, template.id)) if template.active else None
    due_at_ms = None if start is None else templates.announced_at_ms(template, start)
    template_rows.save(work, Stored(template, due_at_ms))


def _taken(work: Work, template: str) -> dict[date, str]:
    """The competitions of the dates from yesterday on; no zone is more than a day behind UTC."""
    return template_rows.dates_of(work, template, utc_date(work.now_ms - DAY_MS))


def _call_off_unentered(work: Work, ports: Ports, template: str) -> list[contract.Announced]:
    """Call off the competitions of a template that nobody has entered, and free their dates."""
    called_off = []
    for day, competition in sorted(_taken(work, template).items()):
        one = competitions.lock(work, competition)
        if one is None or one.state not in ("announced", "open"):
            continue
        counts = entrants.count_entries(work, [one.id])[one.id]
        if counts.entries or counts.pending:
            continue
        notifications.changed(work, ports, one, endings.call_off(work, ports, one, [], _SERIES_CHANGED))
        change_log.note(work, one.id, "cancelled", reason=_SERIES_CHANGED, detail={"before": one.state})
        template_rows.free_dates(work, template, [day])
        called_off.append(_announced(one, 0))
    return called_off


def list_templates(work: Work, _ports: Ports, _request: contract.ListTemplates) -> contract.Templates:
    """All templates."""
    return contract.Templates(templates=[_card(work, each.template) for each in template_rows.list_all(work)])


def _card(work: Work, template: Template) -> contract.Template:
    taken = _taken(work, template.id)
    start = templates.next_start(template, work.now_ms, taken)
    coming = competitions.of_accounts(work, list(taken.values()), ("announced", "open"))
    counts = entrants.count_entries(work, [each.id for each in coming])
    return contract.Template(
        id=template.id,
        plan=plan_of(template.name, template.definition),
        every=template.recurrence.every,
        rule=template.recurrence.rule,
        zone=template.recurrence.zone,
        lead_ms=template.lead_ms,
        active=template.active,
        made=template.made,
        next_opens_at_ms=None if start is None else templates.definition_at(template, start).opens_at_ms,
        announced=[_announced(each, counts[each.id].entrants) for each in coming],
    )


def _announced(one: Competition, entrants: int) -> contract.Announced:
    return contract.Announced(
        competition=one.id, name=one.name, starts_at_ms=one.definition.starts_at_ms, entrants=entrants
    )


# --- the clock ---


def announce_due(ports: Ports, template: str) -> None:
    """Announce the competitions of a template that are due, if its game can be played still."""
    found = ports.look(_find, template)
    if found is None:
        return
    definition = found.template.definition
    checked = ports.ask(CheckOptions(game=definition.game, options=definition.options))
    if isinstance(checked, Refusal):
        log.warning("series_not_announced", template=template, error=checked.error)
        ports.run(_put_off, template)
        return
    ports.run(announce, template)


def _find(work: Work, _ports: Ports, template: str) -> Stored | None:
    return template_rows.find(work, template)


def _put_off(work: Work, _ports: Ports, template: str) -> None:
    """Try again in a minute."""
    found = template_rows.claim(work, template)
    if found is None or not _is_due(found, work.now_ms):
        return
    since_ms = work.now_ms if found.failed_since_ms is None else found.failed_since_ms
    template_rows.save(work, Stored(found.template, work.now_ms + _TRY_AGAIN_MS, since_ms))


def _is_due(stored: Stored, now_ms: TimeMs) -> bool:
    return stored.template.active and stored.announce_at_ms is not None and stored.announce_at_ms <= now_ms


def announce(work: Work, ports: Ports, template: str) -> None:
    """Announce every date of a template whose time has come; those whose start has passed are left out."""
    found = template_rows.claim(work, template)
    if found is None or not _is_due(found, work.now_ms):
        return
    one = found.template
    if one.id in default_evenings.IDS and not ports.settings.default_evenings:
        template_rows.save(work, Stored(one, work.now_ms + _TRY_AGAIN_MS))
        return
    taken = _taken(work, one.id)
    for _ in range(_AT_ONCE):
        start = templates.next_start(one, work.now_ms, taken)
        if start is None or templates.announced_at_ms(one, start) > work.now_ms:
            break
        taken[start.date] = _announce(work, ports, one, start)
        one = msgspec.structs.replace(one, made=one.made + 1)
    _store(work, one)


def _announce(work: Work, ports: Ports, template: Template, start: recurrence.Start) -> str:
    """Announce the competition of a date; returns its id."""
    definition = templates.definition_at(template, start)
    for competition in templates.competition_ids(template.id, start.date):
        new = Competition(
            competition,
            template.name,
            "announced",
            definition,
            template.in_pairs,
            ports.settings.overtime_min,
            definition.opens_at_ms,
        )
        if competitions.add(work, new):
            break
    took = template_rows.take_date(work, template.id, start.date, new.id)
    assert took, "the template is locked, and the date was free"
    change_log.note(work, new.id, "announced", detail={"template": template.id})
    work.after(partial(ports.push.changed, new.id))
    work.after(metrics.series_announced.inc)
    return new.id


# --- the evenings of every installation ---


def add_default_evenings(ports: Ports) -> None:
    """Make the templates of RULES.md §8 that there never were; one whose game is not there is left out."""
    if not ports.settings.default_evenings:
        return
    for template in ports.look(_missing_evenings):
        zone = ports.settings.default_evenings_zone
        plan = default_evenings.plan_of(template, zone, ports.database.clock.now_ms())
        checked = check_plan(ports, plan)
        if not isinstance(checked, Refusal):
            ports.run(_add_default_evening, template, checked, zone)


def _missing_evenings(work: Work, _ports: Ports) -> list[str]:
    return sorted(each for each in default_evenings.IDS if template_rows.find(work, each) is None)


def _add_default_evening(work: Work, ports: Ports, template: str, checked: Checked, zone: str) -> None:
    draft = Competition(template, checked.name, "draft", checked.definition, checked.in_pairs)
    definition = freeze(ports, draft).definition
    found = recurrence.read(default_evenings.RULES[template], zone, definition.starts_at_ms)
    assert not isinstance(found, Refusal), "the zone is checked with the settings, and the rule is ours"
    one = Template(template, checked.name, definition, found, in_pairs=checked.in_pairs, saved_at_ms=work.now_ms)
    if template_rows.add(work, Stored(one, work.now_ms)):
        change_log.note(work, template, "template", detail={"after": one})
