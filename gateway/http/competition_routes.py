"""The operations about competitions."""

from gateway.http.competition_bodies import (
    CancellationBody,
    CorrectionBody,
    DisqualificationBody,
    EntrantsQuery,
    EntryBody,
    GamesQuery,
    PlanBody,
    StandingsQuery,
    TemplateBody,
)
from gateway.http.competitions import Competitions
from gateway.http.request_bodies import Nothing
from gateway.http.routes import Route
from services.contracts import tournaments as contract

_ONE = "/api/competitions/<competition>"
_PLAN = "/api/operator/competitions/<competition>"
_SAVE_ERRORS = ("forbidden", "competition_frozen", "game_unknown", "options_invalid", "competition_invalid")
_JUDGED = ("reason_required", "competition_state", "correction_window_closed")


def competition_routes(handlers: Competitions) -> list[Route]:
    """Every operation, with its handler."""
    return [*_shown(handlers), *_played(handlers), *_planned(handlers), *_judged(handlers), *_repeated(handlers)]


def _shown(handlers: Competitions) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/competitions",
            summary="Competitions, soonest first: announced, open, running and past",
            handler=handlers.list_competitions,
            answer=contract.Competitions,
        ),
        Route(
            method="GET",
            path=_ONE,
            summary="A competition: its rules, its prizes, and how one stands in it",
            handler=handlers.get_competition,
            answer=contract.CompetitionCard,
            errors=("competition_unknown",),
        ),
        Route(
            method="GET",
            path=f"{_ONE}/standings",
            summary="Who stands where after all games that are over, and one's own row",
            handler=handlers.get_standings,
            answer=contract.CompetitionStandings,
            query=StandingsQuery,
            errors=("competition_unknown",),
        ),
        Route(
            method="GET",
            path=f"{_ONE}/games",
            summary="Games of a competition, newest first: those that run, all, or one player's",
            handler=handlers.list_games,
            answer=contract.Games,
            query=GamesQuery,
            errors=("competition_unknown",),
        ),
    ]


def _played(handlers: Competitions) -> list[Route]:
    return [
        Route(
            method="POST",
            path=f"{_ONE}/entries",
            summary="Buy an entry; sent again with the same id it is one entry",
            handler=handlers.enter,
            answer=contract.CompetitionEntry,
            body=EntryBody,
            status=201,
            errors=(
                *("competition_unknown", "entry_closed", "entry_limit", "account_unknown", "insufficient_chips"),
                *("self_excluded", "debt_open", "loss_limit", "age_restricted", "account_suspended"),
            ),
        ),
        Route(
            method="DELETE",
            path=f"{_ONE}/entries",
            summary="Give all one's entries back, before the start",
            handler=handlers.withdraw,
            answer=Nothing,
            errors=("competition_unknown", "withdraw_closed"),
        ),
        Route(
            method="POST",
            path=f"{_ONE}/waiting",
            summary="Wait for a game; again changes nothing",
            handler=handlers.ask_game,
            answer=contract.Waiting,
            errors=(
                *("competition_unknown", "no_games_left", "competition_not_running", "already_seated"),
                *("player_not_online", "player_unknown"),
            ),
        ),
        Route(
            method="DELETE",
            path=f"{_ONE}/waiting",
            summary="Do not wait any more",
            handler=handlers.stop_waiting,
            answer=Nothing,
        ),
    ]


def _planned(handlers: Competitions) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/operator/competitions",
            summary="Every competition, drafts too; for operators",
            handler=handlers.list_plans,
            answer=contract.PlanCards,
            errors=("forbidden",),
        ),
        Route(
            method="PUT",
            path=_PLAN,
            summary="Make or change a draft, or preview what would come of it; for operators",
            handler=handlers.save,
            answer=contract.PlanCard,
            body=PlanBody,
            errors=_SAVE_ERRORS,
        ),
        Route(
            method="POST",
            path=f"{_PLAN}/publish",
            summary="Announce a draft; for operators",
            handler=handlers.publish,
            answer=contract.PlanCard,
            errors=("forbidden", "competition_unknown", "competition_state", "competition_invalid"),
        ),
        Route(
            method="POST",
            path=f"{_PLAN}/cancel",
            summary="Call a competition off and refund every entry; for operators",
            handler=handlers.cancel,
            answer=contract.PlanCard,
            body=CancellationBody,
            errors=("forbidden", "competition_unknown", "reason_required", "competition_state"),
        ),
    ]


def _judged(handlers: Competitions) -> list[Route]:
    return [
        Route(
            method="GET",
            path=f"{_PLAN}/entrants",
            summary="Who has entered, with those who are taken out; for operators and auditors",
            handler=handlers.list_entrants,
            answer=contract.Entrants,
            query=EntrantsQuery,
            errors=("forbidden", "competition_unknown"),
        ),
        Route(
            method="POST",
            path=f"{_PLAN}/disqualifications",
            summary="Take a player out of the standings, or put one back; for operators",
            handler=handlers.disqualify,
            answer=Nothing,
            body=DisqualificationBody,
            errors=("forbidden", "competition_unknown", "entrant_unknown", *_JUDGED),
        ),
        Route(
            method="POST",
            path=f"{_PLAN}/games/<table>/corrections",
            summary="Replace a game's result; for operators",
            handler=handlers.correct,
            answer=Nothing,
            body=CorrectionBody,
            errors=(
                *("forbidden", "competition_unknown", "game_unknown", "not_correctable", "bad_parameters"),
                *_JUDGED,
            ),
        ),
        Route(
            method="GET",
            path=f"{_PLAN}/audit",
            summary="The last changes of a competition; for operators and auditors",
            handler=handlers.list_competition_audit,
            answer=contract.Audit,
            errors=("forbidden", "competition_unknown"),
        ),
    ]


def _repeated(handlers: Competitions) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/operator/templates",
            summary="Competitions that come again; for operators",
            handler=handlers.list_templates,
            answer=contract.Templates,
            errors=("forbidden",),
        ),
        Route(
            method="PUT",
            path="/api/operator/templates/<template>",
            summary="Make, change or stop a competition that comes every day or week; for operators",
            handler=handlers.save_template,
            answer=contract.Template,
            body=TemplateBody,
            errors=_SAVE_ERRORS,
        ),
    ]
