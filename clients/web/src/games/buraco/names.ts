import type { Say } from "../api";
import type { MeldView } from "./view";

/** Which canasta a meld is and what it brings; a group is none, however long. */
export function badgeName({ class: kind, bonus }: MeldView, say: Say): string {
  return kind === "open" ? say("badge.none") : say("badge.canasta", { kind: say(`badge.${kind}`), bonus });
}
