"""Ratings and quintiles of the players list, which ranking changes (RULES.md §2)."""

from collections.abc import Mapping

import msgspec

from services.contracts.ranking.ratings import GetRatings, Rated, Ratings
from services.contracts.ranking.statistics import QuintilesChanged
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work

_UNSEEN = ("absent", "playing")


def rated(work: Work, ports: Ports, events: list[Rated]) -> None:
    """Store ratings for the players list."""
    changes = sorted((change for event in events for change in event.changes), key=lambda change: change.seq)
    save_ratings(work, ports, {change.account: (change.rating, change.seq) for change in changes})


def quintiles_changed(work: Work, ports: Ports, events: list[QuintilesChanged]) -> None:
    """Store quintiles of the dominoes classification for the players list; of several events about an account the
    newest counts."""
    changes = sorted((change for event in events for change in event.changes), key=lambda change: change.seq)
    newest = {change.account: change for change in changes}
    found = [
        (player, msgspec.structs.replace(player, quintile=news.quintile, quintile_seq=news.seq))
        for player in players.lock(work, newest).values()
        for news in [newest[player.account]]
        if news.seq > player.quintile_seq and not player.is_erased
    ]
    players.save(work, [after for _, after in found])
    seen = [(before, after) for before, after in found if before.quintile != after.quintile]
    client_updates.players(work, ports, [after.account for _, after in seen if after.status != "absent"])


def ask_rating(ports: Ports, account: str) -> None:
    """Ask ranking once for the rating of an account; later ones come with ranking's events."""
    answer = ports.rpc.call(GetRatings(accounts=[account]), timeout_ms=ports.settings.ratings_timeout_ms)
    if isinstance(answer, Ratings) and answer.ratings:
        ports.run(save_ratings, {each.account: (each.rating, each.seq) for each in answer.ratings})


def save_ratings(work: Work, ports: Ports, ratings: Mapping[str, tuple[int, int]]) -> None:
    """Keep ratings (account → rating, and how often it has changed) for the players list, unless a newer one is
    known. Free players are shown with the new one at once.

    Players in a match are shown with it when the table is done: every match at a busy table would move the list.
    """
    found = players.lock(work, ratings).values()
    changed = [
        (player, msgspec.structs.replace(player, elo=elo, rated_games=seq))
        for player in found
        for elo, seq in [ratings[player.account]]
        if not player.is_erased
        if seq >= player.rated_games and (elo, seq) != (player.elo, player.rated_games)
    ]
    players.save(work, [after for _, after in changed])
    seen = [(before, after) for before, after in changed if before.elo != after.elo and after.status not in _UNSEEN]
    client_updates.players(work, ports, [after.account for _, after in seen])
