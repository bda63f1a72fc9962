import type { View } from "../../generated/games/tichu";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "aim" },
  { id: "grand", done: (view) => view.phase !== "grand" },
  { id: "pass", done: (view) => view.phase !== "exchange" },
  { id: "play", done: "turn" },
  { id: "beat" },
  { id: "again", done: "turn" },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
