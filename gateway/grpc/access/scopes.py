"""The scope that a token needs for each method of the API, and the account in whose name a method acts.

Where a method needs a role of staff, the service account of the caller's token acts, whatever the request says. The
service that owns the matter decides by that account's roles, and the audit log names it.
"""

from collections.abc import Mapping

from google.protobuf.message import Message as Proto

from services.kernel.refusal import Refusal

READ = "read"
"""In a token's line: all scopes that read public data."""

_SCOPES: Mapping[str, Mapping[str, str]] = {
    "kafeneio.lobby.v1.LobbyService": {
        "lobby.read": "ListPlayers ListTables GetCounts GetTable WatchTables",
        "lobby.play": "CreateTable CloseTable",
        "lobby.messages": "ListConversations ListMessages WriteMessage ReadMessages",
    },
    "kafeneio.lobby.v1.PeopleService": {
        "lobby.cards": "GetCard",
        "lobby.calls": "ListCalls CallFriend WithdrawCall GetCall TakeCall",
    },
    "kafeneio.lobby.v1.CompaniesService": {
        "lobby.companies": "ListOwnCompanies ListOpenCompanies GetCompany ListCompanyChat SayInCompany FoundCompany "
        "ChangeCompany CloseCompany InvitePlayer AnswerInvitation JoinCompany AnswerRequest LeaveCompany RemoveMember "
        "SetRole MuteMember SetEvening ComeToEvening",
        "lobby.operate": "LookupCompanies GetCompanyFile ActOnCompany",
    },
    "kafeneio.accounts.v1.AccountsService": {
        "accounts.read": "GetAccount BatchGetAccounts LookupAccount",
        "accounts.privacy": "ListWaysIn RequestExport GetExport RequestErasure GetErasure",
    },
    "kafeneio.tables.v1.TablesService": {
        "tables.read": "GetMatch BatchGetMatches ListMatches WatchMatches WatchTable GetCatalogue GetChance "
        "GetChanceCounts GetProblem CheckSolution GetProblemOutcome GetSharedMatch",
        "tables.recordings": "GetRecording GetMatchText GetAnalysis",
        "tables.imports": "ImportMatch ListImports DeleteImport",
        "tables.operate": "VoidTable",
    },
    "kafeneio.wallet.v1.WalletService": {
        "wallet.read": "GetBalance BatchGetBalances ListTransfers GetTransfer",
        "wallet.credit": "Credit",
        "wallet.approve": "ListPendingCredits ApproveCredit",
        "wallet.debit": "Debit",
        "wallet.follow": "WatchLedger",
        "wallet.audit": "CheckLedger",
        "wallet.operate": "ReverseTransfer CorrectMatch",
    },
    "kafeneio.ranking.v1.RankingService": {
        "ranking.read": "GetRating BatchGetRatings WatchRatings ListBoards GetBoard ListPastPeriods GetStandings "
        "GetClassification GetStatistics ListBadges",
        "ranking.matches": "ListMatches GetMatchHands",
        "ranking.operate": "ListDefinitions SaveBoard CloseBoard",
    },
    "kafeneio.tournaments.v1.TournamentsService": {
        "tournaments.read": "ListCompetitions GetCompetition GetStandings ListGames WatchCompetition "
        "GetCalendar ListPastCompetitions ListOwnCompetitions",
        "tournaments.play": "Enter Withdraw AskGame StopWaiting "
        "MakeCompetition StartCompetition CallOffCompetition ListInvitedCompetitions",
        "tournaments.operate": "Save Publish Cancel Disqualify Correct SaveSeries ListSeries",
    },
    "kafeneio.moderation.v1.ModerationService": {
        "moderation.read": "GetConduct",
        "moderation.file": "FileReport FileAppeal",
        "moderation.mute": "Mute",
        "moderation.sanction": "ListReports Decide GiveCard RevokeCard Block Unblock ListCases CloseCase ListAppeals "
        "RuleAppeal",
        "moderation.messages": "SendMessage",
        "moderation.roles": "GiveRole TakeRole",
        "moderation.settings": "ListSettings ChangeSetting",
        "moderation.audit": "ListAuditEntries",
    },
    "kafeneio.events.v1.EventsService": {
        "events.subscribe": "Subscribe ListTopics",
    },
    "kafeneio.events.v1.WebhooksService": {
        "events.webhooks": "CreateWebhook ListWebhooks RotateWebhookSecret PauseWebhook ResumeWebhook ReplayWebhook "
        "DeleteWebhook ListWebhookDeliveries",
    },
    "grpc.reflection.v1.ServerReflection": {
        "lobby.read": "ServerReflectionInfo",
    },
    "grpc.reflection.v1alpha.ServerReflection": {
        "lobby.read": "ServerReflectionInfo",
    },
}

SCOPE_OF: Mapping[str, str] = {
    f"/{service}/{method}": scope
    for service, methods in _SCOPES.items()
    for scope, names in methods.items()
    for method in names.split()
}
"""Method path → scope."""

SCOPES = frozenset(SCOPE_OF.values())
"""All scopes."""

PUBLIC = frozenset({"lobby.read", "tables.read", "ranking.read", "tournaments.read"})
"""The scopes that `read` stands for, and those of a token whose line names none."""

AS_STAFF = frozenset(
    {
        *("moderation.mute", "moderation.sanction", "moderation.messages", "moderation.roles", "moderation.settings"),
        *("moderation.audit", "lobby.operate", "ranking.operate", "tables.operate", "tournaments.operate"),
        "wallet.operate",
    }
)
"""Scopes whose methods need a role of staff: the caller's service account acts, and no other can be named."""

BOUND = AS_STAFF | {
    *("lobby.messages", "lobby.companies", "moderation.file", "tables.recordings", "tables.imports"),
    *("wallet.credit", "wallet.approve"),
}
"""Scopes of which a token has to name its service account: what is done with it has to be somebody's."""

FIELDS = ("operator", "account")
"""The fields of requests that name who acts; a request has one of them."""


def field_of(request: Proto | type[Proto]) -> str:
    """The field of a request that names who acts."""
    return next(name for name in FIELDS if name in request.DESCRIPTOR.fields_by_name)


def enter(request: Proto, scope: str, service_account: str) -> Refusal | None:
    """Enter the service account into a request of a method with this scope. Refusal: `actor_not_own`, where the
    request names another account."""
    if scope not in AS_STAFF:
        return None
    field = field_of(request)
    if getattr(request, field) not in ("", service_account):
        return Refusal("actor_not_own", {"field": field, "service_account": service_account})
    setattr(request, field, service_account)
    return None
