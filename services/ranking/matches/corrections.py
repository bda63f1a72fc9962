"""Operators replace results of rated matches (RULES.md §1, §2, §3).

For that match alone the old deltas are taken back, and new ones, from the ratings at its start, added. Later matches
are not computed again.
"""

from collections.abc import Sequence

import msgspec

from services.contracts.ranking.ratings import Rated, Rating, RatingChange
from services.contracts.tournaments.events import ResultCorrected
from services.contracts.wallet.events import MatchCorrected
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.operations import known_person_rows as person_facts
from services.ranking import accounts as exclusions
from services.ranking import metrics
from services.ranking.badges import use_cases as badges
from services.ranking.boards import counted_matches as board_matches
from services.ranking.boards import fairness
from services.ranking.classification import use_cases as classification
from services.ranking.elo import rating_rows
from services.ranking.elo.match_effects import Effects
from services.ranking.elo.match_ratings import Inputs, corrected_inputs, deltas
from services.ranking.elo.rules import EloSettings, cut
from services.ranking.settings import RankingSettings
from services.ranking.statistics import use_cases as statistics

NO_LABEL = "none"
"""Of a match that does not count for somebody any more."""


class Uncorrected(Exception):
    """A corrected match cannot be rated; its event waits for an operator."""


def correct(work: Work, settings: RankingSettings, events: Sequence[MatchCorrected]) -> None:
    """Rate corrected matches anew; of several corrections of a match the last counts, in whatever order they come.

    Raises:
        Uncorrected: a correction contradicts the match.
    """
    newest = {event.match: event for event in sorted(events, key=lambda each: each.revision)}
    for news in sorted(newest.values(), key=lambda each: each.match):
        rating_rows.lock_ratings(
            work, set(news.accounts), settings.elo.start
        )  # ratings before matches, as everybody locks
        known = rating_rows.lock_match(work, news.match)
        if news.revision <= known.revision:
            continue
        if known.inputs is None:
            rating_rows.write_correction(work, news, None)
        else:
            known_match = rating_rows.RatedMatch(news.match, known.inputs, known.changes, known.effects)
            apply(work, settings, news, known_match)
            exclusions.erase_again(work, settings, news.accounts)


def of_competitions(events: Sequence[ResultCorrected]) -> list[MatchCorrected]:
    """Corrected games of competitions as corrected matches: nothing was paid for them, before or after."""
    return [
        MatchCorrected(
            match=event.match,
            revision=event.revision,
            outcome=event.outcome,
            payouts=[0] * len(event.accounts),
            last_payouts=[0] * len(event.accounts),
            accounts=event.accounts,
            winners=event.winners,
            departed=event.departed,
            first_round_done=None,
            by=event.by,
            reason=event.reason,
        )
        for event in events
    ]


def apply(work: Work, settings: RankingSettings, news: MatchCorrected, known: rating_rows.RatedMatch) -> None:
    """Move everybody from what the match did to them until now to what it does by the new result: general Elo, table
    ratings, PR, and the match in the statistics.

    Raises:
        Uncorrected: the correction contradicts the match.
    """
    found = corrected_inputs(known.inputs, news)
    if isinstance(found, Refusal):
        raise Uncorrected(news.match, found.error)
    new = deltas(found, settings.elo)
    if isinstance(new, Refusal):
        raise Uncorrected(news.match, new.error)
    known = _with_reason(work, known)
    if known.effects.unrated:  # of one person, or beyond the limit of a pair: another result changes nothing in that
        new = []
    old = {change.account: change for change in known.changes}
    wanted = {delta.account: (delta.delta, str(delta.label)) for delta in new}
    ratings = rating_rows.lock_ratings(work, {*old, *wanted}, settings.elo.start)
    changes = [
        _move(ratings, old.get(account), account, *wanted.get(account, (0, NO_LABEL)), settings.elo)
        for account in sorted(ratings)
    ]
    rating_rows.write_ratings(work, ratings)
    rating_rows.write_correction(work, news, changes, _correct_more(work, settings, news, known, found, changes))
    if changes:
        work.publish(Rated(match=news.match, changes=changes))
    work.after(metrics.matches.labels("corrected").inc)


def _with_reason(work: Work, known: rating_rows.RatedMatch) -> rating_rows.RatedMatch:
    """With why it must not count, by what is known by now: of a match that moved nobody nothing had to be taken back
    when its seats turned out to be one person."""
    effects = known.effects
    if effects.unrated:
        return known
    accounts = [player.account for side in known.inputs.sides for player in side]
    persons = person_facts.read(work, accounts)
    why = fairness.why_unrated(accounts, persons, effects.ended_at_ms, (), 1)
    return msgspec.structs.replace(known, effects=msgspec.structs.replace(effects, unrated=why))


def _correct_more(
    work: Work,
    settings: RankingSettings,
    news: MatchCorrected,
    known: rating_rows.RatedMatch,
    found: Inputs,
    changes: Sequence[RatingChange],
) -> Effects:
    """Boards, classification, statistics and badges by the new result; returns all that the match does to them."""
    effects = known.effects
    of_boards = board_matches.correct(
        work, settings, news.match, known.inputs, found.ended, effects.boards, effects.ended_at_ms
    )
    dominoes, prs = effects.classification, {}
    if dominoes is not None:
        counted = {change.account for change in changes if change.label != NO_LABEL}
        dominoes, rows = classification.correct(work, known.inputs, found.ended, dominoes, counted)
        prs = {account: (delta, rows[account]) for account, delta in dominoes.deltas.items()}
    statistics.correct(work, news, changes, prs)
    if effects.unrated != "same_person":
        badges.correct(work, news)
    return Effects(effects.ended_at_ms, of_boards, dominoes, effects.unrated)


def unrate(work: Work, settings: RankingSettings, known: rating_rows.KnownMatch, why: str) -> None:
    """Take back what a locked match did to ratings, boards and PR: two of its seats have turned out to be one person.
    Its players' ratings are locked too."""
    assert known.inputs is not None
    ratings = rating_rows.lock_ratings(work, [change.account for change in known.changes], settings.elo.start)
    changes = [_move(ratings, change, change.account, 0, NO_LABEL, settings.elo) for change in known.changes]
    rating_rows.write_ratings(work, ratings)
    effects = known.effects
    board_matches.correct(work, settings, known.match, known.inputs, None, effects.boards, effects.ended_at_ms)
    if effects.classification is not None:
        classification.correct(work, known.inputs, known.inputs.ended, effects.classification, ())
    statistics.unrate(work, known.match, changes)
    badges.uncount(work, known.match)
    rating_rows.write_unrated(work, known.match, Effects(effects.ended_at_ms, unrated=why), changes)
    if changes:
        work.publish(Rated(match=known.match, changes=changes))
    work.after(metrics.matches.labels("unrated_later").inc)


def _move(
    ratings: dict[str, Rating],
    before: RatingChange | None,
    account: str,
    delta: int,
    label: str,
    settings: EloSettings,
) -> RatingChange:
    """One rating, not under the floor: the change as kept has what the match is worth altogether by now."""
    now = ratings[account]
    did = before.delta if before is not None else 0
    counted = before is not None and before.label != NO_LABEL
    moved = cut(delta - did, now.rating, settings)
    rating, games = now.rating + moved, now.games + (label != NO_LABEL) - counted
    ratings[account] = Rating(account=account, rating=rating, games=games, peak=max(now.peak, rating), seq=now.seq + 1)
    return RatingChange(account=account, rating=rating, delta=did + moved, label=label, games=games, seq=now.seq + 1)
