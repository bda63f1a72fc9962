import type { LastHand, Pilotta, Said } from "../../generated/games/pilotta";

export type View = Pilotta["view"];
export type Move = Pilotta["move"];
export type { LastHand, Said };

/** How many play. */
export function seatsOf({ variant }: Pick<View, "variant">): number {
  return variant === "classic2" ? 2 : 4;
}

/** The sides in the order in which this viewer reads them: their own first. */
export function sidesFor(you: number | null): readonly [0 | 1, 0 | 1] {
  return you !== null && you % 2 === 1 ? [1, 0] : [0, 1];
}

/** A pair by team, in the viewer's order. */
export function paired<T>(pair: readonly [T, T], sides: readonly [0 | 1, 0 | 1]): [T, T] {
  return [pair[sides[0]], pair[sides[1]]];
}
