"""Use cases of finished matches: journals, recordings, statistics, and the Academy. Any process may serve them."""

from collections.abc import Sequence
from typing import TypeVar

from services.contracts.base import Done
from services.contracts.moderation.orders import FreeMatchCorrected
from services.contracts.moderation.signals import MatchTimed
from services.contracts.tables import catalogue, journals
from services.contracts.tables import events as tables_events
from services.contracts.tables import recordings as records
from services.contracts.tournaments.events import ResultCorrected
from services.contracts.wallet.events import MatchCorrected
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tables import schema as store
from services.tables.history import academy
from services.tables.history import decision_times as timing
from services.tables.history import finished_match_rows as finished
from services.tables.history import player_totals as statistics
from services.tables.history import replay as replays
from services.tables.history.recordings import Source, assemble, may_see
from services.tables.journal.archive.line_rows import Archive, Unavailable
from services.tables.settings import TablesSettings
from services.tables.sharing.rows import draw_anew

UNAVAILABLE = Refusal("service_unavailable", {"service": "tables"})


def get_match(work: Work, request: catalogue.GetMatch) -> catalogue.MatchRecord | Refusal:
    """A stored match."""
    return store.get_match(work, request.match)


def get_journal(work: Work, request: journals.GetJournal, archive: Archive) -> journals.Journal | Refusal:
    """The journal of an ended match; `service_unavailable` if it is archived and cannot be read now."""
    try:
        return finished.get_journal(work, request.match, archive)
    except Unavailable:
        return UNAVAILABLE


def time_matches(work: Work, events: Sequence[tables_events.MatchFinished]) -> None:
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


def get_record(work: Work, request: records.GetRecord) -> records.PlayerRecord:
    """Statistics of an account's newest matches, and of the viewer's newest ones against it."""
    return records.PlayerRecord(
        games=statistics.totals(finished.list_newest(work, request.player, records.RECORD_MATCHES_MAX)),
        together=statistics.totals(
            finished.list_meetings(work, request.viewer, request.player, records.RECORD_MATCHES_MAX)
        ),
    )


def list_recordings(work: Work, request: records.ListRecordings) -> records.Recordings | Refusal:
    """A page of an account's recordings."""
    return finished.list_recordings(work, request)


def list_places(work: Work, request: records.ListPlaces) -> records.RecordingPlaces | Refusal:
    """A page of an account's matches, for an export."""
    return finished.list_places(work, request)


def find_matches(work: Work, request: records.FindMatches) -> records.Recordings | Refusal:
    """A page of ended matches, for operators and auditors: `forbidden`."""
    may = set(request.roles) & records.FindMatches.staff_roles
    return finished.find_matches(work, request) if may else Refusal("forbidden")


def find_source(work: Work, request: records.AboutRecording[object], archive: Archive) -> Source | Refusal:
    """What a recording is made of, for those who may see it; `service_unavailable` if it is archived and cannot be read
    now."""
    source = find_any_source(work, request.match, archive)
    return source if isinstance(source, Refusal) else check_access(source, request)


def find_any_source(work: Work, match: str, archive: Archive) -> Source | Refusal:
    """What a recording is made of, whoever may see it. Codes: `recording_unknown`, `service_unavailable`."""
    try:
        return finished.find_source(work, match, archive)
    except Unavailable:
        return UNAVAILABLE


def correct_results(work: Work, events: Sequence[MatchCorrected | FreeMatchCorrected | ResultCorrected]) -> None:
    """Operators have replaced results: whoever is shown one of these matches is shown what counts."""
    for event in sorted(events, key=lambda each: (each.match, each.revision)):
        correction = records.Correction(
            revision=event.revision, outcome=event.outcome, winners=event.winners, at_ms=work.now_ms
        )
        finished.correct(work, event.match, correction)
        draw_anew(work, event.match)


def correction_of(work: Work, match: str) -> records.Correction | None:
    """What an operator has made of a match's result."""
    return finished.correction_of(work, match)


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


def write_text(recording: records.Recording, _request: records.GetMatchText) -> records.MatchText | Refusal:
    """The match as text for other programs; slow as well."""
    return replays.write_text(recording)


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
