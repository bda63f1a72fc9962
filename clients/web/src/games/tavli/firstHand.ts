import type { View } from "../../generated/games/tavli";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "aim" },
  { id: "turn", done: "turn" },
  { id: "alone" },
  { id: "again", done: "turn" },
  { id: "home" },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
