import type { CountedHand, LayMeld, LayOff, MeldView, Mpirimpa, SideScore } from "../../generated/games/mpirimpa";

export type View = Mpirimpa["view"];
export type Move = Mpirimpa["move"];
export type Play = LayMeld | LayOff;
export type { CountedHand, MeldView, SideScore };

export type Side = 0 | 1;

/** The side of a seat. */
export function sideOf(seat: number): Side {
  return seat % 2 === 1 ? 1 : 0;
}

/** The sides in the order in which this viewer reads them: their own first. */
export function sidesFor(you: number | null): readonly [Side, Side] {
  return you !== null && sideOf(you) === 1 ? [1, 0] : [0, 1];
}

/** A pair by side, in the viewer's order. */
export function paired<T>(pair: readonly [T, T], sides: readonly [Side, Side]): [T, T] {
  return [pair[sides[0]], pair[sides[1]]];
}

/** Whether nothing has been played yet in this hand: the last one's count is news. */
export function isFresh({ phase, pile, melds, last_hand }: View): boolean {
  return last_hand !== null && phase === "draw" && pile.length === 0 && melds.length === 0;
}
