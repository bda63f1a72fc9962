import type { Say } from "../games/api";
import { sidesFor } from "./sides";
import { nameOf, pairName, type Sitting } from "./sitting";

/** How a match of two sides stood at its end. Pairs are by side. */
export interface Standing {
  /** The viewer's seat: their own side is read first. */
  you: number | null;
  /** How many play: four are two pairs. */
  players: number;
  totals: readonly [number, number];
  /** The points that were played for; null: one hand decided. */
  target: number | null;
  /** What the last hand brought; null: there was one only, or it is not known. */
  last: readonly [number, number] | null;
}

/** How a match of two sides was decided: the sums, what the last hand brought, and the rule that made them decide. */
export function decidedByPoints(standing: Standing, seats: readonly Sitting[], say: Say): string {
  const { totals, last, you, players } = standing;
  const [one, other] = sidesFor(you);
  const name = (side: number) => (players < 4 ? nameOf(seats, side) : pairName(seats, side, say));
  const sums = { one: name(one), onePoints: totals[one], other: name(other), otherPoints: totals[other] };
  const sentences = [say("play:decided.sums", sums)];
  if (last) sentences.push(say("play:decided.last", { ...sums, onePoints: last[one], otherPoints: last[other] }));
  return [...sentences, rule(standing, name, say)].join(" ");
}

/** Which side is ahead; null: they are level. */
function ahead([one, other]: Standing["totals"]): number | null {
  if (one === other) return null;
  return one > other ? 0 : 1;
}

function rule({ totals, target }: Standing, name: (side: number) => string, say: Say): string {
  const best = ahead(totals);
  if (best === null) return say("play:decided.level");
  if (target === null) return say("play:decided.oneHand");
  if (totals.every((points) => points >= target)) return say("play:decided.both", { target });
  return say("play:decided.reached", { target, name: name(best) });
}
