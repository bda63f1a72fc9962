"""Matches that must not count, found by what has become known of persons since, are taken out (RULES.md §1, §2)."""

from collections.abc import Collection, Iterable, Mapping

from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.ranking.boards import board_rows as boards
from services.ranking.boards import counted_matches as board_matches
from services.ranking.boards import fairness
from services.ranking.elo import audit_and_friendly_rows as audits
from services.ranking.elo import rating_rows
from services.ranking.matches import corrections
from services.ranking.settings import RankingSettings
from services.ranking.statistics import record_rows as records

_AT_ONCE = 20


def persons_changed(work: Work, accounts: Collection[str]) -> None:
    """Something has become known of these accounts' persons: the clock looks at their matches."""
    audits.ask(work, accounts)


def forget_old(work: Work) -> None:
    """Forget devices and networks that were not used for long, and friendly matches of days that are over."""
    person_facts.forget_old(work)
    audits.forget_friendly(work)


def audit_next(work: Work, settings: RankingSettings) -> bool:
    """Look at the matches of some accounts of whose persons something has become known; False: there is none.

    Besides their own matches these are those of everybody who has met them and another of their household.
    """
    due = audits.take(work, _AT_ONCE)
    if not due:
        return False
    mates = person_facts.mates(work, person_facts.read(work, due))
    connected = {account: mates[account] for account in due if mates[account]}
    unrated = _of_one_person(work, connected)
    _unrate(work, settings, unrated)
    open_ids = [each.id for each in boards.unclosed(work)]
    _take_out(work, settings, _wrong(work, settings, connected, open_ids))
    return True


def _of_one_person(work: Work, connected: Mapping[str, Collection[str]]) -> list[rating_rows.KnownMatch]:
    """Rated matches of these accounts in which two seats were one person, by what is known now."""
    matches = {
        match for account, others in connected.items() for match in records.played_together(work, account, others)
    }
    found = [each for each in rating_rows.known_matches(work, matches).values() if each.inputs and each.effects.counts]
    persons = person_facts.read(work, {account for each in found for account in each.accounts})
    return [
        each
        for each in found
        if fairness.why_unrated(each.accounts, persons, each.effects.ended_at_ms, (), 1)
        and (each.changes or each.effects.boards)
    ]


def _unrate(work: Work, settings: RankingSettings, found: Collection[rating_rows.KnownMatch]) -> None:
    _lock_players(work, settings, found)
    for match in sorted(each.match for each in found):
        known = rating_rows.lock_match(work, match)
        if known.inputs is not None and known.effects.counts:
            corrections.unrate(work, settings, known, "same_person")


def _wrong(
    work: Work, settings: RankingSettings, connected: Collection[str], open_ids: Collection[int]
) -> dict[str, set[int]]:
    """Matches that count in open periods and must not, with the periods."""
    met = {account: boards.meetings_of(work, account, open_ids) for account in connected}
    rivals = {each.opponent for of_account in met.values() for of_period in of_account.values() for each in of_period}
    met |= {account: boards.meetings_of(work, account, open_ids) for account in rivals - met.keys()}
    everybody = met.keys() | {
        each.opponent for of_account in met.values() for of_period in of_account.values() for each in of_period
    }
    known = person_facts.read(work, everybody)
    found: dict[str, set[int]] = {}
    for account, of_account in met.items():
        for period_id, of_period in of_account.items():
            for match in fairness.must_not_count(account, of_period, known, settings.boards):
                found.setdefault(match, set()).add(period_id)
    return found


def _take_out(work: Work, settings: RankingSettings, wrong: Mapping[str, Collection[int]]) -> None:
    """Take matches out of open periods. Locked as everybody locks: ratings, matches, periods."""
    _lock_players(work, settings, rating_rows.known_matches(work, wrong).values())
    for match in sorted(wrong):
        known = rating_rows.lock_match(work, match)
        chosen = [each for each in known.effects.boards if each.period_id in wrong[match]]
        if known.inputs is None or not chosen:
            continue
        board_matches.correct(work, settings, match, known.inputs, None, chosen, known.effects.ended_at_ms)
        left = tuple(each for each in known.effects.boards if each.period_id not in wrong[match])
        rating_rows.write_board_effects(work, match, known.effects, left)


def _lock_players(work: Work, settings: RankingSettings, found: Iterable[rating_rows.KnownMatch]) -> None:
    accounts = {account for each in found for account in each.accounts}
    if accounts:
        rating_rows.lock_ratings(work, accounts, settings.elo.start)
