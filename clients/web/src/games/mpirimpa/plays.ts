import { playsBy, type Position as MeldPosition } from "../../cards/melds/plays";
import { type Play, sideOf } from "../../cards/melds/view";
import { laid, readMeld, shown } from "./melds";
import type { MeldView, View } from "./view";

export interface Position extends MeldPosition<MeldView> {
  trump: string | null;
  columns: boolean;
}

type Seen = Pick<View, "own_hand" | "melds" | "trump" | "columns" | "pot_taken">;

export function positionOf(view: Seen, seat: number): Position {
  const side = sideOf(seat);
  const { own_hand: hand, melds, trump, columns } = view;
  return { side, hand, melds, trump, columns, pot: !view.pot_taken[side] };
}

export const PLAYS = playsBy<Position, MeldView>({
  read: (cards, { columns }) => readMeld(cards, columns),
  laid,
  shown: (meld, id, { side, trump }) => shown(meld, id, side, trump),
  keepRefusal: (left, melds, { pot, side }) => {
    if (!pot) return left > 0 ? null : "must_keep_discard";
    return left >= 2 || melds.some((meld) => meld.side === side && meld.missing === 0) ? null : "no_biriba";
  },
});

/** The position with the pile in hand and the plays made; or the code, and which of them is refused. */
export function drafted(position: Position, pile: readonly string[], plays: readonly Play[]): Position | string {
  let now: Position | string = { ...position, hand: [...position.hand, ...pile] };
  for (const play of plays) {
    if (typeof now === "string") return now;
    now = now.pot === position.pot ? PLAYS.played(now, play) : "card_not_in_hand";
  }
  return now;
}

/** Whether some play names a card that is in the pile. */
export function isJustified(pile: readonly string[], plays: readonly Play[]): boolean {
  return plays.some(({ cards }) => cards.some((card) => pile.includes(card)));
}
