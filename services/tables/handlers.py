"""What the tables service answers: the catalogue, options, stored matches. Reads only; any process may."""

from services.contracts import tables as contract
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.plumbing.json import decode, encode
from services.tables import policies, store
from services.tables.games.api import AnyGame
from services.tables.games.registry import games
from services.tables.settings import TablesSettings


def get_catalogue(settings: TablesSettings) -> contract.Catalogue:
    """Every game, with what lobby and client need to know of it."""
    return contract.Catalogue(games=[_info(each, settings) for each in games()])


def check_options(settings: TablesSettings, request: contract.CheckOptions) -> contract.CheckedOptions | Refusal:
    """Options with defaults filled in, or `game_unknown`, `options_invalid`, `policy_invalid`."""
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
        options=decode(encode(options)),
        seats=sum(len(side) for side in sides),
        sides=[list(side) for side in sides],
        shards=settings.table_shards,
    )


def get_match(work: Work, request: contract.GetMatch) -> contract.MatchRecord | Refusal:
    """A stored match."""
    return store.get_match(work, request.match)


def get_journal(work: Work, request: contract.GetJournal) -> contract.Journal | Refusal:
    """The journal of an ended match."""
    return store.get_journal(work, request.match)


def _info(each: AnyGame, settings: TablesSettings) -> contract.GameInfo:
    chosen = policies.policies_of(each.id, settings)
    default = each.options({}, {})
    sides = each.sides(default)
    return contract.GameInfo(
        game=each.id,
        seats=[sum(len(side) for side in sides)],
        options=option_values(each.options_type),
        sides=[list(side) for side in sides],
        clock_policy=chosen.clock,
        return_policy=chosen.returning,
        leave_policy=chosen.leave,
        house_banked=each.house_banked,
        rules=each.rules,
    )


def option_values(options_type: type) -> dict[str, list[object]]:
    """Each option's allowed values, the default first, as its type says."""
    from typing import get_args, get_type_hints

    import msgspec

    hints = get_type_hints(options_type)
    values = {}
    for field in msgspec.structs.fields(options_type):
        allowed = list(get_args(hints[field.name])) or ([False, True] if hints[field.name] is bool else [])
        values[field.name] = sorted(allowed, key=lambda value, first=field.default: value != first)  # type: ignore[misc]
    return values
