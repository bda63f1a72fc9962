"""The operations about competitions: what players see and do, and what operators do. Tournaments decides who may."""

from gateway.http.competition_bodies import (
    CancellationBody,
    CorrectionBody,
    DisqualificationBody,
    EntrantsQuery,
    EntryBody,
    GamesQuery,
    PlanBody,
    PlansQuery,
    PublicationBody,
    StandingsQuery,
    TemplateBody,
)
from gateway.http.forwarding import Forwarding
from gateway.http.routes import Route
from gateway.rpc import Rpc
from services.contracts import tournaments as contract
from services.contracts.competition_templates import ListTemplates, SaveTemplate

ENTRY_TIMEOUT_MS = 12_000
"""Tournaments asks wallet, lobby and moderation before it answers."""
_ALL = "/api/competitions"
_ONE = f"{_ALL}/<competition>"
_PLANS = "/api/operator/competitions"
_PLAN = f"{_PLANS}/<competition>"
_TEMPLATES = "/api/operator/templates"
_UNKNOWN = "competition_unknown"
_ENTRY_ERRORS = (
    *(_UNKNOWN, "entry_closed", "entry_limit", "account_unknown", "insufficient_chips", "self_excluded"),
    *("debt_open", "loss_limit", "age_restricted", "account_suspended"),
)
_GAME_ERRORS = (
    *(_UNKNOWN, "no_games_left", "competition_not_running", "already_seated", "player_not_online", "player_unknown"),
)
_SAVE_ERRORS = (
    *("forbidden", "competition_frozen", "game_unknown", "options_invalid", "competition_invalid"),
    "reason_required",
)
_OPERATED = ("forbidden", _UNKNOWN, "reason_required", "competition_state", "idempotency_conflict")
_JUDGED = (*_OPERATED, "correction_window_closed")


def competition_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [*_shown(to), *_played(to), *_planned(to), *_judged(to), *_repeated(to)]


def _shown(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_ALL}",
            contract.ListCompetitions,
            "Competitions, soonest first: announced, open, running and past",
        ),
        to.route(
            f"GET {_ONE}",
            contract.GetCompetition,
            "A competition: its rules, its prizes, and how one stands in it",
            _UNKNOWN,
        ),
        to.route(
            f"GET {_ONE}/standings",
            contract.GetStandings,
            "Who stands where after all games that are over, and one's own row",
            _UNKNOWN,
            query=StandingsQuery,
        ),
        to.route(
            f"GET {_ONE}/games",
            contract.ListGames,
            "Games of a competition, newest first: those that run, all, or one player's",
            _UNKNOWN,
            query=GamesQuery,
        ),
    ]


def _played(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"POST {_ONE}/entries",
            contract.Enter,
            "Buy an entry; sent again with the same id it is one entry",
            *_ENTRY_ERRORS,
            body=EntryBody,
            status=201,
            timeout_ms=ENTRY_TIMEOUT_MS,
        ),
        to.route(
            f"DELETE {_ONE}/entries",
            contract.Withdraw,
            "Give all one's entries back, before the start",
            *(_UNKNOWN, "withdraw_closed"),
        ),
        to.route(f"POST {_ONE}/waiting", contract.AskGame, "Wait for a game; again changes nothing", *_GAME_ERRORS),
        to.route(f"DELETE {_ONE}/waiting", contract.StopWaiting, "Do not wait any more"),
    ]


def _planned(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_PLANS}",
            contract.ListPlans,
            "Competitions with drafts, a page at a time, those that start latest first; for operators",
            "forbidden",
            query=PlansQuery,
        ),
        to.route(f"GET {_PLAN}", contract.GetPlan, "A competition or draft; for operators", "forbidden", _UNKNOWN),
        to.route(
            f"PUT {_PLAN}",
            contract.SaveCompetition,
            "Make or change a draft, or preview what would come of it; for operators",
            *_SAVE_ERRORS,
            body=PlanBody,
        ),
        to.route(
            f"POST {_PLAN}/publish",
            contract.PublishCompetition,
            "Announce a draft; for operators",
            *(*_OPERATED, "competition_invalid"),
            body=PublicationBody,
        ),
        to.route(
            f"POST {_PLAN}/cancel",
            contract.CancelCompetition,
            "Call a competition off and refund every entry; for operators",
            *_OPERATED,
            body=CancellationBody,
        ),
    ]


def _judged(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_PLAN}/entrants",
            contract.ListEntrants,
            "Who has entered, with those who are taken out; for operators and auditors",
            *("forbidden", _UNKNOWN),
            query=EntrantsQuery,
        ),
        to.route(
            f"POST {_PLAN}/disqualifications",
            contract.Disqualify,
            "Take a player out of the standings, or put one back; for operators",
            *(*_JUDGED, "entrant_unknown"),
            body=DisqualificationBody,
        ),
        to.route(
            f"POST {_PLAN}/games/<table>/corrections",
            contract.CorrectGame,
            "Replace a game's result; for operators",
            *(*_JUDGED, "game_unknown", "not_correctable", "bad_parameters"),
            body=CorrectionBody,
        ),
        to.route(
            f"GET {_PLAN}/audit",
            contract.ListAudit,
            "The last changes of a competition; for operators and auditors",
            *("forbidden", _UNKNOWN),
            name="list_competition_audit",
        ),
    ]


def _repeated(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_TEMPLATES}",
            ListTemplates,
            "Competitions that come again; for operators",
            "forbidden",
        ),
        to.route(
            f"PUT {_TEMPLATES}/<template>",
            SaveTemplate,
            "Make, change or stop a competition that comes every day or week; for operators",
            *_SAVE_ERRORS,
            body=TemplateBody,
        ),
    ]
