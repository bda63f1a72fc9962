import { decidedByPoints } from "../../parts/decided";
import type { Sitting } from "../../parts/sitting";
import type { Say } from "../api";
import type { View } from "./view";

type Seen = Pick<View, "seat" | "seats" | "target_score" | "phase" | "totals" | "scores">;

/** How the match was decided: the sums, the last hand, and who has reached the target. */
export function why(view: Seen, seats: readonly Sitting[], say: Say): string | null {
  const { seat: you, seats: players, phase, totals, target_score: target, scores } = view;
  if (phase !== "match_over" || scores.length === 0) return null;
  const last = scores.length > 1 ? (scores.at(-1) ?? null) : null;
  return decidedByPoints({ you, players, totals, target, last }, seats, say);
}
