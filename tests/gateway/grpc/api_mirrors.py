"""Which message of the gRPC API shows which message of the contracts, and where the two differ, with the reason.

`MIRRORS` has every API message that shows a contract's message; `OWN` every other one. What differs is named field by
field. Four conventions are not exceptions: times are called as in `message_conversion.TIMES`; `request_id` is the
contract's `id`; `page_size` and `page_token` are its `limit` and its place in a list, `next_page_token` the place that
an answer ends at; `NAME_json` is a field `NAME` of any shape.
"""

from typing import Any

from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2 as accounts_api
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2 as events_api
from gateway.grpc.gen.kafeneio.lobby.v1 import companies_pb2 as companies_api
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2 as lobby_api
from gateway.grpc.gen.kafeneio.lobby.v1 import people_pb2 as people_api
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2 as moderation_api
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2 as ranking_api
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2 as tables_api
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2 as tournaments_api
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2 as wallet_api
from services.contracts.lobby import chat, open_tables, presence
from services.contracts.lobby.accounts import access, accounts, privacy
from services.contracts.lobby.people import calls, companies, conduct
from services.contracts.lobby.people import cards as player_cards
from services.contracts.lobby.people import messages as private
from services.contracts.moderation import appeals, cards, cases, messages, orders, reports, staff
from services.contracts.moderation import conduct as moderation_conduct
from services.contracts.partners import lookups as other_systems
from services.contracts.partners import room_pages
from services.contracts.ranking import badges, boards, statistics
from services.contracts.ranking import ratings as ranking
from services.contracts.tables import analysis, catalogue, commands, fairness, imports, problems, recordings, sharing
from services.contracts.tournaments import calendar, made, templates
from services.contracts.tournaments import competitions as tournaments
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import transfers as outside
from tests.gateway.grpc.mirror import CALLER, Mirror
from tests.gateway.grpc.webhook_mirrors import WEBHOOKS

ROLES = "the gateway asks moderation for the operator's roles"
OPERATOR = "a field of the order that the request places (orders.PlaceOrder)"
ORDER = "says how far the order is (orders.Order), and what came of it"
REQUEST = "the request has it"
ROOM = "only the meeting room shows it"
MEMBERS = "tables of a company are for its members alone: GetCompany has them, all other methods none"
OWN_ACCOUNT = "only the account's own pages show it"
AT_ONCE = "the API has a message for it"
CONSOLE = "what people do at the console"
ONE_OF = "the API has a choice of fields instead of a union"

CHANCE = {"root": "in `chance`, which is unset until the match has ended", "seeds": "in `chance`"}
MOVED = [wallet_api.CreditResponse, wallet_api.DebitResponse, wallet_api.ApproveCreditResponse]
ENTRY = [wallet_api.GetTransferResponse, wallet_api.WatchLedgerResponse]

ACCOUNTS = [
    Mirror(
        accounts_api.Account,
        accounts.Account,
        hidden={
            "second_factor": OWN_ACCOUNT,
            "staff_session_over": OWN_ACCOUNT,
            "scopes": OWN_ACCOUNT,
            "bot": "the id begins with `bot.`",
        },
    ),
    Mirror(accounts_api.GetAccountRequest, accounts.GetPlayer, hidden={"name": "LookupAccount"}),
    Mirror(accounts_api.LookupAccountRequest, accounts.GetPlayer, hidden={"account": "GetAccount"}),
    Mirror(accounts_api.ListWaysInRequest, access.ListWaysIn),
    Mirror(accounts_api.ListWaysInResponse, access.WaysIn),
    Mirror(accounts_api.BatchGetAccountsRequest, other_systems.GetPlayers),
    Mirror(accounts_api.BatchGetAccountsResponse, other_systems.PlayersFound),
    Mirror(accounts_api.Export, privacy.Export),
    Mirror(accounts_api.RequestExportRequest, privacy.AskExport, hidden={"address": "of the asker's browser"}),
    Mirror(accounts_api.GetExportRequest, privacy.GetExport),
    Mirror(accounts_api.Erasure, privacy.Erasure),
    Mirror(accounts_api.RequestErasureRequest, privacy.OrderErasure, renamed={"request_id": "by"}),
    Mirror(accounts_api.GetErasureRequest, privacy.GetErasure),
]
LOBBY = [
    Mirror(
        lobby_api.Player,
        presence.PlayerLine,
        hidden=dict.fromkeys(("group", "yellow_cards", "blue_cards", "photo", "avatar", "quintile"), ROOM),
    ),
    Mirror(lobby_api.ListPlayersRequest, room_pages.ListPlayerPage),
    Mirror(lobby_api.ListPlayersResponse, room_pages.PlayerPage),
    Mirror(
        lobby_api.Table,
        open_tables.TableLine,
        hidden={"house": ROOM, "competition": ROOM, "company": MEMBERS},
    ),
    Mirror(lobby_api.Seat, open_tables.SeatLine),
    Mirror(lobby_api.TableFilter, room_pages.TableChoice),
    Mirror(lobby_api.ListTablesRequest, room_pages.ListTablePage, renamed={"filter": "choice"}),
    Mirror(lobby_api.ListTablesResponse, room_pages.TablePage),
    Mirror(lobby_api.GetCountsRequest, presence.CountPresent),
    Mirror(lobby_api.GetCountsResponse, presence.Counts),
    Mirror(lobby_api.GetTableRequest, open_tables.FindTable, hidden={"account": MEMBERS, "routing": "for gateways"}),
    Mirror(
        lobby_api.CreateTableRequest,
        open_tables.CreateTable,
        hidden={
            "spectators": "`spectators_off`: false must be what is usual",
            "strength": "tables have the usual one",
            "company": MEMBERS,
        },
        added={"spectators_off": "not `spectators`"},
    ),
    Mirror(lobby_api.CloseTableRequest, open_tables.LeaveTable),
    Mirror(lobby_api.PrivateLine, private.PrivateLine),
    Mirror(lobby_api.Conversation, private.Conversation, hidden=dict.fromkeys(("photo", "avatar"), ROOM)),
    Mirror(lobby_api.ListConversationsRequest, private.ListConversations),
    Mirror(lobby_api.ListConversationsResponse, private.Conversations),
    Mirror(lobby_api.ListMessagesRequest, private.ListMessages),
    Mirror(lobby_api.ListMessagesResponse, private.MessagePage, hidden=dict.fromkeys(("photo", "avatar"), ROOM)),
    Mirror(
        lobby_api.WriteMessageRequest,
        private.WriteMessage,
        hidden={"watching": "only a gateway of sockets knows at which tables a player looks"},
    ),
    Mirror(
        lobby_api.ReadMessagesRequest,
        private.ReadMessages,
        added={"request_id": "the mark itself may be set again"},
    ),
]
KEPT_ONCE = "what is withdrawn stays so"
PEOPLE = [
    Mirror(people_api.GetCardRequest, player_cards.GetCard, renamed={"account": "viewer"}),
    Mirror(people_api.PlayerCard, player_cards.PlayerCard),
    Mirror(people_api.ListCallsRequest, calls.ListCalls),
    Mirror(people_api.ListCallsResponse, calls.Calls),
    Mirror(people_api.Call, calls.Call),
    Mirror(people_api.CallFriendRequest, calls.CallFriend),
    Mirror(people_api.WithdrawCallRequest, calls.WithdrawCall, added={"request_id": KEPT_ONCE}),
    Mirror(people_api.GetCallRequest, calls.LookAtCall),
    Mirror(people_api.TakeCallRequest, calls.TakeCall),
]
COMPANIES = [
    Mirror(companies_api.Evening, companies.Evening),
    Mirror(companies_api.CompanyLine, companies.CompanyLine),
    Mirror(companies_api.CompanyMember, companies.CompanyMember, hidden=dict.fromkeys(("photo", "avatar"), ROOM)),
    Mirror(companies_api.CompanyCandidate, companies.CompanyCandidate, hidden=dict.fromkeys(("photo", "avatar"), ROOM)),
    Mirror(companies_api.Company, companies.Company),
    Mirror(companies_api.CompanyInvitation, companies.CompanyInvitation),
    Mirror(companies_api.CompanyChatLine, chat.ChatLine, hidden={"room": REQUEST}),
    Mirror(companies_api.ListOwnCompaniesRequest, companies.ListOwnCompanies),
    Mirror(companies_api.ListOwnCompaniesResponse, companies.Companies),
    Mirror(companies_api.ListOpenCompaniesRequest, companies.ListOpenCompanies),
    Mirror(companies_api.ListOpenCompaniesResponse, companies.CompanyPage),
    Mirror(companies_api.GetCompanyRequest, companies.GetCompany),
    Mirror(companies_api.ListCompanyChatRequest, companies.ListCompanyChat),
    Mirror(companies_api.ListCompanyChatResponse, companies.CompanyChat),
    Mirror(
        companies_api.SayInCompanyRequest,
        chat.Say,
        renamed={"company": "room"},
        hidden={"watching": "of rooms of spectators alone"},
    ),
    Mirror(companies_api.FoundCompanyRequest, companies.FoundCompany),
    Mirror(companies_api.FoundCompanyResponse, companies.CompanyRef),
    Mirror(companies_api.ChangeCompanyRequest, companies.ChangeCompany),
    Mirror(companies_api.CloseCompanyRequest, companies.CloseCompany),
    Mirror(companies_api.InvitePlayerRequest, companies.InviteToCompany),
    Mirror(companies_api.AnswerInvitationRequest, companies.AnswerCompanyInvitation),
    Mirror(companies_api.JoinCompanyRequest, companies.JoinCompany),
    Mirror(companies_api.AnswerRequestRequest, companies.AnswerCompanyRequest),
    Mirror(companies_api.LeaveCompanyRequest, companies.LeaveCompany),
    Mirror(companies_api.RemoveMemberRequest, companies.RemoveCompanyMember),
    Mirror(companies_api.SetRoleRequest, companies.SetCompanyRole),
    Mirror(companies_api.MuteMemberRequest, companies.MuteCompanyMember),
    Mirror(companies_api.SetEveningRequest, companies.SetCompanyEvening),
    Mirror(companies_api.ComeToEveningRequest, companies.ComeToEvening),
    Mirror(companies_api.SeenCompany, companies.SeenCompany),
    Mirror(companies_api.CompanyRecord, companies.CompanyRecord),
    Mirror(companies_api.CompanyFile, companies.CompanyFile),
    Mirror(companies_api.LookupCompaniesRequest, companies.SearchCompanies),
    Mirror(companies_api.LookupCompaniesResponse, companies.SeenCompanies),
    Mirror(companies_api.GetCompanyFileRequest, companies.GetCompanyFile),
    Mirror(companies_api.ActOnCompanyRequest, companies.ActOnCompany, hidden={"alone": CONSOLE}),
]
TABLES = [
    Mirror(tables_api.Match, catalogue.MatchRecord, hidden=CHANCE, added={"chance": AT_ONCE}),
    Mirror(tables_api.GetMatchResponse, catalogue.MatchRecord, hidden=CHANCE, added={"chance": AT_ONCE}),
    Mirror(tables_api.GetMatchRequest, catalogue.GetMatch),
    Mirror(tables_api.SeatPlayer, commands.SeatPlayer),
    Mirror(tables_api.BatchGetMatchesRequest, other_systems.GetMatches),
    Mirror(tables_api.BatchGetMatchesResponse, other_systems.MatchesFound),
    Mirror(tables_api.ListMatchesRequest, other_systems.ListMatches),
    Mirror(tables_api.ListMatchesResponse, other_systems.MatchPage),
    Mirror(tables_api.WatchTableRequest, other_systems.LookAtTable, renamed={"after_version": "after"}),
    Mirror(tables_api.WatchTableResponse, other_systems.TableLook),
    Mirror(
        tables_api.GameInfo,
        catalogue.GameInfo,
        reshaped={"options": "a map cannot hold lists", "sides": "a list cannot hold lists"},
    ),
    Mirror(tables_api.GetChanceRequest, fairness.GetChance),
    Mirror(tables_api.GetChanceResponse, fairness.Chance, hidden={"counted_at_ms": "how old the page's copy is"}),
    Mirror(
        tables_api.ChanceOfGame,
        fairness.ChanceOfGame,
        hidden=dict.fromkeys(("dice", "deals", "leader"), "GetChanceCounts has every count"),
    ),
    Mirror(tables_api.ChanceDay, fairness.ChanceDay),
    Mirror(tables_api.ChanceFit, fairness.ChanceFit),
    Mirror(tables_api.GetChanceCountsRequest, fairness.GetChanceCounts),
    Mirror(tables_api.GetChanceCountsResponse, fairness.ChanceCounts),
    Mirror(tables_api.RawCounts, fairness.RawCounts),
    Mirror(tables_api.GetRecordingRequest, recordings.GetRecording, hidden={"roles": ROLES}),
    Mirror(tables_api.GetMatchTextRequest, recordings.GetMatchText, hidden={"roles": ROLES}),
    Mirror(tables_api.GetMatchTextResponse, recordings.MatchText),
    Mirror(tables_api.ImportMatchRequest, imports.ImportMatch, added={"request_id": "the same text is kept once"}),
    Mirror(tables_api.ImportedMatch, imports.ImportedMatch),
    Mirror(tables_api.ListImportsRequest, imports.ListImports),
    Mirror(tables_api.ListImportsResponse, imports.ImportedMatches),
    Mirror(tables_api.DeleteImportRequest, imports.DeleteImport, added={"request_id": KEPT_ONCE}),
    Mirror(
        tables_api.GetAnalysisRequest,
        analysis.GetAnalysis,
        hidden={"roles": ROLES},
        added={"order": "sends AskAnalysis instead"},
    ),
    Mirror(
        tables_api.GetAnalysisResponse, analysis.Analysis, renamed={"report_json": "report", "retry_delay": "again_ms"}
    ),
    Mirror(tables_api.GetSharedMatchRequest, sharing.GetShared),
    Mirror(tables_api.GetSharedMatchResponse, sharing.Shared, reshaped={"sides": "a list cannot hold lists"}),
    Mirror(tables_api.SharedSeat, sharing.SharedSeat),
    Mirror(tables_api.SharedHand, sharing.SharedHand),
    Mirror(tables_api.SharedMoment, sharing.SharedMoment),
    Mirror(tables_api.GetProblemRequest, analysis.GetProblem),
    Mirror(tables_api.GetProblemResponse, analysis.Problem),
    Mirror(tables_api.CheckSolutionRequest, analysis.SolveProblem),
    Mirror(tables_api.CheckSolutionResponse, analysis.Solution),
    Mirror(
        tables_api.GetProblemOutcomeRequest,
        problems.GetProblemOutcome,
        hidden={"account": "the caller's service account, which answers nothing"},
    ),
    Mirror(
        tables_api.GetProblemOutcomeResponse,
        problems.ProblemOutcome,
        hidden={"own": "programs answer nothing"},
    ),
    Mirror(tables_api.PlayShare, problems.PlayShare),
    Mirror(tables_api.MoveWorth, analysis.Candidate),
    Mirror(tables_api.MoveReason, analysis.Reason),
    Mirror(tables_api.Chances, analysis.Chances),
    Mirror(
        tables_api.VoidTableRequest,
        orders.AnnulMatch,
        added=dict.fromkeys(("account", "request_id", "reason"), OPERATOR),
    ),
]
WALLET = [
    Mirror(wallet_api.GetBalanceRequest, wallet.GetBalance),
    Mirror(wallet_api.GetBalanceResponse, wallet.Balance, hidden={"seq": "orders pushes to the web client"}),
    Mirror(wallet_api.BatchGetBalancesRequest, other_systems.GetBalances),
    Mirror(wallet_api.BatchGetBalancesResponse, other_systems.BalancesFound),
    Mirror(wallet_api.Transfer, wallet.Transfer),
    Mirror(wallet_api.ListTransfersRequest, wallet.ListTransfers, hidden={"about": OWN_ACCOUNT}),
    Mirror(wallet_api.ListTransfersResponse, wallet.TransferPage, hidden={"debt_chips": OWN_ACCOUNT}),
    Mirror(wallet_api.GetTransferRequest, other_systems.GetTransfer, renamed={"id": "transfer"}),
    *(Mirror(each, outside.LedgerEntry) for each in ENTRY),
    *(Mirror(each, outside.Moved) for each in MOVED),
    Mirror(wallet_api.CheckLedgerResponse, wallet.LedgerCheck),
    Mirror(wallet_api.CreditRequest, outside.MoveChips, renamed={"request_id": "key"}, hidden={"caller": CALLER}),
    Mirror(wallet_api.DebitRequest, outside.MoveChips, renamed={"request_id": "key"}, hidden={"caller": CALLER}),
    Mirror(wallet_api.PendingCredit, other_systems.PendingCredit),
    Mirror(wallet_api.ListPendingCreditsRequest, other_systems.ListPendingCredits),
    Mirror(wallet_api.ListPendingCreditsResponse, other_systems.PendingCredits),
    Mirror(
        wallet_api.ApproveCreditRequest,
        other_systems.ApproveCredit,
        hidden={"approver": CALLER, "same_person": CALLER},
        added={"request_id": "`caller` and `key` name what happens once; this is the caller's own note"},
    ),
    Mirror(
        wallet_api.ReverseTransferRequest,
        orders.TakeBack,
        added=dict.fromkeys(("account", "request_id", "reason"), OPERATOR),
    ),
    Mirror(
        wallet_api.CorrectMatchRequest,
        orders.CorrectMatch,
        hidden={"result": ONE_OF, "accounts": "the gateway asks tables who sat where", "seen_revision": CONSOLE},
        added={
            **dict.fromkeys(("winners", "nobody"), ONE_OF),
            **dict.fromkeys(("account", "request_id", "reason"), OPERATOR),
        },
    ),
    Mirror(wallet_api.WatchLedgerRequest, outside.ListLedger, hidden={"limit": "a stream has no pages"}),
]
RANKING = [
    Mirror(
        ranking_api.GetRatingResponse,
        ranking.Rating,
        hidden={"seq": "orders events; WatchRatings is in order"},
        added={"pr": "of statistics.QuintileChange", "quintile": "of statistics.QuintileChange"},
    ),
    Mirror(ranking_api.BatchGetRatingsRequest, ranking.GetRatings),
    Mirror(ranking_api.BatchGetRatingsResponse, ranking.Ratings),
    Mirror(ranking_api.WatchRatingsRequest, ranking.GetRatings),
    Mirror(ranking_api.WatchRatingsResponse, ranking.Ratings),
    Mirror(ranking_api.ListBoardsResponse, boards.Boards),
    Mirror(ranking_api.BoardPeriod, boards.BoardPeriod, hidden={"repeat": "in the board's definition"}),
    Mirror(ranking_api.BoardRow, boards.BoardRow),
    Mirror(ranking_api.GetBoardRequest, boards.GetBoard),
    Mirror(ranking_api.GetBoardResponse, boards.Board),
    Mirror(ranking_api.ListPastPeriodsRequest, boards.ListPastPeriods),
    Mirror(
        ranking_api.ListPastPeriodsResponse,
        boards.BoardPeriods,
        reshaped={"winners": "a list of the periods that have some, with the period's name in each"},
    ),
    Mirror(ranking_api.GetStandingsRequest, boards.GetStandings),
    Mirror(ranking_api.GetStandingsResponse, boards.Standings),
    Mirror(ranking_api.Standing, boards.Standing),
    Mirror(ranking_api.GetClassificationRequest, statistics.GetClassification),
    Mirror(
        ranking_api.GetClassificationResponse,
        statistics.Classifications,
        renamed={"players": "rows", "population": "players"},
        reshaped={"bounds": "a message with the quintile's number, since a list has no absent values"},
    ),
    Mirror(ranking_api.ClassifiedPlayer, statistics.Classification),
    Mirror(ranking_api.ListBadgesRequest, badges.ListBadges),
    Mirror(ranking_api.ListBadgesResponse, badges.Badges),
    Mirror(ranking_api.Badge, badges.Badge),
    Mirror(
        ranking_api.GetStatisticsRequest,
        statistics.GetStatistics,
        hidden={"viewer": CALLER, "part": "totals; ListMatches has the matches"},
    ),
    Mirror(
        ranking_api.GetStatisticsResponse,
        statistics.TotalsLine,
        added=dict.fromkeys(
            ("account", "elo", "peak", "games", "pr", "quintile"), "of statistics.PlayerStatistics, around the totals"
        ),
    ),
    Mirror(ranking_api.ListMatchesRequest, statistics.ListPlayedMatches, hidden={"viewer": CALLER}),
    Mirror(ranking_api.ListMatchesResponse, statistics.PlayedMatches),
    Mirror(ranking_api.RecordedMatch, statistics.MatchLine),
    Mirror(ranking_api.GetMatchHandsRequest, statistics.GetMatchHands, hidden={"viewer": CALLER}),
    Mirror(ranking_api.GetMatchHandsResponse, statistics.MatchHands, renamed={"match": "line"}),
    Mirror(ranking_api.RecordedHand, statistics.HandLine),
    Mirror(ranking_api.SeatDeal, statistics.SeatDeal),
    Mirror(
        ranking_api.ListDefinitionsRequest,
        boards.ListDefinitions,
        hidden={"roles": ROLES},
        added={"operator": "whose roles they are"},
    ),
    Mirror(ranking_api.ListDefinitionsResponse, boards.Definitions),
    Mirror(ranking_api.BoardDefinition, boards.BoardDefinition),
    Mirror(
        ranking_api.SaveBoardRequest,
        orders.SaveBoard,
        added=dict.fromkeys(("operator", "request_id", "reason"), OPERATOR),
    ),
    Mirror(
        ranking_api.CloseBoardRequest,
        orders.CloseBoard,
        hidden={"title": "read from the board, not said by its caller"},
        added=dict.fromkeys(("operator", "request_id", "reason"), OPERATOR),
    ),
]
TOURNAMENTS = [
    Mirror(tournaments_api.ListCompetitionsRequest, tournaments.ListCompetitions),
    Mirror(tournaments_api.ListCompetitionsResponse, tournaments.Competitions),
    Mirror(
        tournaments_api.Competition,
        tournaments.Competition,
        hidden={"first_prize_chips": "only the web client's list shows it; the API has the pool"},
    ),
    Mirror(
        tournaments_api.GetCompetitionRequest,
        tournaments.GetCompetition,
        hidden={"account": "only the player's own page shows how they stand"},
    ),
    Mirror(
        tournaments_api.GetStandingsRequest,
        tournaments.GetStandings,
        hidden={"account": "only the player's own page shows their own line"},
    ),
    Mirror(
        tournaments_api.GetStandingsResponse,
        tournaments.CompetitionStandings,
        renamed={"standings": "lines"},
        hidden={"own": "only the player's own page shows it", "seq": "orders pushes to the web client"},
    ),
    Mirror(tournaments_api.Standing, tournaments.StandingLine),
    Mirror(
        tournaments_api.ListGamesRequest,
        tournaments.ListGames,
        renamed={"account": "player"},
        hidden={"account": "competitions for everybody alone are shown to other systems"},
    ),
    Mirror(tournaments_api.ListGamesResponse, tournaments.Games),
    Mirror(
        tournaments_api.Game,
        tournaments.GameLine,
        hidden=dict.fromkeys(("ended_at_ms", "outcome", "score", "sides"), "GetMatch has it"),
    ),
    Mirror(tournaments_api.GamePlayer, tournaments.GamePlayer, hidden={"name": "BatchGetAccounts has it"}),
    Mirror(tournaments_api.EnterRequest, tournaments.Enter),
    Mirror(
        tournaments_api.EnterResponse,
        tournaments.CompetitionEntry,
        hidden={"competition": REQUEST},
    ),
    Mirror(tournaments_api.WithdrawRequest, tournaments.Withdraw),
    Mirror(tournaments_api.AskGameRequest, tournaments.AskGame),
    Mirror(
        tournaments_api.AskGameResponse,
        tournaments.Waiting,
        renamed={"expected_wait": "expected_ms"},
        hidden={"competition": REQUEST},
    ),
    Mirror(tournaments_api.StopWaitingRequest, tournaments.StopWaiting),
    Mirror(tournaments_api.SaveRequest, tournaments.SaveCompetition),
    Mirror(tournaments_api.Plan, tournaments.Plan),
    Mirror(tournaments_api.PlanCard, tournaments.PlanCard),
    Mirror(tournaments_api.PublishRequest, tournaments.PublishCompetition),
    Mirror(tournaments_api.CancelRequest, tournaments.CancelCompetition),
    Mirror(tournaments_api.DisqualifyRequest, tournaments.Disqualify),
    Mirror(
        tournaments_api.CorrectRequest,
        tournaments.CorrectGame,
        hidden={"result": ONE_OF},
        added=dict.fromkeys(("winner", "nobody"), ONE_OF),
    ),
    Mirror(tournaments_api.MakeCompetitionRequest, made.MakeCompetition),
    Mirror(tournaments_api.MakeCompetitionResponse, made.MadeCompetition),
    Mirror(tournaments_api.StartCompetitionRequest, made.StartCompetition),
    Mirror(tournaments_api.CallOffCompetitionRequest, made.CallOffCompetition),
    Mirror(tournaments_api.ListInvitedCompetitionsRequest, made.ListInvitedCompetitions),
    Mirror(tournaments_api.ListInvitedCompetitionsResponse, tournaments.Competitions),
    Mirror(tournaments_api.CalendarLine, calendar.CalendarLine),
    Mirror(tournaments_api.GetCalendarRequest, calendar.GetCalendar),
    Mirror(tournaments_api.GetCalendarResponse, calendar.Calendar),
    Mirror(tournaments_api.ListPastCompetitionsRequest, calendar.ListPastCompetitions),
    Mirror(tournaments_api.ListPastCompetitionsResponse, calendar.PastCompetitions),
    Mirror(tournaments_api.PastCompetition, calendar.PastCompetition),
    Mirror(tournaments_api.Winner, calendar.Winner, hidden=dict.fromkeys(("photo", "avatar"), ROOM)),
    Mirror(tournaments_api.ListOwnCompetitionsRequest, calendar.ListOwnCompetitions),
    Mirror(tournaments_api.ListOwnCompetitionsResponse, calendar.OwnCompetitions),
    Mirror(tournaments_api.OwnCompetition, calendar.OwnCompetition),
    Mirror(tournaments_api.AnnouncedCompetition, templates.Announced),
    Mirror(tournaments_api.Series, templates.Template, renamed={"lead": "lead_ms"}),
    Mirror(
        tournaments_api.SaveSeriesRequest,
        templates.SaveTemplate,
        renamed={"series": "template", "lead": "lead_ms"},
        hidden={"every": "a rule says it", "active": "`stopped`, since what is not set is false"},
        added={"stopped": "the contrary of `active`"},
    ),
    Mirror(tournaments_api.ListSeriesRequest, templates.ListTemplates),
    Mirror(tournaments_api.ListSeriesResponse, templates.Templates, renamed={"series": "templates"}),
]
MODERATION = [
    Mirror(moderation_api.GetConductRequest, moderation_conduct.GetConduct),
    Mirror(
        moderation_api.Conduct,
        moderation_conduct.Conduct,
        hidden={"account": REQUEST, "warnings": OWN_ACCOUNT},
    ),
    Mirror(moderation_api.StandingSuspension, moderation_conduct.Suspension, hidden={"appeal_until_ms": OWN_ACCOUNT}),
    Mirror(
        moderation_api.FileReportRequest,
        conduct.ReportPlayer,
        hidden={"name": "LookupAccount finds the account", "seat": "of the reporter's own table, in the web client"},
    ),
    Mirror(
        moderation_api.ReportContext,
        reports.ReportContext,
        hidden={
            "event": "points into a replay page",
            "company": "companies are in the console",
            "competition": "competitions of players are in the console",
        },
    ),
    Mirror(
        moderation_api.FileReportResponse,
        reports.Receipt,
        hidden={"reported": REQUEST, "category": REQUEST, "decided_at_ms": "nothing is decided yet"},
    ),
    Mirror(moderation_api.ListReportsRequest, reports.ListReports, hidden={"company": "companies are in the console"}),
    Mirror(moderation_api.ListReportsResponse, reports.Reports),
    Mirror(moderation_api.Report, reports.Report, hidden={"seated": "GetMatch has it"}),
    Mirror(
        moderation_api.ChatLine,
        chat.ChatLine,
        hidden={"name": "BatchGetAccounts has it", "room": "in the report's context"},
    ),
    Mirror(moderation_api.DecideRequest, reports.Decide, hidden={"also": CONSOLE, "cases": CONSOLE}),
    Mirror(moderation_api.GiveCardRequest, cards.GiveCard),
    Mirror(moderation_api.Suspension, cards.KeptSuspension),
    Mirror(moderation_api.RevokeCardRequest, cards.RevokeCard, hidden={"alone": CONSOLE}),
    Mirror(moderation_api.Card, cards.Card),
    Mirror(moderation_api.BlockRequest, cards.Block),
    Mirror(
        moderation_api.BlockResponse,
        cards.KeptBlock,
        hidden={"account": REQUEST, "reason": REQUEST, "by": REQUEST},
    ),
    Mirror(moderation_api.UnblockRequest, cards.Unblock, hidden={"alone": CONSOLE}),
    Mirror(moderation_api.MuteRequest, moderation_conduct.MuteChat),
    Mirror(
        moderation_api.MuteResponse,
        moderation_conduct.Mute,
        hidden=dict.fromkeys(("account", "id", "at_ms", "by", "reason"), REQUEST),
    ),
    Mirror(moderation_api.ListCasesRequest, cases.ListCases),
    Mirror(moderation_api.ListCasesResponse, cases.Cases),
    Mirror(moderation_api.Case, cases.Case),
    Mirror(moderation_api.Evidence, cases.Evidence),
    Mirror(moderation_api.CloseCaseRequest, cases.CloseCase),
    Mirror(moderation_api.FileAppealRequest, appeals.FileAppeal, hidden={"filed_by": CALLER}),
    Mirror(moderation_api.Appeal, appeals.Appeal),
    Mirror(moderation_api.ListAppealsRequest, appeals.ListAppeals),
    Mirror(moderation_api.ListAppealsResponse, appeals.Appeals),
    Mirror(moderation_api.RuleAppealRequest, appeals.RuleAppeal, hidden={"alone": CONSOLE}),
    Mirror(moderation_api.SendMessageRequest, messages.SendMessage),
    Mirror(
        moderation_api.SendMessageResponse,
        messages.AdminMessage,
        hidden={
            **dict.fromkeys(("to", "kind", "subject", "body"), REQUEST),
            **dict.fromkeys(("read_at_ms", "ack_at_ms"), "nobody has read it yet"),
            **dict.fromkeys(("code", "params"), "only the platform's own messages have them"),
        },
    ),
    Mirror(moderation_api.GiveRoleRequest, staff.GiveRole),
    Mirror(moderation_api.GiveRoleResponse, staff.Holder, hidden={"account": REQUEST}),
    Mirror(moderation_api.TakeRoleResponse, staff.Holder, hidden={"account": REQUEST}),
    Mirror(moderation_api.TakeRoleRequest, staff.TakeRole),
    Mirror(
        moderation_api.ListAuditEntriesRequest,
        staff.ListAuditEntries,
        hidden=dict.fromkeys(("actor", "action", "from_ms", "until_ms", "text"), CONSOLE),
    ),
    Mirror(moderation_api.ListAuditEntriesResponse, staff.AuditPage),
    Mirror(moderation_api.AuditEntry, staff.AuditEntry),
    Mirror(moderation_api.ListSettingsRequest, orders.ListSettings),
    Mirror(moderation_api.ListSettingsResponse, orders.Settings),
    Mirror(moderation_api.Setting, orders.Setting),
    Mirror(
        moderation_api.ChangeSettingRequest,
        orders.ChangeSetting,
        added=dict.fromkeys(("account", "request_id", "reason"), OPERATOR),
    ),
]
MIRRORS = [*WEBHOOKS, *ACCOUNTS, *LOBBY, *PEOPLE, *COMPANIES, *TABLES, *WALLET, *RANKING, *TOURNAMENTS, *MODERATION]
OWN: dict[Any, str] = {
    message: reason
    for reason, shown in {
        "the log of events keeps them; contracts.public_events and AsyncAPI say what is in `data`": (
            events_api.SubscribeRequest,
            events_api.SubscribeResponse,
            events_api.Topic,
        ),
        "what has changed between two looks at a list": (lobby_api.WatchTablesResponse,),
        ORDER: (
            moderation_api.ChangeSettingResponse,
            ranking_api.SaveBoardResponse,
            ranking_api.CloseBoardResponse,
            tables_api.VoidTableResponse,
            wallet_api.CorrectMatchResponse,
            wallet_api.ReverseTransferResponse,
        ),
        "one account of BatchGetRatings": (ranking_api.GetRatingRequest,),
        "a part of a message, for a map or a list cannot be there": (
            ranking_api.PeriodWinners,
            ranking_api.QuintileBound,
            tables_api.Side,
        ),
        "what proves a match's chance, unset as a whole until it has ended": (tables_api.Chance,),
        "the whole recording is one JSON text, of which the API repeats what names it": (
            tables_api.GetRecordingResponse,
        ),
        "a stream that the gateway makes of the log of events": (
            tables_api.WatchMatchesRequest,
            tables_api.WatchMatchesResponse,
        ),
        "a stream that the gateway makes of GetCompetition": (tournaments_api.WatchCompetitionRequest,),
    }.items()
    for message in shown
}
"""Messages that show no message of the contracts, and why."""
