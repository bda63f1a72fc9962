import type { Entry, View } from "../../generated/games/baccarat";
import { isMain, type Stakes } from "./bets";

type Variant = View["variant"];
type Odds = readonly [won: number, staked: number];

/** One line of the table of payments: `case` is a key of the words. */
export interface Line {
  box: View["boxes"][number];
  case: "wins" | "six" | "two" | "three";
  odds: Odds;
}

/** What each box pays, in the order of the felt. The server settles; this is for showing. */
export function payTable(variant: Variant): Line[] {
  const six: Line[] = [
    { box: "fortune_six", case: "two", odds: [12, 1] },
    { box: "fortune_six", case: "three", odds: [20, 1] },
  ];
  return [
    { box: "player", case: "wins", odds: [1, 1] },
    { box: "banker", case: "wins", odds: variant === "commission" ? [95, 100] : [1, 1] },
    ...(variant === "commission" ? [] : [{ box: "banker", case: "six", odds: [1, 2] } as const]),
    { box: "tie", case: "wins", odds: [8, 1] },
    { box: "player_pair", case: "wins", odds: [11, 1] },
    { box: "banker_pair", case: "wins", odds: [11, 1] },
    ...(variant === "fortune_six" ? six : []),
  ];
}

/** The bank's edge on each box in percent (games/baccarat/RULES.md §9). */
export function edgeOf(variant: Variant, box: string): number {
  if (box === "banker") return variant === "commission" ? 1.0579 : 1.4581;
  return { player: 1.2351, tie: 14.3596, player_pair: 10.3614, banker_pair: 10.3614, fortune_six: 16.6836 }[box] ?? 0;
}

/** The line of the table by which a box wins; `push`: only the stake comes back; null: it loses. */
export function wonBy(variant: Variant, box: string, entry: Entry): Line | "push" | null {
  if (entry.winner === "dummy" || (entry.winner === "tie" && isMain(box))) return "push";
  const found = payTable(variant).find((line) => line.box === box && holds(line, entry));
  return found && wins(box, entry) ? found : null;
}

function wins(box: string, entry: Entry): boolean {
  if (box === "player_pair") return entry.player_pair === true;
  if (box === "banker_pair") return entry.banker_pair === true;
  return box === "fortune_six" ? Boolean(entry.six) : entry.winner === box;
}

function holds(line: Line, { six }: Entry): boolean {
  if (line.case === "two") return six === 2;
  if (line.case === "three") return six === 3;
  const half = line.box === "banker" && line.odds[0] === 1 && Boolean(six);
  return half ? line.case === "six" : line.case === "wins";
}

/** What a set of stakes brings back in a round, each box rounded down by itself. */
export function returned(variant: Variant, stakes: Stakes, entry: Entry): number {
  return Object.entries(stakes).reduce((sum, [box, chips]) => {
    const line = wonBy(variant, box, entry);
    if (line === null) return sum;
    return sum + chips + (line === "push" ? 0 : Math.floor((chips * line.odds[0]) / line.odds[1]));
  }, 0);
}
