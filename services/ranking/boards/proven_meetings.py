"""The matches by which prizes may be won, looked at again when a period closes (RULES.md §2)."""

from collections.abc import Mapping

from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.ranking import player_rows as people
from services.ranking.boards import board_rows as boards
from services.ranking.boards import counted_matches as board_matches
from services.ranking.boards import fairness, table_ratings
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.board_rows import Key, Met, StoredPeriod
from services.ranking.boards.fairness import Meeting
from services.ranking.boards.table_ratings import Standing
from services.ranking.elo import rating_rows
from services.ranking.settings import RankingSettings


def proven_meetings(work: Work, settings: RankingSettings, found: StoredPeriod, account: str) -> list[Meeting] | None:
    """The matches of a player by which a prize of a period that is being closed may be won. None: some counted that
    must not, and have been taken out; places are others now.

    The period's row is ours, so that nobody else moves its rows: nothing more is locked.
    """
    met = boards.meetings_of(work, account, [found.id]).get(found.id, [])
    known = person_facts.read(work, {account, *(each.opponent for each in met)})
    wrong = fairness.must_not_count(account, met, known, settings.boards)
    wrong |= fairness.unproven(met, known, settings.boards)
    matches = rating_rows.known_matches(work, wrong)
    if not matches:
        return [each for each in met if each.match not in wrong]
    for match in sorted(matches):
        _take_out_at_close(work, settings, found.id, matches[match])
    return None


def _take_out_at_close(work: Work, settings: RankingSettings, period_id: int, known: rating_rows.KnownMatch) -> None:
    assert known.inputs is not None, "what counts on a board has been rated"
    accounts = set(known.accounts)
    pairs = board_matches.pairs_of(known.inputs)
    rows = boards.lock_and_read(work, [period_id], accounts, pairs)
    standings = {account: row for (_period, account), row in rows.standings.items()}
    elo = leaderboards.table_elo(settings.boards, settings.elo)
    changed: dict[Key, Standing] = {}
    for effect in known.effects.boards:
        if effect.period_id == period_id:
            ended_at_ms = known.effects.ended_at_ms
            after, _ = table_ratings.corrected(standings, effect, (), ended_at_ms, settings.boards, elo)
            changed |= {(period_id, account): row for account, row in after.items()}
    left: Mapping[Key, Met] = {
        (period_id, pair): rows.met.get((period_id, pair), Met()).without(known.match) for pair in pairs
    }
    boards.write(work, changed, rows.keys, left, people.names(work, accounts))
