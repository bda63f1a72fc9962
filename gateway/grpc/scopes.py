"""The scope that a token needs for each method of the API."""

from collections.abc import Mapping

READ = "read"
"""In a token's line: all scopes that read public data."""

_SCOPES: Mapping[str, Mapping[str, str]] = {
    "kafeneio.lobby.v1.LobbyService": {
        "lobby.read": "ListPlayers ListTables GetTable WatchTables",
        "lobby.play": "CreateTable CloseTable",
    },
    "kafeneio.accounts.v1.AccountsService": {
        "accounts.read": "GetAccount BatchGetAccounts LookupAccount",
        "accounts.privacy": "RequestExport GetExport RequestErasure GetErasure",
    },
    "kafeneio.tables.v1.TablesService": {
        "tables.read": "GetMatch BatchGetMatches ListMatches WatchMatches WatchTable GetCatalogue",
        "tables.recordings": "GetRecording",
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
        "GetClassification GetStatistics",
        "ranking.matches": "ListMatches GetMatchHands",
        "ranking.operate": "ListDefinitions SaveBoard CloseBoard",
    },
    "kafeneio.tournaments.v1.TournamentsService": {
        "tournaments.read": "ListCompetitions GetCompetition GetStandings ListGames WatchCompetition",
        "tournaments.play": "Enter Withdraw AskGame StopWaiting",
        "tournaments.operate": "Save Publish Cancel Disqualify Correct",
    },
    "kafeneio.moderation.v1.ModerationService": {
        "moderation.read": "GetConduct",
        "moderation.act": "FileReport ListReports Decide GiveCard RevokeCard Block Unblock Mute ListCases CloseCase "
        "FileAppeal ListAppeals RuleAppeal SendMessage GiveRole TakeRole ListAuditEntries "
        "ListSettings ChangeSetting",
    },
    "kafeneio.events.v1.EventsService": {
        "events.subscribe": "Subscribe ListTopics",
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
