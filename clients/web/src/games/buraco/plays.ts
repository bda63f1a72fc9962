import { type Offer, playsBy, type Position as MeldPosition } from "../../cards/melds/plays";
import { sideOf } from "../../cards/melds/view";
import { isClean, laid, readMeld, shown } from "./melds";
import type { MeldView, View } from "./view";

export type Position = MeldPosition<MeldView>;

/** So many cards stay in the hand of a side that may not go out yet. */
const LEFT_MIN = 2;

type Seen = Pick<View, "own_hand" | "melds" | "pot_taken">;

export function positionOf(view: Seen, seat: number): Position {
  const side = sideOf(seat);
  return { side, hand: view.own_hand, melds: view.melds, pot: !view.pot_taken[side] };
}

const hasClean = (melds: readonly MeldView[], own: number) => melds.some((meld) => meld.side === own && isClean(meld));

export const PLAYS = playsBy<Position, MeldView>({
  read: readMeld,
  laid,
  shown: (meld, id, { side }) => shown(meld, id, side),
  keepRefusal: (left, melds, { pot, side }) =>
    pot || left >= LEFT_MIN || hasClean(melds, side) ? null : "no_clean_canasta",
});

/** Why the last card may not be discarded. */
export function discardRefusal({ hand, melds, side, pot }: Position): string | null {
  return hand.length > 1 || pot || hasClean(melds, side) ? null : "no_clean_canasta";
}

/** Whether a play makes a clean canasta dirty. */
export function dirties({ before, meld }: Offer<MeldView>): boolean {
  return before !== null && isClean(before) && !isClean(meld);
}
