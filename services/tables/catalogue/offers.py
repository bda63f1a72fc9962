"""Which games there are, with their options; whether wishes for a table can be met."""

from typing import Any, get_args, get_type_hints

import msgspec

from games.api import PLATFORM_OPTIONS, AnyGame
from games.registry import games
from services.contracts.tables import catalogue as contract
from services.kernel.refusal import Refusal
from services.tables.catalogue import policies
from services.tables.generations import newest
from services.tables.settings import TablesSettings


def get_catalogue(settings: TablesSettings) -> contract.Catalogue:
    """Every game, with the data that the lobby and clients need."""
    return contract.Catalogue(games=[_info(each, settings) for each in games()])


def check_options(settings: TablesSettings, request: contract.CheckOptions) -> contract.CheckedOptions | Refusal:
    """Options with defaults filled in. Codes: `game_unknown`, `options_invalid`, `policy_invalid`. The answer may be
    checked again: it has none of the platform's own options."""
    found = next((each for each in games() if each.id == request.game), None)
    if found is None:
        return Refusal("game_unknown")
    options = found.options(request.options, {})
    if isinstance(options, Refusal):
        return options
    sides = found.sides(options)
    if (refusal := policies.check(found, policies.policies_of(found.id, settings), sides)) is not None:
        return refusal
    return contract.CheckedOptions(
        options={name: value for name, value in _plain(options).items() if name not in PLATFORM_OPTIONS},
        seats=sum(len(side) for side in sides),
        sides=[list(side) for side in sides],
        shards=settings.table_shards,
        generation=newest(settings),
        house_banked=found.house_banked,
        return_ms=policies.return_ms(policies.policies_of(found.id, settings)),
    )


def _plain(options: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(options, str_keys=True)
    return found


def _info(each: AnyGame, settings: TablesSettings) -> contract.GameInfo:
    chosen = policies.policies_of(each.id, settings)
    options = option_values(each.options_type)
    return contract.GameInfo(
        game=each.id,
        seats=seat_numbers(each, options),
        options=options,
        sides=[list(side) for side in each.sides(each.options({}, {}))],
        clock_policy=chosen.clock,
        return_policy=chosen.returning,
        leave_policy=chosen.leave,
        house_banked=each.house_banked,
        rules=each.rules,
        max_timeouts=chosen.max_timeouts,
    )


def seat_numbers(each: AnyGame, options: dict[str, list[object]]) -> list[int]:
    """The numbers of seats that the values of each option result in, the default's first."""
    wishes = [{}, *({name: value} for name, values in options.items() for value in values)]
    chosen = [found for wish in wishes if not isinstance(found := each.options(wish, {}), Refusal)]
    return list(dict.fromkeys(sum(map(len, each.sides(found))) for found in chosen))


def option_values(options_type: type) -> dict[str, list[object]]:
    """The allowed values of each option, the default first, from its type; without the options that the platform
    sets."""
    hints = get_type_hints(options_type)
    values = {}
    for field in msgspec.structs.fields(options_type):
        if field.name in PLATFORM_OPTIONS:
            continue
        allowed = list(get_args(hints[field.name])) or ([False, True] if hints[field.name] is bool else [])
        values[field.name] = sorted(allowed, key=lambda value, first=field.default: value != first)  # type: ignore[misc]
    return values
