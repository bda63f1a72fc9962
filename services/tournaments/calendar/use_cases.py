"""The calendar with dates of series that are not announced yet, past competitions with their winners, one's own, and
what a feed shows (RULES.md §9, §10)."""

from collections.abc import Collection, Iterator
from datetime import date
from itertools import islice, takewhile

import msgspec

from services.contracts.lobby.people.companies import ListOwnCompanies
from services.contracts.tournaments import calendar as contract
from services.contracts.tournaments.calendar import CalendarLine
from services.contracts.tournaments.entries import GetFaces
from services.kernel.clock import DAY_MS, TimeMs, utc_date
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments import queries as views
from services.tournaments.calendar import rows as stored
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.feeds import rows as feeds
from services.tournaments.feeds.use_cases import hash_of
from services.tournaments.plans import default_evenings, template_rows
from services.tournaments.plans.recurrence import Start, starts
from services.tournaments.plans.templates import Template, competition_ids, definition_at
from services.tournaments.ports import Ports

WINNING_PLACES = 3
FACES_MAX = 100
OWN_PAST_MAX = 10
OWN_MAX = 50
FEED_PAST_DAYS = 31
_NOT_OVER = ("announced", "open", "running", "closing")


def get_calendar(work: Work, ports: Ports, request: contract.GetCalendar) -> contract.Calendar:
    """The competitions of these days, announced or planned by a series."""
    from_ms = work.now_ms - request.past_days * DAY_MS
    until_ms = work.now_ms + request.ahead_days * DAY_MS
    found = stored.lines_between(work, from_ms, until_ms, contract.LINES_MAX)
    lines = sorted([*found, *_planned(work, ports, until_ms)], key=lambda line: (line.starts_at_ms, line.id))
    return contract.Calendar(lines=lines[: contract.LINES_MAX], as_of_ms=work.now_ms)


def _planned(work: Work, ports: Ports, until_ms: TimeMs) -> list[contract.CalendarLine]:
    """The dates of all series before a moment that are not announced yet."""
    dates: list[tuple[Template, Start]] = []
    since = utc_date(work.now_ms - DAY_MS)
    for one in (each.template for each in template_rows.list_all(work)):
        if one.id in default_evenings.IDS and not ports.settings.default_evenings:
            continue
        taken = template_rows.dates_of(work, one.id, since)
        coming = planned(one, work.now_ms, until_ms, taken)
        dates += [(one, start) for start in islice(coming, contract.LINES_MAX - len(dates))]
    known = _known(work, [(one.id, start.date) for one, start in dates])
    return [planned_line(one, start, known) for one, start in dates]


def _known(work: Work, dates: list[tuple[str, date]]) -> set[str]:
    """The ids that competitions have already, of those that competitions of these dates could have."""
    known: set[str] = set()
    while found := stored.existing(work, {planned_id(template, day, known) for template, day in dates}):
        known |= found
    return known


def list_past(ports: Ports, request: contract.ListPastCompetitions) -> contract.PastCompetitions:
    """The last competitions, and their winners as the lobby says that they look; without pictures where it is away."""
    found: contract.PastCompetitions = ports.look(_past, request)
    accounts = sorted({each.account for one in found.past for each in one.winners})[:FACES_MAX]
    if not accounts:
        return found
    answer = ports.ask(GetFaces(accounts=accounts))
    if isinstance(answer, Refusal):
        return found
    faces = {face.account: face for face in answer.faces}
    return contract.PastCompetitions(
        past=[
            msgspec.structs.replace(
                one,
                winners=[
                    msgspec.structs.replace(each, photo=faces[each.account].photo, avatar=faces[each.account].avatar)
                    if each.account in faces
                    else each
                    for each in one.winners
                ],
            )
            for one in found.past
        ]
    )


def _past(work: Work, ports: Ports, request: contract.ListPastCompetitions) -> contract.PastCompetitions:
    ids = stored.last_settled(work, request.limit)
    winners = stored.winners_of(work, ids, WINNING_PLACES)
    known = {line.id: line for line in views.lines(work, ports, competitions.find_some(work, ids))}
    past = [contract.PastCompetition(competition=known[each], winners=winners[each]) for each in ids]
    return contract.PastCompetitions(past=past)


def list_own(work: Work, ports: Ports, request: contract.ListOwnCompetitions) -> contract.OwnCompetitions:
    """The account's competitions."""
    now = stored.entered_ids(work, request.account, _NOT_OVER, OWN_MAX)[::-1]
    over = stored.entered_ids(work, request.account, ("settled",), OWN_PAST_MAX)
    places = stored.places_of(work, request.account, over)
    known = {line.id: line for line in views.lines(work, ports, competitions.find_some(work, [*now, *over]))}
    return contract.OwnCompetitions(
        competitions=[contract.OwnCompetition(competition=known[each], place=places.get(each)) for each in now + over]
    )


def read_feed(ports: Ports, request: contract.ReadCalendarFeed) -> contract.PersonalCalendar | Refusal:
    """What a feed shows. Where the lobby is away, its refusal: a calendar without the evenings would delete them.

    Refusal: `feed_unknown`.
    """
    found = ports.look(_read_feed, request)
    if found is None:
        metrics.feeds_read.labels("unknown").inc()
        return Refusal("feed_unknown")
    account, lines = found
    answer = ports.ask(ListOwnCompanies(account=account))
    if isinstance(answer, Refusal):
        return answer
    metrics.feeds_read.labels("shown").inc()
    evenings = [
        contract.FeedEvening(company=each.company, name=each.name, evening=each.evening, from_ms=each.evening_at_ms)
        for each in answer.mine
        if each.evening is not None and each.evening_at_ms is not None
    ]
    return contract.PersonalCalendar(lines=lines, evenings=evenings)


def _read_feed(
    work: Work, _ports: Ports, request: contract.ReadCalendarFeed
) -> tuple[str, list[contract.CalendarLine]] | None:
    account = feeds.account_of(work, hash_of(request.token))
    if account is None:
        return None
    from_ms = work.now_ms - FEED_PAST_DAYS * DAY_MS
    return account, stored.lines_of(work, account, from_ms, contract.LINES_MAX)


def planned(template: Template, now_ms: TimeMs, until_ms: TimeMs, taken: Collection[date]) -> Iterator[Start]:
    """The starts of a series from now on, before a moment, that have no competition yet."""
    if not template.active:
        return iter(())
    following = starts(template.recurrence, template.definition.starts_at_ms, now_ms)
    coming = takewhile(lambda start: start.at_ms < until_ms, following)
    return (start for start in coming if start.date not in taken)


def planned_id(template: str, day: date, known: Collection[str]) -> str:
    """The id that the competition of a date will have, unless its id is taken until then."""
    return next(each for each in competition_ids(template, day) if each not in known)


def planned_line(template: Template, start: Start, known: Collection[str]) -> CalendarLine:
    """A date of a series in the calendar."""
    definition = definition_at(template, start)
    return CalendarLine(
        id=planned_id(template.id, start.date, known),
        name=template.name,
        game=definition.game,
        state="planned",
        opens_at_ms=definition.opens_at_ms,
        starts_at_ms=definition.starts_at_ms,
        ends_at_ms=definition.ends_at_ms,
        price_chips=definition.price,
        changed_at_ms=template.saved_at_ms,
    )
