import type { Appeal, Case, Report } from "kafeneio-client";

/** Something that waits for a decision. */
export type Waiting =
  | { what: "report"; id: string; atMs: number; report: Report }
  | { what: "appeal"; id: string; atMs: number; appeal: Appeal }
  | { what: "case"; id: string; atMs: number; found: Case };

/** Conduct that goes on while nobody decides comes first. */
const LIVE = new Set(["insult", "attitude", "chat_abuse"]);
const HOUR_MS = 3_600_000;

/**
 * How urgent something is; the higher comes first. Conduct that harms others now counts most, then how often the player
 * was reported, then an appeal, whose player is kept out meanwhile. What waits gains a point every two hours.
 */
export function urgency(waiting: Waiting, nowMs: number): number {
  const waited = Math.max(0, nowMs - waiting.atMs) / (2 * HOUR_MS);
  if (waiting.what === "appeal") return 8 + waited;
  if (waiting.what === "case") return 2 + waited;
  const { category, times_reported: times } = waiting.report;
  return (LIVE.has(category) ? 10 : 4) + Math.min(times - 1, 10) + waited;
}

/** Everything that waits, the most urgent first. */
export function byUrgency(
  reports: readonly Report[],
  appeals: readonly Appeal[],
  cases: readonly Case[],
  nowMs: number,
): Waiting[] {
  const all: Waiting[] = [
    ...reports.map((report) => ({ what: "report" as const, id: report.id, atMs: report.created_at_ms, report })),
    ...appeals.map((appeal) => ({ what: "appeal" as const, id: appeal.id, atMs: appeal.created_at_ms, appeal })),
    ...cases.map((found) => ({ what: "case" as const, id: found.id, atMs: found.opened_at_ms, found })),
  ];
  return all.toSorted((one, other) => urgency(other, nowMs) - urgency(one, nowMs) || one.atMs - other.atMs);
}

/** Every account that something names. */
export function accountsOf(waiting: readonly Waiting[]): string[] {
  const all = waiting.flatMap((each) => {
    if (each.what === "report") return [each.report.reporter, each.report.reported];
    return each.what === "appeal" ? [each.appeal.account, each.appeal.decided_by] : each.found.players;
  });
  return [...new Set(all)];
}
