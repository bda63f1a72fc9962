"""The operations about competitions: those of players, and those of operators. Tournaments decides who may use them."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.rpc import Rpc
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import made
from services.contracts.tournaments.templates import ListTemplates, SaveTemplate

ENTRY_TIMEOUT_MS = 12_000
"""The time limit of requests for which tournaments asks wallet, lobby and moderation."""
_ALL = "/api/competitions"
_ONE = f"{_ALL}/<competition>"
_PLANS = "/api/operator/competitions"
_PLAN = f"{_PLANS}/<competition>"
_TEMPLATES = "/api/operator/templates"


def competition_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    to = Forwarding(rpc)
    return [*_shown(to), *_played(to), *_made(to), *_planned(to), *_judged(to), *_repeated(to)]


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
        ),
        to.route(
            f"GET {_ONE}/standings",
            contract.GetStandings,
            "Who stands where after all games that are over, and one's own row",
            query=("offset", "limit"),
        ),
        to.route(
            f"GET {_ONE}/games",
            contract.ListGames,
            "Games of a competition, newest first: those that run, all, or one player's",
            query=("running", "player", "before_ms", "before_table", "limit"),
        ),
    ]


def _played(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"POST {_ONE}/entries",
            contract.Enter,
            "Buy an entry; sent again with the same id it is one entry",
            body=("id",),
            body_name="EntryBody",
            status=201,
            timeout_ms=ENTRY_TIMEOUT_MS,
        ),
        to.route(
            f"DELETE {_ONE}/entries",
            contract.Withdraw,
            "Give all one's entries back, before the start",
        ),
        to.route(f"POST {_ONE}/waiting", contract.AskGame, "Wait for a game; again changes nothing"),
        to.route(f"DELETE {_ONE}/waiting", contract.StopWaiting, "Do not wait any more"),
    ]


def _made(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"POST {_ALL}",
            made.MakeCompetition,
            "Make a competition of one's own: free, for friends, a company or everybody",
            body=(
                *("id", "name", "game", "options", "players", "starts_at_ms", "minutes", "games", "places"),
                *("audience", "company"),
            ),
            body_name="OwnCompetitionBody",
            status=201,
            timeout_ms=ENTRY_TIMEOUT_MS,
        ),
        to.route(
            "GET /api/me/competitions/invited",
            made.ListInvitedCompetitions,
            "Competitions of friends and companies that one may enter, and one's own",
        ),
        to.route(f"POST {_ONE}/start", made.StartCompetition, "Start one's competition now"),
        to.route(f"POST {_ONE}/call-off", made.CallOffCompetition, "Call one's competition off, before its start"),
        to.route(
            f"POST {_ONE}/reports",
            made.ReportCompetition,
            "Report the name of a competition that a player has made",
            body=("id", "category", "comment"),
            body_name="CompetitionReportBody",
            status=201,
        ),
        to.route(
            "POST /api/moderation/competitions/<competition>/close",
            made.CloseCompetition,
            "Call a competition off that a player has made; for moderators",
            body=("id", "reason"),
            body_name="ClosingBody",
        ),
    ]


def _planned(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_PLANS}",
            contract.ListPlans,
            "Competitions with drafts, a page at a time, those that start latest first; for operators",
            query=("after", "limit"),
        ),
        to.route(f"GET {_PLAN}", contract.GetPlan, "A competition or draft; for operators"),
        to.route(
            f"PUT {_PLAN}",
            contract.SaveCompetition,
            "Make or change a draft, or preview what would come of it; for operators",
            body=("plan", "preview", "reason"),
            body_name="PlanBody",
        ),
        to.route(
            f"POST {_PLAN}/publish",
            contract.PublishCompetition,
            "Announce a draft; for operators",
            body=("id", "reason"),
            body_name="PublicationBody",
        ),
        to.route(
            f"POST {_PLAN}/cancel",
            contract.CancelCompetition,
            "Call a competition off and refund every entry; for operators",
            body=("id", "reason"),
            body_name="CancellationBody",
        ),
    ]


def _judged(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_PLAN}/entrants",
            contract.ListEntrants,
            "Who has entered, with those who are taken out; for operators and auditors",
            query=("beginning", "limit"),
        ),
        to.route(
            f"POST {_PLAN}/disqualifications",
            contract.Disqualify,
            "Take a player out of the standings, or put one back; for operators",
            body=("id", "player", "reason", "undo"),
            body_name="DisqualificationBody",
        ),
        to.route(
            f"POST {_PLAN}/games/<table>/corrections",
            contract.CorrectGame,
            "Replace a game's result; for operators",
            body=("id", "result", "reason", "points", "departed", "own_mistake"),
            body_name="CorrectionBody",
        ),
        to.route(
            f"GET {_PLAN}/audit",
            contract.ListAudit,
            "The last changes of a competition; for operators and auditors",
            name="list_competition_audit",
        ),
    ]


def _repeated(to: Forwarding) -> list[Route]:
    return [
        to.route(
            f"GET {_TEMPLATES}",
            ListTemplates,
            "Competitions that come again; for operators",
        ),
        to.route(
            f"PUT {_TEMPLATES}/<template>",
            SaveTemplate,
            "Make, change or stop a competition that comes again; for operators",
            body=("id", "plan", "every", "rule", "zone", "lead_ms", "active", "reason"),
            body_name="TemplateBody",
        ),
    ]
