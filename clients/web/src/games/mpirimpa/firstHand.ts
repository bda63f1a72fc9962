import type { View } from "../../generated/games/mpirimpa";
import type { AnyStep, Step } from "../../state/firstHand";

/** A first hand, whatever is dealt. */
const own: readonly Step<View>[] = [
  { id: "aim" },
  { id: "wait", done: (view, you) => view.turn === you && view.phase === "draw" },
  { id: "draw", done: (view, you) => view.turn !== you || view.phase !== "draw" },
  { id: "meld" },
  { id: "discard", done: (view, you) => view.turn !== you },
  { id: "end" },
];
export const steps = own as unknown as readonly AnyStep[];
