import type { Shown, Tally, Tichu } from "../../generated/games/tichu";

export type View = Tichu["view"];
export type Move = Tichu["move"];
export type { Shown, Tally };

/** Where a seat is, seen from another one. */
export type Side = "next" | "partner" | "prev";

export const SEATS = [0, 1, 2, 3] as const;

export const seatAt = (seat: number, side: Side) => (seat + { next: 1, partner: 2, prev: 3 }[side]) % 4;

/** The teams in the order in which this viewer reads them: their own first. */
export function teamsFor(you: number | null): readonly [0 | 1, 0 | 1] {
  return you !== null && you % 2 === 1 ? [1, 0] : [0, 1];
}

/** A pair by team, in the viewer's order. */
export function paired<T>(pair: readonly [T, T], you: number | null): [T, T] {
  const [one, other] = teamsFor(you);
  return [pair[one], pair[other]];
}

/** What is to be beaten; null: the table is empty. */
export function topOf({ phase, plays }: Pick<View, "phase" | "plays">): Shown | null {
  return phase === "play" || phase === "window" ? (plays.at(-1) ?? null) : null;
}
