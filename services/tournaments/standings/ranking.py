"""The standings of a competition, computed from its stored games."""

from services.platform.database.unit_of_work import Work
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.ports import Ports
from services.tournaments.standings import game_rows as games
from services.tournaments.standings import rules as tables
from services.tournaments.standings.rules import Standing


def standings_of(work: Work, ports: Ports, one: Competition) -> list[Standing]:
    """The ranked players by account, first to last; players who share a place are ordered by name."""
    return ports.standings.get(one.id, one.seq, lambda: compute_standings(work, one))


def compute_standings(work: Work, one: Competition) -> list[Standing]:
    """The same, computed from the stored games."""
    played, known = games.results(work, one.id), entrants.find_entrants(work, one.id)
    key = {account: f"{known[account].name}\0{account}" if account in known else account for account in played}
    out = {key[account] for account in played if account in known and known[account].disqualified}
    rows = tables.standings(
        {key[account]: own for account, own in played.items()}, one.definition.kind, one.definition.x, out
    )
    account_of = {name: account for account, name in key.items()}
    return [Standing(account_of[row.player], row.place, row.points, row.margin, row.games) for row in rows]
