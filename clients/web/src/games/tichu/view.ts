import type { Shown, Tally, Tichu } from "../../generated/games/tichu";
import { paired as bySides, sidesFor } from "../../parts/sides";

export { sidesFor as teamsFor };

export type View = Tichu["view"];
export type Move = Tichu["move"];
export type { Shown, Tally };

/** Where a seat is, seen from another one. */
export type Side = "next" | "partner" | "prev";

export const SEATS = [0, 1, 2, 3] as const;

export const seatAt = (seat: number, side: Side) => (seat + { next: 1, partner: 2, prev: 3 }[side]) % 4;

/** A pair by team, in the viewer's order. */
export function paired<T>(pair: readonly [T, T], you: number | null): [T, T] {
  return bySides(pair, sidesFor(you));
}

/** What is to be beaten; null: the table is empty. */
export function topOf({ phase, plays }: Pick<View, "phase" | "plays">): Shown | null {
  return phase === "play" || phase === "window" ? (plays.at(-1) ?? null) : null;
}
