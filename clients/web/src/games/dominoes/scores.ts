import type { Tally } from "../../generated/games/dominoes";
import type { View } from "./laying";
import { pipsOfAll } from "./tiles";

export type Entries = View["entries"];
type Target = View["target"];

const SEATS = [0, 1, 2, 3] as const;

export interface Held {
  seat: number;
  tiles: readonly string[];
  pips: number;
}

/** What each seat had left when a hand ended. */
export function heldBy(tally: Tally): Held[] {
  return SEATS.map((seat) => {
    const tiles = tally.left[seat] ?? [];
    return { seat, tiles, pips: pipsOfAll(tiles) };
  });
}

/** The seats whose pips make the points of a hand; none where hands are counted, or nobody scored. */
export function countedSeats(tally: Tally, target: Target): number[] {
  if (tally.side === null || target === "runout") return [];
  const ranOut = tally.result === "run_out" ? tally.seat : null;
  return SEATS.filter((seat) => seat !== ranOut && (target === 200 || seat % 2 !== tally.side));
}

/** `14 + 5 = 19`: the sum of a hand, written out. */
export function sumOf(tally: Tally, target: Target): string | null {
  const held = heldBy(tally);
  const terms = countedSeats(tally, target).map((seat) => held[seat]?.pips ?? 0);
  return terms.length === 0 ? null : `${terms.join(" + ")} = ${terms.reduce((sum, each) => sum + each, 0)}`;
}

/** A line of the score sheet: the hand's number and what stands under each side. */
export interface Line {
  hand: number;
  cells: [string, string];
}

/** Hands of pips, each under the side that it is written for. */
export function linesOf(entries: Entries): Line[] {
  return entries.flatMap((entry, at) =>
    entry === "C" ? [] : [{ hand: at + 1, cells: entry[0] === 0 ? [`${entry[1]}`, ""] : ["", `${entry[1]}`] }],
  );
}

const TWENTIES = ["0", "20", "40", "60"] as const;

/** A Run Out Match's cells in twenties for hands won by side; of those `before` the loser keeps the last. */
function cellsAt([one, other]: readonly [number, number], before: readonly [string, string]): [string, string] {
  const lead = one - other;
  if (Math.max(one, other) >= 4 && Math.abs(lead) >= 2) return lead > 0 ? ["WIN", before[1]] : [before[0], "WIN"];
  if (one >= 3 && other >= 3) return [lead > 0 ? "ADV" : "60", lead < 0 ? "ADV" : "60"];
  return [TWENTIES[one] ?? "60", TWENTIES[other] ?? "60"];
}

/** A Run Out Match hand by hand: the cells after each hand that somebody won, and how many nobody did. */
export function runOutOf(entries: Entries): { steps: [string, string][]; blocked: number } {
  const won: [number, number] = [0, 0];
  const steps: [string, string][] = [["0", "0"]];
  let blocked = 0;
  for (const entry of entries) {
    if (entry === "C") blocked += 1;
    else {
      won[entry[0] === 0 ? 0 : 1] += 1;
      steps.push(cellsAt(won, steps.at(-1)!));
    }
  }
  return { steps, blocked };
}

export interface SideStatistics {
  won: number;
  points: number;
  best: number;
  /** Points for each hand won, one decimal; null before the first. */
  mean: number | null;
}

export interface Statistics {
  hands: number;
  nobody: number;
  sides: [SideStatistics, SideStatistics];
}

/** The match so far in numbers, from the entries of its hands. */
export function statisticsOf(entries: Entries): Statistics {
  const side = (which: number): SideStatistics => {
    const scored = entries.flatMap((entry) => (entry !== "C" && entry[0] === which && entry[1] > 0 ? [entry[1]] : []));
    const points = scored.reduce((sum, each) => sum + each, 0);
    const mean = scored.length === 0 ? null : Math.round((points * 10) / scored.length) / 10;
    return { won: scored.length, points, best: Math.max(0, ...scored), mean };
  };
  const sides: [SideStatistics, SideStatistics] = [side(0), side(1)];
  return { hands: entries.length, nobody: entries.length - sides[0].won - sides[1].won, sides };
}
