import type { Say } from "../api";
import type { View } from "./view";
import { nameOf, pairName, type Sitting } from "../../parts/sitting";

export { nameOf, type Sitting };

type Seen = Pick<View, "seat">;

/** A team: "We" and "They" to who sits here, else by its names. */
export function teamName(view: Seen, seats: readonly Sitting[], team: number, say: Say): string {
  if (view.seat !== null) return say(view.seat % 2 === team ? "we" : "they");
  return pairName(seats, team, say);
}

/** Some seats, one after the other. */
export function namesOf(seats: readonly Sitting[], some: readonly number[]): string {
  return some.map((seat) => nameOf(seats, seat)).join(", ");
}
