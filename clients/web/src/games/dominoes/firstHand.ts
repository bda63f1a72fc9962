import type { View } from "../../generated/games/dominoes";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "aim" },
  { id: "wait", done: (view, you) => view.turn === you },
  { id: "lay", done: "turn" },
  { id: "ends" },
  { id: "again", done: "turn" },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
