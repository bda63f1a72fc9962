import type { View } from "../../generated/games/pilotta";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "partners" },
  { id: "bid", done: (view) => view.phase === "tricks" },
  { id: "trump" },
  { id: "card", done: "turn" },
  { id: "trick", done: (view) => view.tricks_won.some((won) => won > 0) },
  { id: "follow", done: "turn" },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
