"""What each method of the API is to a player's program with a personal token (services/lobby/RULES.md §12): the
operation of REST or the frame that does the same, by which the lobby decides, or closed.

Every method is in one of the two tables, so that a new one is decided about.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from services.contracts.client.token_scopes import operation_of_frame

ANYBODY = "GET /api/me"
"""The operation by which is decided about what REST shows without a token: every token that holds opens it."""


class Personal(NamedTuple):
    """A method that players have.

    `operation`: of REST, or a frame; `own`: the field with the account in whose name it is done, or which is the
    token's own; empty: it has none, and a field `account` is whom it is about. `computes`: it counts as a computation.
    `ordering`: the operation instead where the request's `order` is set.
    """

    operation: str
    own: str = ""
    computes: bool = False
    ordering: str = ""
    public: bool = False
    """Whether REST shows it without a token."""

    def asked(self, request: Any) -> str:
        """The operation by which is decided about a request."""
        if self.public:
            return ANYBODY
        return self.ordering if self.ordering and request.order else self.operation


def _own(operation: str, **more: Any) -> Personal:
    return Personal(operation, "account", **more)


def _frame(kind: str) -> Personal:
    return _own(operation_of_frame(kind))


def _public(operation: str) -> Personal:
    return Personal(operation, public=True)


_COMPANY = "/api/companies/<company>"
_COMPETITION = "/api/competitions/<competition>"
_RECORDING = "/api/recordings/<match>"
_STATISTICS = Personal("GET /api/players/<player>/statistics")

_METHODS: Mapping[str, Mapping[str, Personal]] = {
    "kafeneio.lobby.v1.LobbyService": {
        "ListPlayers": Personal("GET /api/players"),
        "ListTables": Personal("GET /api/tables"),
        "WatchTables": Personal("GET /api/tables"),
        "GetCounts": _public("GET /api/counts"),
        "GetTable": Personal("GET /api/tables/<table>"),
        "CreateTable": _frame("create_table"),
        "CloseTable": _frame("leave_table"),
        "ListConversations": _own("GET /api/me/conversations"),
        "ListMessages": _own("GET /api/me/conversations/<player>"),
        "WriteMessage": _frame("write"),
        "ReadMessages": _frame("read"),
    },
    "kafeneio.lobby.v1.PeopleService": {
        "GetCard": _own("GET /api/players/<player>/card"),
        "ListCalls": _own("GET /api/me/calls"),
        "CallFriend": _own("POST /api/me/calls"),
        "WithdrawCall": _own("DELETE /api/me/calls/<call>"),
        "GetCall": _public("GET /api/calls/<call>"),
        "TakeCall": _own("POST /api/calls/<call>/take"),
    },
    "kafeneio.lobby.v1.CompaniesService": {
        "ListOwnCompanies": _own("GET /api/me/companies"),
        "ListOpenCompanies": _own("GET /api/companies"),
        "GetCompany": _own(f"GET {_COMPANY}"),
        "ListCompanyChat": _own(f"GET {_COMPANY}/chat"),
        "SayInCompany": _frame("say"),
        "FoundCompany": _own("POST /api/companies"),
        "ChangeCompany": _own(f"PUT {_COMPANY}"),
        "CloseCompany": _own(f"POST {_COMPANY}/close"),
        "InvitePlayer": _own(f"POST {_COMPANY}/invitations"),
        "AnswerInvitation": _own(f"POST {_COMPANY}/answer"),
        "JoinCompany": _own(f"POST {_COMPANY}/join"),
        "AnswerRequest": _own(f"POST {_COMPANY}/requests/<player>"),
        "LeaveCompany": _own(f"POST {_COMPANY}/leave"),
        "RemoveMember": _own(f"POST {_COMPANY}/members/<player>/remove"),
        "SetRole": _own(f"POST {_COMPANY}/members/<player>/role"),
        "MuteMember": _own(f"POST {_COMPANY}/members/<player>/mute"),
        "SetEvening": _own(f"PUT {_COMPANY}/evening"),
        "ComeToEvening": _own(f"POST {_COMPANY}/evening/come"),
    },
    "kafeneio.accounts.v1.AccountsService": {
        "GetAccount": _own("GET /api/me"),
    },
    "kafeneio.tables.v1.TablesService": {
        "GetMatch": Personal("GET /api/matches/<match>"),
        "WatchTable": Personal("GET /api/stream/table/<table>"),
        "GetCatalogue": _public("GET /api/catalogue"),
        "GetChance": _public("GET /api/chance"),
        "GetChanceCounts": _public("GET /api/chance/<game>"),
        "GetProblem": _public("GET /api/problems/<game>"),
        "GetSharedMatch": _public("GET /api/shared/<link>"),
        "GetRecording": _own(f"GET {_RECORDING}"),
        "GetMatchText": _own(f"GET {_RECORDING}/text", computes=True),
        "GetAnalysis": _own(f"GET {_RECORDING}/analysis", ordering=f"POST {_RECORDING}/analysis"),
        "ImportMatch": _own("POST /api/academy/imports", computes=True),
        "ListImports": _own("GET /api/academy/imports"),
        "DeleteImport": _own("DELETE /api/academy/imports/<match>"),
    },
    "kafeneio.ranking.v1.RankingService": {
        "GetRating": _STATISTICS,
        "BatchGetRatings": _STATISTICS,
        "WatchRatings": _STATISTICS,
        "GetStatistics": _STATISTICS,
        "ListBoards": Personal("GET /api/boards"),
        "GetBoard": _own("GET /api/boards/<board>"),
        "ListPastPeriods": Personal("GET /api/boards/<board>/periods"),
        "GetStandings": Personal("GET /api/players/<player>/standings"),
        "GetClassification": _own("GET /api/classification"),
        "ListBadges": Personal("GET /api/players/<player>/badges"),
        "ListMatches": _own("GET /api/me/statistics/matches"),
        "GetMatchHands": _own("GET /api/me/statistics/matches/<match>"),
    },
    "kafeneio.tournaments.v1.TournamentsService": {
        "ListCompetitions": Personal("GET /api/competitions"),
        "GetCompetition": Personal(f"GET {_COMPETITION}"),
        "WatchCompetition": Personal(f"GET {_COMPETITION}"),
        "GetStandings": Personal(f"GET {_COMPETITION}/standings"),
        "ListGames": Personal(f"GET {_COMPETITION}/games"),
        "GetCalendar": Personal("GET /api/calendar"),
        "ListPastCompetitions": Personal("GET /api/calendar/past"),
        "ListOwnCompetitions": _own("GET /api/me/competitions"),
        "ListInvitedCompetitions": _own("GET /api/me/competitions/invited"),
        "Enter": _own(f"POST {_COMPETITION}/entries"),
        "Withdraw": _own(f"DELETE {_COMPETITION}/entries"),
        "AskGame": _own(f"POST {_COMPETITION}/waiting"),
        "StopWaiting": _own(f"DELETE {_COMPETITION}/waiting"),
        "MakeCompetition": _own("POST /api/competitions"),
        "StartCompetition": _own(f"POST {_COMPETITION}/start"),
        "CallOffCompetition": _own(f"POST {_COMPETITION}/call-off"),
    },
    "kafeneio.events.v1.EventsService": {
        "Subscribe": Personal("GET /api/stream/events"),
        "ListTopics": Personal("GET /api/stream/events"),
    },
    "grpc.reflection.v1.ServerReflection": {
        "ServerReflectionInfo": _public("GET /api/openapi.json"),
    },
    "grpc.reflection.v1alpha.ServerReflection": {
        "ServerReflectionInfo": _public("GET /api/openapi.json"),
    },
}

PERSONAL: Mapping[str, Personal] = {
    f"/{service}/{method}": personal for service, methods in _METHODS.items() for method, personal in methods.items()
}
"""Method path → what it is to a player's program. Whether a token opens it, the lobby says."""

_CLOSED: Mapping[str, str] = {
    "kafeneio.lobby.v1.CompaniesService": "LookupCompanies GetCompanyFile ActOnCompany",
    "kafeneio.accounts.v1.AccountsService": "BatchGetAccounts LookupAccount ListWaysIn RequestExport GetExport "
    "RequestErasure GetErasure",
    "kafeneio.tables.v1.TablesService": "BatchGetMatches ListMatches WatchMatches CheckSolution GetProblemOutcome "
    "VoidTable",
    "kafeneio.wallet.v1.WalletService": "GetBalance BatchGetBalances ListTransfers GetTransfer Credit "
    "ListPendingCredits ApproveCredit Debit WatchLedger CheckLedger ReverseTransfer CorrectMatch",
    "kafeneio.ranking.v1.RankingService": "ListDefinitions SaveBoard CloseBoard",
    "kafeneio.tournaments.v1.TournamentsService": "Save Publish Cancel Disqualify Correct SaveSeries ListSeries",
    "kafeneio.moderation.v1.ModerationService": "GetConduct FileReport FileAppeal Mute ListReports Decide GiveCard "
    "RevokeCard Block Unblock ListCases CloseCase ListAppeals RuleAppeal SendMessage GiveRole TakeRole ListSettings "
    "ChangeSetting ListAuditEntries",
    "kafeneio.events.v1.WebhooksService": "CreateWebhook ListWebhooks RotateWebhookSecret PauseWebhook ResumeWebhook "
    "ReplayWebhook DeleteWebhook ListWebhookDeliveries",
}

CLOSED = frozenset(f"/{service}/{method}" for service, methods in _CLOSED.items() for method in methods.split())
"""Methods of other systems and operators, those about money and about an account's ways in: to a personal token they
are `scope_missing` with no scopes, as what REST opens to none."""
