import type {
  Board,
  BoardPeriods,
  Boards,
  Classifications,
  MatchHands,
  PlayerStatistics,
  Standings,
} from "./generated/wire.ts";
import { asking, at, type Call } from "./rest.ts";

interface Part {
  period: string | null;
  place: number;
  limit: number;
  around: boolean;
}
interface ClassificationPart {
  pr_max: number | null;
  after: string | null;
  around: boolean;
  limit: number;
}

const board = (id: string) => `/api/boards/${encodeURIComponent(id)}`;
const player = (id: string) => `/api/players/${encodeURIComponent(id)}`;
const MATCHES = "/api/me/statistics/matches";

/** How players stand: leaderboards, the dominoes classification, statistics. */
export const rankingRequests = (call: Call) => ({
  boards: (token: string) => call<Boards>("/api/boards", { token }),
  board: (token: string, id: string, { period, place, limit, around }: Part) =>
    call<Board>(asking(board(id), { period, place, limit, around: String(around) }), { token }),
  pastPeriods: (token: string, id: string) => call<BoardPeriods>(`${board(id)}/periods`, { token }),
  classification: (token: string, { around, ...part }: ClassificationPart) =>
    call<Classifications>(asking("/api/classification", { ...part, around: String(around) }), { token }),
  matches: (token: string, game: string | null) => call<PlayerStatistics>(asking(MATCHES, { game }), { token }),
  hands: (token: string, match: string) => call<MatchHands>(`${MATCHES}/${encodeURIComponent(match)}`, { token }),
  totals: (token: string, id: string) => call<PlayerStatistics>(`${player(id)}/statistics`, { token }),
  standings: (token: string, id: string) => call<Standings>(`${player(id)}/standings`, { token }),
});

/** The requests of a page to the site that it came from. */
export const rankings = rankingRequests(at(""));
