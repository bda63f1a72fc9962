import { decidedByPoints } from "../../parts/decided";
import type { Sitting } from "../../parts/sitting";
import type { Say } from "../api";
import type { View } from "./view";

type Seen = Pick<View, "seat" | "seats" | "match_mode" | "target_score" | "phase" | "totals" | "scores">;

/** How the match was decided: the sums, the last hand, and who has reached the target where there is one. */
export function why(view: Seen, seats: readonly Sitting[], say: Say): string | null {
  const { seat: you, seats: players, phase, totals, scores } = view;
  if (phase !== "match_over" || scores.length === 0) return null;
  const target = view.match_mode === "target" ? view.target_score : null;
  const last = scores.length > 1 ? (scores.at(-1) ?? null) : null;
  return decidedByPoints({ you, players, totals, target, last }, seats, say);
}
