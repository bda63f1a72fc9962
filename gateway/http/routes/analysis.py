"""Analyses of matches, the computer in the Academy, and the problems of the day."""

from gateway.http.operations.forwarding import Forwarding
from gateway.http.operations.route import Route
from gateway.http.routes.records import STUDY_FIELDS, AsStaffToo
from gateway.rpc import Rpc
from services.contracts.tables import analysis, problems


def analysis_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
    return [*_match_routes(AsStaffToo(rpc)), *_problem_routes(Forwarding(rpc))]


def _match_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/recordings/<match>/analysis",
            analysis.AskAnalysis,
            "Order the analysis of a match, or see the one that there is; for its players and staff",
            invalid="recording_unknown",
        ),
        to.route(
            "GET /api/recordings/<match>/analysis",
            analysis.GetAnalysis,
            "The analysis of a match as it stands: how far it is, and the report once it is done",
            invalid="recording_unknown",
        ),
        to.route(
            "POST /api/tables/<table>/hint",
            analysis.AskHint,
            "At a practice table: what the strong computer player would do for one's own seat, and why",
            invalid="table_unknown",
            computes=True,
        ),
        to.route(
            "POST /api/academy/computer",
            analysis.AskComputer,
            "What the strong computer player would do in a study, and why",
            *("illegal_move",),
            body=(*STUDY_FIELDS, "seat"),
            body_name="AskComputerBody",
            body_is_long=True,
            computes=True,
        ),
    ]


def _problem_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "GET /api/problems",
            problems.ListProblems,
            "The problems of today and of the last days, for somebody who has not come in",
            fill={"account": lambda _call: None},
            session=False,
            name="list_problems_for_all",
        ),
        to.route(
            "GET /api/me/problems",
            problems.ListProblems,
            "The problems of today and of the last days, and how one has answered them",
        ),
        to.route(
            "GET /api/problems/<game>",
            analysis.GetProblem,
            "The problem of the day: a position in which one move is clearly best",
            query=("day",),
            invalid="game_unknown",
            session=False,
        ),
        to.route(
            "POST /api/problems/<game>/answer",
            problems.AnswerProblem,
            "Answer today's problem, once; the game's refusals come as they are",
            *("not_your_turn",),
            body=("day", "move"),
            body_name="AnswerProblemBody",
            invalid="game_unknown",
        ),
        to.route(
            "GET /api/problems/<game>/<day>/outcome",
            problems.GetProblemOutcome,
            "The solution of a problem, and what others have answered: of a past day, or once one has answered",
            invalid="problem_unknown",
        ),
        to.route(
            "POST /api/problems/<game>/<day>/study",
            problems.StudyProblem,
            "Play on from a problem, for every seat, once its solution may be seen",
            *("illegal_move", "not_your_turn"),
            body=("steps",),
            body_name="StudyProblemBody",
            body_is_long=True,
            invalid="problem_unknown",
            computes=True,
        ),
    ]
