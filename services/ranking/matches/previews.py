"""What a correction would change in ratings and badges: it is carried out in a transaction that is taken back (RULES.md
§1, §9)."""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import msgspec

from services.contracts.moderation.orders import CorrectionHandedOn, CorrectMatch
from services.contracts.ranking import corrections as contract
from services.contracts.ranking.badges import BadgeId
from services.contracts.ranking.corrections import BadgeMove, RatingMove
from services.contracts.wallet.events import MatchCorrected
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.ranking.badges import use_cases as badges
from services.ranking.boards import board_rows
from services.ranking.boards.queries import check_operator
from services.ranking.classification import classification_rows
from services.ranking.elo import rating_rows
from services.ranking.elo.rating_rows import KnownMatch, RatedMatch
from services.ranking.matches import corrections
from services.ranking.matches.operator_orders import UNKNOWN, check_correction
from services.ranking.settings import RankingSettings

_NOBODY = "preview"


class _Place(NamedTuple):
    """Whose rating, and where: a leaderboard's period, the classification (`pr`), or the general Elo."""

    account: str
    board: str | None = None
    period: str | None = None
    pr: bool = False


def preview(
    work: Work, settings: RankingSettings, request: contract.PreviewRatings
) -> contract.RatingsEffect | Refusal:
    """What moves by a correction. The caller takes the transaction back. Refusals: `forbidden`, and those of a
    correction."""
    if refusal := check_operator(request.roles):
        return refusal
    known = rating_rows.known_matches(work, [request.match]).get(request.match)
    if known is None or known.inputs is None:
        return UNKNOWN
    order = CorrectMatch(
        match=request.match,
        result=request.result,
        departed=request.departed,
        first_round_done=request.first_round_done,
        accounts=request.accounts,
    )
    handed = CorrectionHandedOn(order=_NOBODY, by=_NOBODY, reason="", correction=order)
    news = check_correction(work, settings, handed, known, request.outcome)
    if isinstance(news, Refusal):
        return news
    before, badges_before = _ratings(work, settings, known), _badges(work, request.accounts)
    _carry_out(work, settings, news)
    after, badges_after = _ratings(work, settings, known), _badges(work, request.accounts)
    return contract.RatingsEffect(
        outcome=news.outcome,
        moves=list(_moves(before, after)),
        badges=list(_badge_moves(badges_before, badges_after)),
    )


def _carry_out(work: Work, settings: RankingSettings, news: MatchCorrected) -> None:
    locked = rating_rows.lock_match(work, news.match)
    assert locked.inputs is not None
    rated = RatedMatch(news.match, locked.inputs, locked.changes, locked.effects)
    corrections.apply(work, settings, msgspec.structs.replace(news, revision=locked.revision + 1), rated)


def _ratings(work: Work, settings: RankingSettings, known: KnownMatch) -> dict[_Place, int]:
    """Every rating that the match has moved or may move."""
    accounts = known.accounts
    elo = rating_rows.read_ratings(work, accounts)
    found = {_Place(account): elo[account].rating if account in elo else settings.elo.start for account in accounts}
    found |= _on_boards(work, known)
    if known.effects.classification is not None:
        rows = classification_rows.read(work, accounts)
        found |= {_Place(account, pr=True): row.pr for account, row in rows.items()}
    return found


def _on_boards(work: Work, known: KnownMatch) -> dict[_Place, int]:
    ids = {effect.period_id for effect in known.effects.boards}
    rows = board_rows.lock_and_read(work, ids, known.accounts, []).standings
    names = board_rows.find_periods(work, ids) if ids else {}
    return {
        _Place(account, names[id].board.id, names[id].period.name): row.rating
        for (id, account), row in rows.items()
        if id in names
    }


_Badges = dict[tuple[str, BadgeId], TimeMs]
"""Account and badge → when it was earned."""


def _badges(work: Work, accounts: Collection[str]) -> _Badges:
    """Every badge of everybody who sat there, counted now."""
    earned = {account: badges.earned_now(work, account) for account in accounts}
    return {(account, badge): at_ms for account, found in earned.items() for badge, at_ms in found.items()}


def _badge_moves(before: _Badges, after: _Badges) -> Iterable[BadgeMove]:
    for account, badge in sorted(before.keys() | after.keys()):
        was, now = before.get((account, badge)), after.get((account, badge))
        if was != now:
            yield BadgeMove(account=account, badge=badge, before_ms=was, after_ms=now)


def _moves(before: dict[_Place, int], after: dict[_Place, int]) -> Iterable[RatingMove]:
    order: Callable[[_Place], tuple[bool, str, str]] = lambda place: (place.pr, place.board or "", place.account)  # noqa: E731
    for place in sorted(before.keys() | after.keys(), key=order):
        was, now = before.get(place, after.get(place, 0)), after.get(place, 0)
        if was != now:
            yield RatingMove(
                account=place.account, before=was, after=now, board=place.board, period=place.period, pr=place.pr
            )
