import { decidedByPoints } from "../../parts/decided";
import type { Sitting } from "../../parts/sitting";
import type { Say } from "../api";
import type { View } from "./view";

type Seen = Pick<View, "seat" | "target" | "phase" | "totals" | "scores">;

/** How the match was decided: the sums, the last hand, and who has reached the target. */
export function why({ seat: you, phase, totals, target, scores }: Seen, seats: readonly Sitting[], say: Say) {
  if (phase !== "match_over" || scores.length === 0) return null;
  const last = scores.length > 1 ? (scores.at(-1)?.points ?? null) : null;
  return decidedByPoints({ you, players: 4, totals, target, last }, seats, say);
}
