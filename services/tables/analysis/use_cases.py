"""What tables answers about analyses (services/tables/RULES.md §19)."""

from games import registry
from games.api import AnyGame
from services.contracts.tables import analysis as contract
from services.contracts.tables.recordings import Recording
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tables.analysis import job_rows
from services.tables.analysis.report import UNAVAILABLE, can_be_analysed
from services.tables.settings import TablesSettings

AGAIN_MS = 1_500
"""When whoever waits asks again."""
AGAIN_MS_MAX = 15_000
UNKNOWN = Refusal("analysis_unknown")


def ask_analysis(
    work: Work, settings: TablesSettings, request: contract.AskAnalysis, recording: Recording
) -> contract.Analysis | Refusal:
    """Order the analysis of a match that the account may see, or answer with the one that there is. Codes:
    `analysis_unavailable`, `analysis_running`, `analysis_limit`, `analysis_busy`, `rules_missing`."""
    rules = engine(recording)
    if isinstance(rules, Refusal):
        return rules
    if not can_be_analysed(rules, recording) or len(recording.events) > settings.analysis_events_max:
        return UNAVAILABLE
    found = job_rows.find(work, recording.match)
    if found is None or not _counts(found, rules):
        limits = job_rows.Limits(settings.analysis_daily, settings.analysis_waiting_max)
        refusal = job_rows.order(work, recording.match, recording.game, request.account, limits)
        if refusal is not None:
            return refusal
        found = job_rows.find(work, recording.match)
    assert found is not None, "it has just been ordered"
    return _shown(work, settings, request.account, recording, found)


def get_analysis(
    work: Work, settings: TablesSettings, request: contract.GetAnalysis, recording: Recording
) -> contract.Analysis | Refusal:
    """An analysis as it stands. Codes: `analysis_unavailable`, `analysis_unknown`, `rules_missing`."""
    rules = engine(recording)
    if isinstance(rules, Refusal):
        return rules
    if not can_be_analysed(rules, recording):
        return UNAVAILABLE
    found = job_rows.find(work, recording.match)
    return UNKNOWN if found is None else _shown(work, settings, request.account, recording, found)


def engine(recording: Recording) -> AnyGame | Refusal:
    """The engine of a match. Code: `rules_missing`."""
    name = registry.engine_name(recording.game, recording.rules)
    return registry.game(name) if name else Refusal("rules_missing", {"game": recording.game, "rules": recording.rules})


def _counts(found: job_rows.Job, rules: AnyGame) -> bool:
    """Whether a job need not be done again: it is not done yet, or was by the present evaluator."""
    assert rules.analysis is not None
    return found.state in ("waiting", "running") or (
        found.state == "done" and found.evaluator == rules.analysis.evaluator
    )


def _shown(
    work: Work, settings: TablesSettings, account: str, recording: Recording, found: job_rows.Job
) -> contract.Analysis:
    left = max(0, settings.analysis_daily - len(job_rows.ordered_today(work, account)))
    open_ms = min(AGAIN_MS * (1 + found.ahead), AGAIN_MS_MAX)
    state: contract.JobState = found.state  # type: ignore[assignment]  # as job_rows writes it
    return contract.Analysis(
        match=recording.match,
        game=recording.game,
        seats=recording.seats,
        state=state,
        percent=found.percent,
        ahead=found.ahead,
        again_ms=open_ms if found.state in ("waiting", "running") else None,
        left_today=left,
        report=found.report,
    )
