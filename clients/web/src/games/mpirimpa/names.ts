import type { Say } from "../api";
import type { MeldView } from "./view";

/** Which biriba a meld is: clean, dirty, full; of trumps or not; what it brings. */
export function badgeName({ class: kind, trump, bonus }: MeldView, say: Say): string {
  return say(trump ? "badge.trump" : "badge.plain", { kind: say(`badge.${kind}`), bonus });
}
