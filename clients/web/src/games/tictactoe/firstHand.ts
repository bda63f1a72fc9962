import type { View } from "../../generated/games/tictactoe";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "aim" },
  { id: "place", done: "turn" },
  { id: "answer", done: (view, you) => view.turn === you || view.phase !== "playing" },
  { id: "line", done: "turn" },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
