/*
 * What the boards of games with two sides, melds and pots have in common: the part of their views that the shared
 * components draw. Every such game's own view has these fields.
 */

import { paired, type Side, sidesFor } from "../../parts/sides";

/** A new meld, or cards added to one. */
export type Play =
  { move: "meld"; cards: string[] } | { move: "lay_off"; meld: number; cards: string[]; end?: "high" | "low" | null };

export { paired, type Side, sidesFor };

/** A meld on the table. One wild card at most, or several: both ways of saying so are read. */
export interface AnyMeld {
  id: number;
  side: number;
  kind: string;
  /** Of a run. */
  suit: string | null;
  /** The place of a run's first card, an ace on 1 or 14. */
  low: number | null;
  /** Of cards of one rank. */
  rank: string | null;
  cards: readonly string[];
  wild: number | null | readonly number[];
  stands_for: string | null | readonly string[];
  class: string;
  /** Cards to the length that counts, 0 once it has it; null: it never counts. */
  missing: number | null;
}

/** Why each kind of move is refused; null: some such move may be allowed. */
interface AnyNow {
  draw: string | null;
  take_pile: string | null;
  meld: string | null;
  discard: string | null;
  barred: string | null;
}

export interface AnyHand {
  number: number;
  end: string;
  closed_by: number | null;
  sides: readonly [{ score: number; total: number }, { score: number; total: number }];
  hands: readonly (readonly string[])[];
  pots: readonly (readonly string[])[];
}

/** The table as a viewer sees it. */
export interface AnyView<M extends AnyMeld = AnyMeld> {
  seat: number | null;
  seats: number;
  phase: string;
  turn: number | null;
  own_hand: readonly string[];
  drawn: string | null;
  hands: Readonly<Record<string, readonly string[]>>;
  hand_counts: readonly number[];
  melds: readonly M[];
  pile: readonly string[];
  stock_count: number;
  pot_taken: readonly [boolean, boolean];
  totals: readonly [number, number];
  scores: readonly (readonly [number, number])[];
  last_move: { melds: readonly number[] } | null;
  last_hand: AnyHand | null;
  now: AnyNow | null;
  result: string | null;
}

/** The side of a seat. */
export function sideOf(seat: number): Side {
  return seat % 2 === 1 ? 1 : 0;
}

/** Whether nothing has been played yet in this hand: the last one's count is news. */
export function isFresh({ phase, pile, melds, last_hand }: AnyView): boolean {
  return last_hand !== null && phase === "draw" && pile.length === 0 && melds.length === 0;
}

/** The wild cards of a meld: where they lie, and what they stand for. */
export function wildsOf({ wild, stands_for }: Pick<AnyMeld, "wild" | "stands_for">): { at: number; code: string }[] {
  const codes = [stands_for ?? []].flat();
  return [wild ?? []].flat().map((at, index) => ({ at, code: codes[index] ?? "" }));
}
