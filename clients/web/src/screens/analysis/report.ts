import type { MatchReport } from "kafeneio-client";

type Decision = MatchReport["decisions"][number];
type Turning = MatchReport["turnings"][number];
export type Side = MatchReport["sides"][number];

/** A number for people: chances as so many of a hundred, points as they are, with one digit where that matters. */
export function shownSwing(value: number, unit: MatchReport["match_unit"]): number {
  const scaled = unit === "chance" ? 100 * value : value;
  return Math.abs(scaled) >= 10 ? Math.round(scaled) : Math.round(10 * scaled) / 10;
}

/** A bar of luck, skill or giving up: how much of it, and which side it helped; null: neither. */
export interface BarOf {
  name: "luck" | "skill" | "conceded";
  /** −1 … 1 of the longest bar: below 0 it helped the other side. */
  length: number;
  amount: number;
  helped: number | null;
}

/** The bars of a match as one side sees it. Giving up has a bar only where somebody did. */
export function barsOf(report: MatchReport, side: number): BarOf[] {
  const own = report.sides.find((each) => each.side === side);
  if (!own) return [];
  const values = (["luck", "skill", "conceded"] as const)
    .map((name) => ({ name, value: own[name] }))
    .filter(({ name, value }) => name !== "conceded" || value !== 0);
  const most = Math.max(...values.map(({ value }) => Math.abs(value)), 1e-9);
  return values.map(({ name, value }) => {
    const amount = Math.abs(shownSwing(value, report.match_unit));
    return { name, length: value / most, amount, helped: amount === 0 ? null : value > 0 ? side : 1 - side };
  });
}

/** What the result would have been without luck. `n`: of a hundred matches, or points; side null: even. */
export function withoutLuck(report: MatchReport): { side: number | null; n: number } {
  const [first, second] = report.sides;
  if (!first || !second) return { side: null, n: 0 };
  if (report.match_unit === "chance") {
    const n = Math.round(100 * first.without_luck);
    if (n === 50) return { side: null, n };
    return n > 50 ? { side: first.side, n } : { side: second.side, n: 100 - n };
  }
  const n = Math.round(first.without_luck);
  if (n === 0) return { side: null, n };
  return n > 0 ? { side: first.side, n } : { side: second.side, n: -n };
}

/** The side that has won; null: neither. */
export function winnerOf(report: MatchReport): number | null {
  return report.sides.find(({ result }) => result > 0)?.side ?? null;
}

/** A point of the curve: `n` counts events from 0, `percent` is the chance of the side that looks. */
export interface Drawn {
  n: number;
  percent: number;
}

/** The curve as one side sees it, from an even start. */
export function curveOf(report: MatchReport, side: number): Drawn[] {
  const seen = (chance: number) => Math.round(1_000 * (side === 0 ? chance : 1 - chance)) / 10;
  return [{ n: 0, percent: 50 }, ...report.curve.map(({ chance }, at) => ({ n: at + 1, percent: seen(chance) }))];
}

/** Where the moments lie on the curve: at the first point that knows of them. */
export function placesOf(report: MatchReport, side: number): (Drawn & { number: number })[] {
  const curve = curveOf(report, side);
  return report.turnings.flatMap(({ seq }, index) => {
    const at = report.curve.findIndex((point) => point.seq >= seq);
    const found = curve[at === -1 ? curve.length - 1 : at + 1];
    return found ? [{ ...found, number: index + 1 }] : [];
  });
}

/** What happened at a moment: a decision, or a roll or deal. */
export function momentOf(report: MatchReport, turning: Turning) {
  if (turning.what === "decision") {
    return { decision: report.decisions.find(({ seq }) => seq === turning.seq) ?? null, luck: null };
  }
  return { decision: null, luck: report.luck.find(({ seq }) => seq === turning.seq) ?? null };
}

/** Whom a moment helped, and by how much. */
export function swingOf(report: MatchReport, turning: Turning): { side: number; n: number } {
  return { side: turning.swing >= 0 ? 0 : 1, n: Math.abs(shownSwing(turning.swing, report.match_unit)) };
}

/** The best move, if another one was made that is worth less. */
export function betterThan(decision: Decision): Decision["best"][number] | null {
  return decision.loss > 0 ? (decision.best[0] ?? null) : null;
}

export interface Wanted {
  marked: boolean;
  /** Null: everybody's. */
  seat: number | null;
}

/** The decisions of a list, in order, numbered through the match. */
export function decisionsOf(report: MatchReport, { marked, seat }: Wanted): { n: number; decision: Decision }[] {
  return report.decisions
    .map((decision, at) => ({ n: at + 1, decision }))
    .filter(({ decision }) => (!marked || decision.mark !== "none") && (seat === null || decision.seat === seat));
}
