import { usualDuty } from "../../cards/melds/Prompt";
import { sideOf } from "../../cards/melds/view";
import type { Say } from "../api";
import type { View } from "./view";

/** What the viewer's turn asks; how the hand can be emptied, and what it takes to go out. */
export function dutyOf(view: View, say: Say): string {
  const { seat, phase, own_hand } = view;
  const keep = seat === null ? null : keepKey(view, seat);
  if (phase === "play" && keep === "use") return say("prompt.use");
  return usualDuty({ view, held: own_hand.length, keep: keep && say(`prompt.${keep}`), say });
}

/** Which words explain how a hand of few cards can be emptied. */
function keepKey({ now, pot_taken, pot_used, pot_by }: View, seat: number): string {
  const side = sideOf(seat);
  if (!pot_taken[side]) return "pot";
  const mine = pot_by[side] === seat || pot_by[side] === null;
  if (mine && !pot_used[side]) return "use";
  return now?.keep_error ?? "goOut";
}
