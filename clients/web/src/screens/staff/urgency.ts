import type { Appeal, Case, Report, SoleDecision } from "kafeneio-client";

/** Reports and cases about one player, which one decision closes. */
export interface About {
  what: "player";
  id: string;
  account: string;
  atMs: number;
  reports: [Report, ...Report[]];
  cases: Case[];
}

/** Something that waits for a decision. */
export type Waiting =
  | About
  | { what: "appeal"; id: string; atMs: number; appeal: Appeal }
  | { what: "case"; id: string; atMs: number; found: Case }
  | { what: "alone"; id: string; atMs: number; decision: SoleDecision };

/** Conduct that goes on while nobody decides comes first. */
const LIVE = new Set(["insult", "attitude", "chat_abuse"]);
const HOUR_MS = 3_600_000;

/**
 * How urgent something is; the higher comes first. Conduct that harms others now counts most, then by how many the player
 * was reported, then an appeal, whose player is kept out meanwhile. What waits gains a point every two hours.
 */
export function urgency(waiting: Waiting, nowMs: number): number {
  const waited = Math.max(0, nowMs - waiting.atMs) / (2 * HOUR_MS);
  if (waiting.what === "appeal") return 8 + waited;
  if (waiting.what === "alone") return 6 + waited;
  if (waiting.what === "case") return 2 + waited;
  const { reports, cases } = waiting;
  const live = reports.some((each) => LIVE.has(each.category));
  const reporters = new Set(reports.map((each) => each.reporter)).size;
  const times = Math.max(...reports.map((each) => each.times_reported));
  return (live ? 10 : 4) + Math.min(times - 1, 10) + 2 * (reporters - 1) + 2 * cases.length + waited;
}

interface Found {
  reports: readonly Report[];
  appeals: readonly Appeal[];
  cases: readonly Case[];
  decisions: readonly SoleDecision[];
}

/** Everything that waits, the most urgent first; what is about one reported player is one thing. */
export function byUrgency({ reports, appeals, cases, decisions }: Found, nowMs: number): Waiting[] {
  const about = new Map<string, About>();
  for (const report of reports.toSorted((one, other) => one.created_at_ms - other.created_at_ms)) {
    const known = about.get(report.reported);
    if (known) known.reports.push(report);
    else about.set(report.reported, groupOf(report, cases));
  }
  const together = new Set([...about.values()].flatMap((each) => each.cases.map((found) => found.id)));
  const all: Waiting[] = [
    ...about.values(),
    ...appeals.map((appeal) => ({ what: "appeal" as const, id: appeal.id, atMs: appeal.created_at_ms, appeal })),
    ...cases
      .filter((found) => !together.has(found.id))
      .map((found) => ({ what: "case" as const, id: found.id, atMs: found.opened_at_ms, found })),
    ...decisions.map((decision) => ({ what: "alone" as const, id: decision.id, atMs: decision.at_ms, decision })),
  ];
  return all.toSorted((one, other) => urgency(other, nowMs) - urgency(one, nowMs) || one.atMs - other.atMs);
}

/** A case about several players goes with the one who is its only one; the others of a case are decided about too. */
function groupOf(report: Report, cases: readonly Case[]): About {
  const account = report.reported;
  const own = cases.filter((found) => found.players.length === 1 && found.players[0] === account);
  return {
    what: "player",
    id: `player-${account}`,
    account,
    atMs: report.created_at_ms,
    reports: [report],
    cases: own,
  };
}

/** Every account that something names. */
export function accountsOf(waiting: readonly Waiting[]): string[] {
  const all = waiting.flatMap((each) => {
    if (each.what === "player")
      return [each.account, ...each.reports.map((report) => report.reporter), ...each.cases.flatMap(playersOf)];
    if (each.what === "appeal") return [each.appeal.account, each.appeal.decided_by];
    return each.what === "alone" ? [each.decision.by, each.decision.subject] : each.found.players;
  });
  return [...new Set(all)];
}

const playersOf = (found: Case) => found.players;

/** What in a case shows what a decision may be for; nothing is claimed that is not there. */
export type Ground =
  { why: "chat"; atMs: number } | { why: "match"; atMs: number } | { why: "case"; kind: string } | { why: "company" };

/** The grounds that reports and cases give, the plainest first. */
export function groundsOf({ account, reports, cases }: Pick<About, "account" | "reports" | "cases">): Ground[] {
  const spoken = reports.find((each) => each.lines.some((line) => line.account === account));
  const played = reports.find((each) => each.context.match !== null && each.context.match !== undefined);
  const company = reports.some((each) => each.context.company);
  const about = (categories: string[]) => reports.some((each) => categories.includes(each.category));
  const inChat = spoken && (about(["insult", "attitude", "chat_abuse", "other"]) || !played);
  return [
    ...(inChat ? [{ why: "chat" as const, atMs: spoken.created_at_ms }] : []),
    ...(company ? [{ why: "company" as const }] : []),
    ...(played && about(["collusion", "bot", "attitude", "other"])
      ? [{ why: "match" as const, atMs: played.created_at_ms }]
      : []),
    ...cases.map((found) => ({ why: "case" as const, kind: found.kind })),
  ];
}

/** Reports of the same about the same: one section, with what it shows once. */
export interface Alike {
  first: Report;
  /** Each comment once, with those who wrote it. */
  said: { comment: string; reporters: string[] }[];
}

/** Reports in their order, those together that show the same place, lines and category. */
export function reportsAlike(reports: readonly Report[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const report of reports) {
    const { category, context, lines, comment, reporter } = report;
    const key = JSON.stringify([category, context, lines.map((line) => line.id)]);
    const alike = found.get(key) ?? { first: report, said: [] };
    const same = alike.said.find((each) => each.comment === comment);
    if (same) same.reporters.push(reporter);
    else alike.said.push({ comment, reporters: [reporter] });
    found.set(key, alike);
  }
  return [...found.values()];
}
