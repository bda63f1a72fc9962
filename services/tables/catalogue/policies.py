"""Clock, return and leave policy of each game: as set by the operator, otherwise as declared by the game's family
(RULES.md §8, games/README.md)."""

from collections.abc import Sequence

import msgspec

from games.api import AnyGame
from games.registry import game, table_defaults
from services.kernel.refusal import Refusal
from services.tables.settings import GamePolicies, TablesSettings
from services.tables.table.absence import ReturnSettings
from services.tables.table.entries import Policies
from services.tables.transitions.leave import LEAVE_POLICIES

CLOCK_POLICIES = frozenset({"move_clock", "card_clock", "round_clock"})
RETURN_POLICIES = frozenset({"budget", "fixed_window", "none"})
TIMEOUT_POLICIES = frozenset({"wait", "auto_turn"})
_TWO_SIDES = frozenset({"forfeit", "concede", "pause_return"})


class PolicyInvalid(ValueError):
    """The operator has set policies under which a game cannot be played: `policy_invalid`."""


def policies_of(game_id: str, settings: TablesSettings) -> Policies:
    """The policies with which a table of this game starts.

    Raises:
        PolicyInvalid: the game cannot be played under them.
    """
    rules = game(game_id)
    policies = _chosen(rules, settings)
    default = rules.options({}, {})
    sides = () if isinstance(default, Refusal) else rules.sides(default)
    refusal = check(rules, policies, sides)
    if refusal is not None:
        raise PolicyInvalid(f"{game_id}: {refusal.detail}")
    return policies


def return_ms(policies: Policies) -> int:
    """How long a match waits at its beginning for a player who is missing (RULES.md §9); 0: not at all."""
    if policies.returning == "budget":
        return policies.move_ms * (policies.max_timeouts + 1)
    return policies.returns.return_window_s * 1000 if policies.returning == "fixed_window" else 0


def without_clock(policies: Policies, settings: TablesSettings) -> Policies:
    """The policies for practice without a clock: one long period that is not shown, all of which may be spent away."""
    move_ms = settings.practice_move_s * 1000
    return msgspec.structs.replace(
        policies, clock="move_clock", returning="budget", on_timeout="wait", move_ms=move_ms, untimed=True
    )


def lengthened(policies: Policies, factor: int) -> Policies:
    """The policies of a table whose clock is longer, by what its organizer has chosen."""
    return msgspec.structs.replace(policies, move_ms=policies.move_ms * factor, clock_factor=factor)


def check(rules: AnyGame, policies: Policies, sides: Sequence[Sequence[int]]) -> Refusal | None:
    """Code `policy_invalid` (detail: which) if clock, return or leave policy do not fit the game or its sides."""
    clock, returning, leave = policies.clock, policies.returning, policies.leave
    wrong = [
        (clock not in CLOCK_POLICIES or (clock == "round_clock") != rules.house_banked, clock),
        (clock == "card_clock" and table_defaults(rules.id).clock != clock, clock),
        (returning not in RETURN_POLICIES or (returning == "none") != rules.house_banked, returning),
        (returning == "budget" and clock != "move_clock", returning),
        (leave not in LEAVE_POLICIES and not (leave == "none" and rules.house_banked), leave),
        (leave in _TWO_SIDES and len(sides) != 2, leave),
        (leave == "eliminate" and any(len(side) != 1 for side in sides), leave),
        (policies.on_timeout not in TIMEOUT_POLICIES, policies.on_timeout),
    ]
    found = [name for is_wrong, name in wrong if is_wrong]
    return Refusal("policy_invalid", found) if found else None


def _chosen(rules: AnyGame, settings: TablesSettings) -> Policies:
    """The game's policies, with those that the operator has set instead."""
    own = settings.game_policies.get(rules.id, GamePolicies())
    default = table_defaults(rules.id)
    return Policies(
        clock=own.clock or default.clock,
        returning=own.returning or default.returning,
        leave=own.leave or default.leave,
        on_timeout=own.on_timeout or settings.on_timeout,
        move_ms=settings.move_s * 1000,
        max_timeouts=settings.max_timeouts,
        returns=ReturnSettings(settings.return_window_s, settings.return_total_s, settings.catchup_s),
    )
