import { at, type Ask } from "./ask.ts";
import type { GetBoardQuery, GetClassificationQuery } from "./generated/wire.ts";

/** Rankings of players: leaderboards, the dominoes classification, statistics. */
export const rankingRequests = (ask: Ask) => ({
  boards: (token: string) => ask("GET /api/boards", { token }),
  board: (token: string, board: string, { period, place, limit, around }: GetBoardQuery) =>
    ask("GET /api/boards/{board}", { token, path: { board }, query: { period, place, limit, around } }),
  pastPeriods: (token: string, board: string) => ask("GET /api/boards/{board}/periods", { token, path: { board } }),
  classification: (token: string, { pr_max, after, limit, around }: GetClassificationQuery) =>
    ask("GET /api/classification", { token, query: { pr_max, after, limit, around } }),
  matches: (token: string, game: string | null) => ask("GET /api/me/statistics/matches", { token, query: { game } }),
  hands: (token: string, match: string) => ask("GET /api/me/statistics/matches/{match}", { token, path: { match } }),
  totals: (token: string, player: string) => ask("GET /api/players/{player}/statistics", { token, path: { player } }),
  badges: (token: string, player: string) => ask("GET /api/players/{player}/badges", { token, path: { player } }),
  ownBadges: (token: string) => ask("GET /api/me/badges", { token }),
  standings: (token: string, player: string) => ask("GET /api/players/{player}/standings", { token, path: { player } }),
});

/** The requests of a page to the site that it came from. */
export const rankings = rankingRequests(at(""));
