import type { Sitting } from "../../parts/sitting";
import type { Say } from "../api";
import { nameOf } from "./names";
import { seatsFor, type View } from "./view";

type Seen = Pick<View, "seat" | "seats" | "target_score" | "phase" | "totals" | "winner">;

/** How the match was decided: everybody's sum, and who was left below the target, or had the lowest sum. */
export function why(view: Seen, seats: readonly Sitting[], say: Say): string | null {
  const { phase, target_score: target, totals, winner } = view;
  if (phase !== "match_over") return null;
  const sums = seatsFor(view).map((seat) => say("told.point", { name: nameOf(seats, seat), points: totals[seat] }));
  const sentences = [say("told.points", { list: sums.join(", ") })];
  if (winner !== null && (totals[winner] ?? 0) < target) {
    sentences.push(say("why.left", { name: nameOf(seats, winner), target }));
  } else sentences.push(say("why.lowest", { target }));
  return sentences.join(" ");
}
