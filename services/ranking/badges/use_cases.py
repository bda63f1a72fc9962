"""Deeds noted, corrected and counted, and the badges that follow (RULES.md §9)."""

from collections.abc import Sequence

from services.contracts.ranking import badges as contract
from services.contracts.tables.problems import ProblemAnswered
from services.contracts.wallet.events import MatchCorrected
from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work
from services.ranking import metrics
from services.ranking import player_rows as people
from services.ranking.badges import deeds, rows, rules
from services.ranking.badges.rules import Deed, MatchDeeds
from services.ranking.elo.finished_matches import Fresh

_SAME_PERSON = "same_person"
_AT_ONCE = 20
"""Accounts of one unit of work: a match of theirs that ends meanwhile waits for it."""


def record(work: Work, fresh: Sequence[Fresh]) -> None:
    """Note the deeds of matches that ranking takes in; a match against oneself has none."""
    rows.add(work, [found for each in fresh if each.unrated != _SAME_PERSON for found in deeds.of_match(each.event)])


def correct(work: Work, news: MatchCorrected) -> None:
    """A match has another result. What was done in its hands stays done, if the match counts."""
    counts = news.outcome in rules.COUNTED and (news.outcome == "tied" or bool(news.winners))
    for seat, account in enumerate(news.accounts):
        facts = {"counts": counts, "won": seat in news.winners, "stayed": seat not in news.departed}
        rows.write_result(work, news.match, account, facts, work.now_ms - rules.SETTLED_MS)
    rows.ask(work, set(news.accounts))


def uncount(work: Work, match: str) -> None:
    """Two seats of a match have turned out to be one person."""
    accounts = rows.accounts_in(work, match)
    for account in accounts:
        rows.write_result(work, match, account, {"counts": False}, work.now_ms - rules.SETTLED_MS)
    rows.ask(work, accounts)


def problems_answered(work: Work, events: Sequence[ProblemAnswered]) -> None:
    """Problems of the day were answered: the day of one that was solved counts."""
    solved = [event for event in events if event.right]
    known = people.read(work, {event.account for event in solved})
    gone = {account for account, row in known.items() if row.closed}
    found = {(event.account, _source(event)): _solved(event) for event in solved if event.account not in gone}
    rows.add(work, list(found.values()))


def _source(event: ProblemAnswered) -> str:
    return f"{_PROBLEM}{event.game}|{event.day}"


def _solved(event: ProblemAnswered) -> MatchDeeds:
    day = Deed("problems", event.day)
    return MatchDeeds(event.account, _source(event), event.at_ms, counts=True, won=True, stayed=True, deeds=(day,))


_PROBLEM = "problem|"


def award_next(work: Work, before_ms: TimeMs) -> bool:
    """Give, and take back, the badges of some accounts whose deeds have waited since this moment or longer, and forget
    deeds that none needs; False: there are no such accounts."""
    due = rows.take(work, before_ms, _AT_ONCE)
    found, known = rows.of_accounts(work, due), rows.badges_of_accounts(work, due)
    for account in due:
        _award(work, account, found[account], known[account])
    return bool(due)


def earned_now(work: Work, account: str) -> dict[contract.BadgeId, TimeMs]:
    """The badges that an account's deeds have earned at this moment, whether or not the clock has looked, with their
    dates."""
    return _dates(rows.of_account(work, account))


def _dates(found: Sequence[MatchDeeds]) -> dict[contract.BadgeId, TimeMs]:
    return {badge: moment.at_ms for badge, moment in rules.earned(rules.progress(found)).items()}


def _award(work: Work, account: str, found: Sequence[MatchDeeds], own: Sequence[contract.Badge]) -> None:
    wanted = _dates(found)
    known = {each.badge: each.earned_at_ms for each in own}
    changed = {badge: at_ms for badge, at_ms in wanted.items() if known.get(badge) != at_ms}
    gone = known.keys() - wanted.keys()
    rows.write_badges(work, account, changed, gone)
    rows.drop(work, account, rules.superfluous(found, work.now_ms - rules.SETTLED_MS))
    for outcome, those in (("earned", wanted.keys() - known.keys()), ("taken_back", gone)):
        for badge in sorted(those):
            work.after(metrics.badges.labels(badge, outcome).inc)


def measure(work: Work) -> TimeMs:
    """Update the metric of accounts that wait; returns the moment."""
    since_ms = rows.oldest_due(work)
    metrics.badges_waiting_age.set(0 if since_ms is None else max(0, work.now_ms - since_ms) / 1000)
    return work.now_ms


def list_badges(work: Work, request: contract.ListBadges) -> contract.Badges:
    """The badges of an account, as of the clock's last look at it."""
    account = request.account if request.account.isprintable() else ""
    return contract.Badges(account=request.account, badges=rows.badges_of(work, account))


def get_own_badges(work: Work, request: contract.GetOwnBadges) -> contract.OwnBadges:
    """One's own badges and goals, counted now; nothing is said of goals while one has excluded oneself from games for
    chips, as with days in a row (RULES.md §8)."""
    account = request.account if request.account.isprintable() else ""
    person = people.read(work, [account]).get(account)
    quiet = person is not None and (bool(person.closed) or person.excluded_until_ms > work.now_ms)
    done = rules.progress(rows.of_account(work, account))
    earned = rules.earned(done)
    own = [
        contract.OwnBadge(
            badge=badge,
            earned_at_ms=moment.at_ms,
            match=None if moment.source.startswith(_PROBLEM) else moment.source,
        )
        for badge, moment in sorted(earned.items(), key=lambda each: (-each[1].at_ms, each[0]))
    ]
    goals = [
        contract.BadgeGoal(badge=badge, done=len(done.get(badge, ())), needed=rules.needed(badge))
        for badge in rules.BADGES
        if badge not in earned
    ]
    return contract.OwnBadges(badges=own, goals=[] if quiet else goals, quiet=quiet)
