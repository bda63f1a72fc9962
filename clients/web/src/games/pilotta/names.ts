import type { Say } from "../api";
import { seatsOf, type View } from "./view";
import { nameOf, pairName, type Sitting } from "../../parts/sitting";

export { nameOf, type Sitting };

type Seen = Pick<View, "variant" | "seat">;

/** A side: "We" and "They" to who sits here, else by their names. */
export function sideName(view: Seen, seats: readonly Sitting[], side: number, say: Say): string {
  const mine = view.seat !== null && view.seat % 2 === side;
  const pairs = seatsOf(view) === 4;
  if (view.seat !== null && pairs) return say(mine ? "we" : "they");
  if (mine) return say("you");
  return pairs ? pairName(seats, side, say) : nameOf(seats, side);
}
