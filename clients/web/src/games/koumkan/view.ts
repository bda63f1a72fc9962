import type {
  CountedHand,
  Koumkan,
  LayMeld,
  LayOff,
  MeldView,
  SplitMeld,
  SplitView,
  SwapJoker,
} from "../../generated/games/koumkan";

/** The three games have the same view and the same moves. */
export type View = Koumkan["view"];
export type Move = Koumkan["move"];
/** What brings cards to the table in a turn. */
export type Play = LayMeld | LayOff | SwapJoker;
export type { CountedHand, MeldView, SplitMeld, SplitView };

/** The seats in the order in which this viewer reads them: their own first, then round the table. */
export function seatsFor({ seats, seat }: Pick<View, "seats" | "seat">): number[] {
  return Array.from({ length: seats }, (_, at) => ((seat ?? 0) + at) % seats);
}

/** Whether a seat is still in the match. */
export const isActive = ({ active }: Pick<View, "active">, seat: number) => active.includes(seat);

/** Whether melds are laid during the hand; else they stay in hand until somebody goes out. */
export const hasTable = ({ game }: Pick<View, "game">) => game === "koumkan";

/** Whether nothing has been played yet in this hand: the last one's count is news. */
export function isFresh({ phase, last_move, last_hand }: Pick<View, "phase" | "last_move" | "last_hand">): boolean {
  return last_hand !== null && phase === "draw" && last_move === null;
}
