"""The beginning of a match: requests to wallet, ranking and clients, and the start once all have answered (RULES.md
§6, §14)."""

from typing import Any

import msgspec

from games.api import PLATFORM_OPTIONS
from games.registry import game
from services.contracts.tables import commands
from services.contracts.tables.commands import SeatRating, StartOrder
from services.contracts.tables.events import MatchAsked
from services.kernel.fair import is_seed
from services.kernel.ratings import ELO_START
from services.kernel.refusal import Refusal
from services.kernel.stake_refusals import code_for_others
from services.tables.table import entries
from services.tables.table.entries import Entry, Policies
from services.tables.table.fold import open_table
from services.tables.table.model import Table
from services.tables.table.transition import Step, Transition
from services.tables.transitions import finish


def opened(table_id: str, order: StartOrder, policies: Policies, reply_to: str, at_ms: int, trace: str) -> Step:
    """The first entry of a table that the lobby has started."""
    action = entries.Opened(order, game(order.game).rules, policies, reply_to)
    entry = Entry(1, at_ms, action, trace=trace)
    table = open_table(table_id, entry)
    return Step(table, entry, table)


def ask(
    transition: Transition, match_id: str, number: int, root: str, known_ratings: tuple[SeatRating, ...] = ()
) -> None:
    """Prepare a match: ask the wallet for stakes and ranking for ratings; clients send their seeds. What is not
    needed, is known already (`known_ratings`) or comes anyway (`Transition.awaits_ratings`) is not requested."""
    transition.add(entries.Asked(match_id, number, root))
    table = transition.table
    if table.order.practice:
        return
    rating_of = {rating.account: rating for rating in known_ratings}
    people = _people(table)
    is_known = all(account in rating_of for account in people)
    if is_known:
        transition.awaits_ratings = False
        transition.add(entries.RatingsTaken(tuple(rating_of[account] for account in people)))
    need_not_ask = is_known or transition.awaits_ratings
    if table.order.stake_chips or not need_not_ask:
        transition.publish(_question(table, need_not_ask))


def ask_again(transition: Transition) -> None:
    """Ask ranking for the ratings of a rematch that still has none, because they may not come by themselves. What the
    wallet is asked a second time, it answers as the first time."""
    if lacks_ratings(transition.table):
        transition.publish(_question(transition.table, False))


def lacks_ratings(table: Table) -> bool:
    """Whether a rematch is being prepared and has no ratings yet."""
    is_rematch = table.phase == "asking" and table.last is not None
    return is_rematch and not table.order.practice and table.match.ratings is None


def _people(table: Table) -> list[str]:
    return [seat.account for seat in table.seats if seat.account is not None]


def _question(table: Table, ratings_known: bool) -> MatchAsked:
    return MatchAsked(
        match=table.match.id,
        table=table.id,
        game=table.game,
        stake_chips=table.order.stake_chips,
        accounts=_people(table),
        reply_to=table.reply_to,
        ratings_known=ratings_known,
    )


def seed(transition: Transition, seat: int, command: commands.Seed) -> Refusal | None:
    """A client sends its seed. Codes: `seed_closed`, `seed_invalid`, `seed_given`."""
    table = transition.table
    if not (table.phase == "asking" or table.awaits_shoe) or command.match != table.match.id:
        return Refusal("seed_closed")
    if not is_seed(command.seed):
        return Refusal("seed_invalid")
    if table.seats[seat].seed is not None:
        return Refusal("seed_given")
    transition.add(entries.Seeded(seat, command.seed), actor=seat)
    return None


def seeds_are_in(table: Table) -> bool:
    """Whether every person at the table has sent a seed."""
    return all(seat.seed is not None or seat.is_bot for seat in table.seats)


def close_seeds(transition: Transition) -> None:
    """Time is up: a missing seed counts as zeros from now on."""
    for number, seat in enumerate(transition.table.seats):
        if seat.seed is None and not seat.is_bot:
            transition.add(entries.Seeded(number, "0" * 32))


def held(transition: Transition, command: commands.Held) -> Refusal | None:
    """The wallet's answer: the stakes are held, or the match is void and the table closes."""
    table = transition.table
    if table.phase != "asking" or command.match != table.match.id or table.match.held:
        return Refusal("stale")
    if command.error is None:
        transition.add(entries.StakesHeld())
    else:
        finish.end(transition, "void", (), code_for_others(command.error))
        finish.close(transition, command.error, command.account)
    return None


def ratings(transition: Transition, command: commands.RatingsFrozen) -> Refusal | None:
    """Ranking's answer: the ratings before the match."""
    table = transition.table
    if table.phase != "asking" or command.match != table.match.id or table.match.ratings is not None:
        return Refusal("stale")
    transition.add(entries.RatingsTaken(tuple(command.ratings)))
    return None


def begin_if_ready(transition: Transition) -> bool:
    """Begin the match once stakes, ratings and seeds are there. Returns whether it has begun."""
    table = transition.table
    match = table.match
    needs_hold = table.order.stake_chips > 0 and not match.held
    needs_ratings = not table.order.practice and match.ratings is None
    if needs_hold or needs_ratings or not seeds_are_in(table) or not match.id:
        return False
    transition.add(entries.Begun(_options(table)))
    return True


def _options(table: Table) -> dict[str, Any] | None:
    """The options with the platform's part; None if that changes nothing or the game has no such options."""
    frozen: dict[str, Any] = {"on_timeout": table.policies.on_timeout}
    if table.match.ratings is not None:
        elo = {rating.account: rating.rating for rating in table.match.ratings}
        frozen["ratings"] = [elo.get(seat.account or "", ELO_START) for seat in table.seats]
    chosen = {name: value for name, value in table.order.options.items() if name not in PLATFORM_OPTIONS}
    found = game(table.game).options(chosen, frozen)
    if isinstance(found, Refusal) or found == table.options:
        return None
    options: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
    return options
