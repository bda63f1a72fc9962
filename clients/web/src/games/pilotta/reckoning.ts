import type { LastHand } from "./view";

export type Pair = readonly [number, number];

export interface Entry {
  /** What the line is, as a key of the words. */
  key: "cards" | "last" | "all" | "declarations" | "belote" | "sum" | "contract" | "exact" | "tens" | "units";
  /** By team; null: nothing is written there. */
  values: readonly [number | null, number | null];
  kind?: "sum" | "total" | "quiet";
}

/** How a hand was counted, line by line, as the rules write it down. */
export function entriesOf(hand: LastHand): Entry[] {
  const entries: Entry[] = hand.all_tricks_by === null ? counted(hand) : [{ key: "all", values: hand.trick_points }];
  if (some(hand.declaration_points)) entries.push({ key: "declarations", values: hand.declaration_points });
  if (some(hand.belote)) entries.push({ key: "belote", values: hand.belote });
  entries.push({ key: "sum", values: hand.totals, kind: "sum" });
  if (hand.value_points > 0) entries.push({ key: "contract", values: contractOf(hand) });
  entries.push({ key: "exact", values: hand.exact, kind: "sum" });
  entries.push({ key: "tens", values: hand.trick_units, kind: "quiet" });
  entries.push({ key: "units", values: hand.units, kind: "total" });
  return entries;
}

function counted(hand: LastHand): Entry[] {
  return [
    { key: "cards", values: hand.card_points },
    { key: "last", values: only(hand.last_trick_by, 10) },
  ];
}

/** The value goes to the takers if they made it, else to the others. */
function contractOf({ taker, made, value_points }: LastHand): readonly [number | null, number | null] {
  const takers = taker % 2;
  return only(made ? takers : 1 - takers, value_points);
}

const some = ([one, other]: Pair) => one + other > 0;
const only = (team: number, points: number) => (team === 0 ? ([points, null] as const) : ([null, points] as const));
