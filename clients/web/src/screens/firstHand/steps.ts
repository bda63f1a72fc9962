import type { AnyStep } from "../../state/firstHand";

/** Every family's steps: a new game brings its own. */
const modules = import.meta.glob<{ steps: readonly AnyStep[] }>("../../games/*/firstHand.ts", { eager: true });

export function stepsOf(family: string): readonly AnyStep[] {
  return modules[`../../games/${family}/firstHand.ts`]?.steps ?? [];
}
