import type { View } from "../../generated/games/baccarat";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "boxes" },
  { id: "bets", done: (view) => view.player.length > 0 },
  { id: "cards", done: (view) => view.result !== null },
  { id: "pays" },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
