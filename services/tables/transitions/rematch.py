"""After a match: the answers of wallet and ranking, and the players' choice of what comes next (RULES.md §10)."""

from services.contracts.tables import commands
from services.kernel.fair import is_seed
from services.kernel.refusal import Refusal
from services.tables.table import entries, seating
from services.tables.table.transition import Transition
from services.tables.transitions import finish, start

_RATED = ("won", "tied")
"""Outcomes that ranking always answers."""


def choose(transition: Transition, seat: int, command: commands.Choose) -> Refusal | None:
    """A player chooses what comes next. Codes: `choice_closed`, `choice_made`, `rotate_unavailable`, `seed_invalid`."""
    table = transition.table
    if table.phase != "choosing" or table.last is None or command.match != table.last.match:
        return Refusal("choice_closed")
    if table.seats[seat].choice is not None:
        return Refusal("choice_made")
    if (refusal := seating.check(command.choice, len(table.seats))) is not None:
        return refusal
    if command.seed is not None and not is_seed(command.seed):
        return Refusal("seed_invalid")
    transition.add(entries.Chose(seat, command.choice, command.seed), actor=seat)
    return None


def settled(transition: Transition, command: commands.Settled) -> Refusal | None:
    """The wallet has paid; the payouts are shown with the result."""
    last = transition.table.last
    if last is None or last.match != command.match or last.payouts is not None:
        return Refusal("stale")
    transition.add(entries.ChipsSettled(command.match, tuple(command.payouts), command.rake_chips))
    return None


def rated(transition: Transition, command: commands.MatchRated) -> Refusal | None:
    """Ranking has rated the match; the changes are shown with the result."""
    last = transition.table.last
    if last is None or last.match != command.match or last.changes or last.unrated:
        return Refusal("stale")
    next_ratings = tuple(command.next_ratings)
    transition.add(entries.RatingsChanged(command.match, tuple(command.changes), next_ratings, command.unrated))
    return None


def agree(transition: Transition) -> bool:
    """Start a new match if all players have chosen `rematch`, or all `rotate`; computer players follow the people.

    Returns whether an entry was added.
    """
    table = transition.table
    people = [seat for seat in table.seats if not seat.is_bot]
    made = {seat.choice for seat in people if seat.choice is not None}
    if not made:
        return False
    if "communication" in made or len(made) > 1:
        finish.close(transition, "")
        return True
    if any(seat.choice is None for seat in people):
        return False
    choice = made.pop()
    for number, seat in enumerate(table.seats):
        if seat.is_bot and seat.choice is None and choice is not None:
            transition.add(entries.Chose(number, choice))
    match = transition.table.match
    last = table.last
    assert last is not None
    transition.awaits_ratings = transition.ratings_follow and last.outcome in _RATED
    transition.awaits_ratings = transition.awaits_ratings and not last.changes and not last.unrated
    start.ask(transition, match.id, match.number, match.root, last.next_ratings)
    return True
