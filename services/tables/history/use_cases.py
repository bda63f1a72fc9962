"""Use cases of the tables service's requests: the catalogue, options, matches, recordings, the Academy. Any process
may serve them."""

from collections.abc import Sequence
from typing import TypeVar

from games.api import PLATFORM_OPTIONS, AnyGame
from games.registry import games
from services.contracts.base import Done
from services.contracts.moderation.signals import MatchTimed
from services.contracts.tables import commands_and_events as contract
from services.contracts.tables import journals
from services.contracts.tables import recordings as records
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode
from services.tables import schema as store
from services.tables.catalogue import policies
from services.tables.generations import newest
from services.tables.history import academy
from services.tables.history import decision_times as timing
from services.tables.history import finished_match_rows as finished
from services.tables.history import player_totals as statistics
from services.tables.history import replay as replays
from services.tables.history.recordings import Source, assemble, may_see
from services.tables.journal.archive.line_rows import Archive, Unavailable
from services.tables.settings import TablesSettings

UNAVAILABLE = Refusal("service_unavailable", {"service": "tables"})


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
        options={name: value for name, value in decode(encode(options)).items() if name not in PLATFORM_OPTIONS},
        seats=sum(len(side) for side in sides),
        sides=[list(side) for side in sides],
        shards=settings.table_shards,
        generation=newest(settings),
        house_banked=found.house_banked,
        return_ms=policies.return_ms(policies.policies_of(found.id, settings)),
    )


def get_match(work: Work, request: contract.GetMatch) -> contract.MatchRecord | Refusal:
    """A stored match."""
    return store.get_match(work, request.match)


def get_journal(work: Work, request: journals.GetJournal, archive: Archive) -> journals.Journal | Refusal:
    """The journal of an ended match; `service_unavailable` if it is archived and cannot be read now."""
    try:
        return finished.get_journal(work, request.match, archive)
    except Unavailable:
        return UNAVAILABLE


def time_matches(work: Work, events: Sequence[contract.MatchFinished]) -> None:
    """Publish the decision times of the players of matches that have ended."""
    lines = finished.read_times(work, {event.match for event in events})
    for event in sorted(events, key=lambda each: each.match):
        seats = timing.seat_times(lines.get(event.match, ()), event.accounts)
        if seats:
            work.publish(MatchTimed(match=event.match, ended_at_ms=event.ended_at_ms, seats=seats))


# --- recordings --------------------------------------------------------------------------------------------------


def get_totals(work: Work, request: records.GetTotals) -> records.Totals:
    """Statistics of an account's recorded matches."""
    return records.Totals(games=statistics.totals(finished.list_played(work, request.account)))


def list_recordings(work: Work, request: records.ListRecordings) -> records.Recordings | Refusal:
    """A page of an account's recordings."""
    return finished.list_recordings(work, request)


def find_source(work: Work, request: records.AboutRecording[object], archive: Archive) -> Source | Refusal:
    """What a recording is made of, for those who may see it; `service_unavailable` if it is archived and cannot be read
    now."""
    try:
        source = finished.find_source(work, request.match, archive)
    except Unavailable:
        return UNAVAILABLE
    return source if isinstance(source, Refusal) else check_access(source, request)


R = TypeVar("R", Source, records.Recording)


def check_access(found: R, request: records.AboutRecording[object]) -> R | Refusal:
    """Allow players and staff and, for a game of a competition, everybody; all others get `recording_forbidden`."""
    allowed = found.competition is not None or may_see(found.seats, found.guests, request.account, request.roles)
    return found if allowed else Refusal("recording_forbidden")


def make_recording(source: Source) -> records.Recording | Refusal:
    """Assemble a recording. Slow: not to be called on the worker's own thread."""
    return assemble(source)


def replay(recording: records.Recording, request: records.ReplayHand) -> records.Replay | Refusal:
    """Positions of a hand; slow as well."""
    return replays.replay(recording, request.hand, request.first, request.limit)


# --- the Academy -------------------------------------------------------------------------------------------------


def study(recording: records.Recording, request: records.AboutStudy[object]) -> records.Study | Refusal:
    """A hand continued in the Academy; slow as well."""
    return academy.study(recording, request.hand, request.position, request.steps)


def save_branch(work: Work, settings: TablesSettings, request: records.SaveBranch) -> records.Branch | Refusal:
    """Save a study that has been checked."""
    return finished.save_branch(work, request, settings.simulation_limit)


def list_branches(work: Work, settings: TablesSettings, request: records.ListBranches) -> records.Branches:
    """The studies that an account has saved."""
    return finished.list_branches(work, request, settings.simulation_limit)


def delete_branch(work: Work, request: records.DeleteBranch) -> Done:
    """Delete a study."""
    finished.delete_branch(work, request)
    return Done()


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
    from typing import get_args, get_type_hints

    import msgspec

    hints = get_type_hints(options_type)
    values = {}
    for field in msgspec.structs.fields(options_type):
        if field.name in PLATFORM_OPTIONS:
            continue
        allowed = list(get_args(hints[field.name])) or ([False, True] if hints[field.name] is bool else [])
        values[field.name] = sorted(allowed, key=lambda value, first=field.default: value != first)  # type: ignore[misc]
    return values
