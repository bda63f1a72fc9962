"""Competitions of players: made, started, called off, seen by those whom they are for, reported, closed (RULES.md
§11)."""

from collections.abc import Collection
from functools import partial

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people.companies import ListOwnCompanies
from services.contracts.lobby.people.friends import ListFriends
from services.contracts.moderation import reports
from services.contracts.tournaments import competitions as shown
from services.contracts.tournaments import made as contract
from services.contracts.tournaments.entries import CheckMaker, GetCompetitor
from services.kernel.clock import DAY_MS
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Work
from services.tournaments import endings, metrics
from services.tournaments import queries as views
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import UNKNOWN, entrants_min
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries import exclusion_rows as standing
from services.tournaments.entries.use_cases import may_see, question_of
from services.tournaments.made import rules
from services.tournaments.plans.use_cases import Checked, check_plan, freeze
from services.tournaments.ports import Ports

BY_MAKER = "by_maker"
"""The reason of those that their makers have called off."""
BY_STAFF = "by_staff"
"""The same of staff; what they have written is in the change log alone."""
_LISTED_MAX = 100
_SEATED_MAX = 100


def make(ports: Ports, request: contract.MakeCompetition) -> contract.MadeCompetition | Refusal:
    """Make a competition. The lobby and tables are asked before the unit of work."""
    known: contract.MadeCompetition | Refusal | None = ports.run(_answered, request)
    if known is not None:
        return known
    maker = ports.ask(CheckMaker(account=request.account, name=request.name, company=request.company))
    if isinstance(maker, Refusal):
        return maker
    plan = rules.plan_of(request, maker.competition_name, ports.database.clock.now_ms())
    checked = plan if isinstance(plan, Refusal) else check_plan(ports, plan)
    return checked if isinstance(checked, Refusal) else ports.run(_make_once, request, checked, maker.name)


def _answered(
    work: Work, _ports: Ports, request: contract.MakeCompetition
) -> contract.MadeCompetition | Refusal | None:
    known: contract.MadeCompetition | Refusal | None = commands.find(work, request)
    return known


def _make_once(
    work: Work, ports: Ports, request: contract.MakeCompetition, checked: Checked, maker: str
) -> contract.MadeCompetition | Refusal:
    return commands.once_per_request(work, request, lambda: _make(work, ports, request, checked, maker))


def _make(
    work: Work, ports: Ports, request: contract.MakeCompetition, checked: Checked, maker: str
) -> contract.MadeCompetition | Refusal:
    out = standing.kept_out(work, [request.account]).get(request.account)
    if out is not None:
        return Refusal("account_suspended", {"until_ms": out.until_ms})
    work.hold(f"made|{request.account}")
    refusal = rules.check_limits(*competitions.count_made(work, request.account, work.now_ms - DAY_MS))
    if refusal is not None:
        return refusal
    draft = Competition(new_id(), checked.name, "announced", checked.definition, checked.in_pairs)
    new = msgspec.structs.replace(
        freeze(ports, draft),
        made_by=request.account,
        maker=maker,
        audience=request.audience,
        company_id=request.company,
        places=request.places,
    )
    competitions.add(work, new)
    change_log.note(work, new.id, "made", request.account, detail={"definition": new.definition})
    work.after(partial(ports.push.changed, new.id))
    work.after(metrics.made.labels("made").inc)
    return contract.MadeCompetition(competition=new.id)


def start(work: Work, ports: Ports, request: contract.StartCompetition) -> Done | Refusal:
    """Start one's competition now: the clock moves it as any other whose start has come."""
    one = competitions.lock(work, request.competition)
    if one is None or one.made_by is None:
        return UNKNOWN
    refusal = rules.check_maker(one.made_by, one.state, request.account)
    if refusal is not None:
        return refusal
    counts = entrants.count_entries(work, [one.id])[one.id]
    if counts.entrants < entrants_min(one.definition):
        return Refusal("entrants_missing", {"least": entrants_min(one.definition)})
    opens_at_ms, starts_at_ms, ends_at_ms = rules.begun_now(one.definition, work.now_ms)
    definition = msgspec.structs.replace(
        one.definition, opens_at_ms=opens_at_ms, starts_at_ms=starts_at_ms, ends_at_ms=ends_at_ms
    )
    notifications.changed(work, ports, one, msgspec.structs.replace(one, definition=definition, due_at_ms=work.now_ms))
    competitions.decided_anew(work, one.id)
    change_log.note(work, one.id, "started", request.account)
    work.after(metrics.made.labels("started").inc)
    return Done()


def call_off(work: Work, ports: Ports, request: contract.CallOffCompetition) -> Done | Refusal:
    """Call one's competition off before its start."""
    one = competitions.lock(work, request.competition)
    if one is None or one.made_by is None:
        return UNKNOWN
    refusal = rules.check_maker(one.made_by, one.state, request.account)
    if refusal is not None:
        return refusal
    _call_off(work, ports, one, BY_MAKER, request.account, "")
    work.after(metrics.made.labels("called_off").inc)
    return Done()


def close(work: Work, ports: Ports, request: contract.CloseCompetition) -> Done | Refusal:
    """Call a player's competition off, by staff."""
    one = competitions.lock(work, request.competition)
    if one is None or one.made_by is None:
        return UNKNOWN
    missing = check_reason(request.reason)
    if missing is not None:
        return missing
    if one.state not in competitions.NOT_OVER:
        return Refusal("competition_state", {"state": one.state})
    _call_off(work, ports, one, BY_STAFF, request.account, clean_text(request.reason))
    work.after(metrics.made.labels("closed").inc)
    return Done()


def standings_changed(work: Work, ports: Ports, accounts: Collection[str]) -> None:
    """Call off what accounts have made that are blocked for good. A suspension ends: what its player has made for
    others goes on."""
    out = standing.kept_out(work, accounts)
    for account in sorted(account for account, why in out.items() if why.until_ms is None):
        leave(work, ports, account, BY_STAFF)


def leave(work: Work, ports: Ports, account: str, reason: str = BY_MAKER) -> None:
    """Call off what an account has made that has not begun: it is being erased, or is blocked."""
    for competition in competitions.made_unstarted(work, account):
        one = competitions.lock(work, competition)
        if one is not None and one.state in ("announced", "open"):
            _call_off(work, ports, one, reason, "", "")


def _call_off(work: Work, ports: Ports, one: Competition, shown_reason: str, by: str, reason: str) -> None:
    running = endings.games.running(work, one.id)
    after = endings.call_off(work, ports, one, running, shown_reason)
    change_log.note(work, one.id, "cancelled", by, reason, {"before": one.state})
    notifications.changed(work, ports, one, after)


# --- for whom it is ---


def check_seen(ports: Ports, competition: str, account: str | None) -> Refusal | None:
    """`competition_unknown`: one of friends or of a company for which the account is not. Ids that there are not are
    left to the handlers."""
    one, has_entry = ports.look(_find, competition, account)
    if one is None or one.audience == "all" or has_entry or (account is not None and one.made_by == account):
        return None
    if account is None:
        return UNKNOWN
    player = ports.ask(question_of(one, account))
    if isinstance(player, Refusal):
        return UNKNOWN if player.error in GetCompetitor.refusals else player
    return None if may_see(one, player) else UNKNOWN


def _find(work: Work, _ports: Ports, competition: str, account: str | None) -> tuple[Competition | None, bool]:
    one = competitions.find(work, competition)
    if one is None or one.audience == "all" or account is None:
        return one, False
    return one, bool(entrants.entries_of(work, one.id, account))


def list_invited(ports: Ports, request: contract.ListInvitedCompetitions) -> shown.Competitions | Refusal:
    """The competitions of friends, of companies and one's own that are not over."""
    friends = ports.ask(ListFriends(account=request.account))
    if isinstance(friends, Refusal):
        return friends
    companies = ports.ask(ListOwnCompanies(account=request.account))
    if isinstance(companies, Refusal):
        return companies
    accounts = [each.account for each in friends.friends]
    found: shown.Competitions = ports.look(
        _list_invited, request.account, accounts, [each.company for each in companies.mine]
    )
    return found


def _list_invited(
    work: Work, ports: Ports, account: str, friends: list[str], companies: list[str]
) -> shown.Competitions:
    found = competitions.made_for(work, account, friends, companies, _LISTED_MAX)
    return shown.Competitions(competitions=views.lines(work, ports, found))


def report(ports: Ports, request: contract.ReportCompetition) -> reports.Receipt | Refusal:
    """Report the name of a player's competition, with what it was at the time."""
    reporter = ports.ask(GetCompetitor(account=request.account))
    refusal = reporter if isinstance(reporter, Refusal) else check_seen(ports, request.competition, request.account)
    if refusal is not None:
        return refusal
    filing: reports.FileReport | Refusal = ports.look(_filing, request)
    if isinstance(filing, Refusal):
        return filing
    receipt: reports.Receipt | Refusal = ports.ask(filing)
    return receipt


def _filing(work: Work, _ports: Ports, request: contract.ReportCompetition) -> reports.FileReport | Refusal:
    one = competitions.find(work, request.competition)
    if one is None or one.made_by is None:
        return UNKNOWN
    about = reports.ReportedCompetition(competition=one.id, name=one.name, maker=one.made_by)
    others = sorted(entrants.find_entrants(work, one.id).keys() - {one.made_by, request.account})
    return reports.FileReport(
        account=request.account,
        id=request.id,
        reported=one.made_by,
        reported_kind="human",
        category=request.category,
        comment=request.comment,
        context=reports.ReportContext(competition=about),
        lines=[],
        seated=others[:_SEATED_MAX],
        contact_ms_ago=0,
    )
