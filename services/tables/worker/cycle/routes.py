"""Which command is handled by what: the one place where commands are distinguished by their type."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from services.contracts.tables import commands
from services.contracts.tables.commands import ToTable
from services.tables.transitions import advance, bets, finish, guests, leave, overtime, rematch, start
from services.tables.worker.cycle.batch import ActionOfPlayer, ActionOfService, Batch
from services.tables.worker.cycle.viewers import Viewers
from services.tables.worker.shards.loaded_table import LoadedTable
from services.tables.worker.shards.owned_shards import AwaitedRatings


class Plan(NamedTuple):
    """What the commands of a cycle are applied to."""

    batch: Batch
    viewers: Viewers
    ratings: AwaitedRatings


class Route(NamedTuple):
    """How commands of one type are handled."""

    at_table: Callable[[Plan, LoadedTable, Any], None]
    """At a table that is in memory."""
    without_table: Callable[[Plan, str, Any], None]
    """If the table is not in memory; the text names the shard."""
    is_repeatable: bool = False
    """Whether a repeated command gets its first answer again, so that the table must know its earlier commands."""


def _ignored(_plan: Plan, _where: object, _command: ToTable) -> None:
    """Nothing happens."""


def _of_player(action: ActionOfPlayer) -> Route:
    """A command of a player at the table, who gets an answer, and the same one however often it is repeated."""
    return Route(
        lambda plan, loaded, command: plan.batch.apply_for_player(loaded, command, action),
        lambda plan, shard, command: plan.batch.apply_absent(shard, command),
        is_repeatable=True,
    )


def _once(action: ActionOfService) -> Route:
    """A command of another service that must not be carried out twice."""
    return Route(
        lambda plan, loaded, command: plan.batch.apply_once(loaded, command, action), _ignored, is_repeatable=True
    )


def _of_service(action: ActionOfService) -> Route:
    """An order or a reply of another service; the action itself finds out whether it comes too late."""
    return Route(lambda plan, loaded, command: plan.batch.apply_for_service(loaded, command, action), _ignored)


def _rated(plan: Plan, loaded: LoadedTable, command: commands.MatchRated) -> None:
    _note_rated(plan, command)
    plan.batch.apply_for_service(loaded, command, rematch.rated)


def _note_rated(plan: Plan, command: commands.MatchRated) -> None:
    """Ranking's answers show whether it freezes the ratings of a rematch unasked, whatever became of the table."""
    plan.ratings.note_answer(command.freezes_next, plan.batch.now_ms)


ROUTES: Mapping[type, Route] = {
    commands.Start: Route(_ignored, lambda plan, shard, command: plan.batch.start(shard, command)),
    # players
    commands.Move: _of_player(advance.sent),
    commands.Seed: _of_player(start.seed),
    commands.Choose: _of_player(rematch.choose),
    # connections
    commands.Watch: Route(
        lambda plan, loaded, command: plan.viewers.join(loaded, command),
        lambda plan, shard, command: plan.viewers.join_absent(shard, command),
    ),
    commands.Unwatch: Route(
        lambda plan, loaded, command: plan.viewers.leave(loaded, command),
        lambda plan, _shard, command: plan.viewers.leave_absent(command),
    ),
    commands.AskLegal: Route(
        lambda plan, loaded, command: plan.batch.legal_asked.append((loaded, command)),
        lambda plan, shard, command: plan.batch.apply_absent(shard, command),
    ),
    # other services
    commands.Sit: _once(guests.sit),
    commands.AnnulRound: _once(bets.annul),
    commands.Purse: _of_service(guests.purse),
    commands.Banked: _of_service(bets.banked),
    commands.Held: _of_service(start.held),
    commands.RatingsFrozen: _of_service(start.ratings),
    commands.Settled: _of_service(rematch.settled),
    commands.MatchRated: Route(_rated, lambda plan, _shard, command: _note_rated(plan, command)),
    commands.Expel: _of_service(lambda transition, sent: leave.expel(transition, sent.account, sent.reason)),
    commands.Annul: _of_service(
        lambda transition, sent: (overtime.decide if sent.decide else finish.annul)(transition, sent.reason, sent.by)
    ),
}
