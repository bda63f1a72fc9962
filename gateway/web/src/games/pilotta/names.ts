import type { Say } from "../api";
import { seatsOf, type View } from "./view";

export interface Sitting {
  name: string | null;
  bot: boolean;
}

type Seen = Pick<View, "variant" | "seat">;

/** Who sits where. */
export function nameOf(seats: readonly Sitting[], seat: number): string {
  return seats[seat]?.name ?? "";
}

/** A side: "We" and "They" to who sits here, else by their names. */
export function sideName(view: Seen, seats: readonly Sitting[], side: number, say: Say): string {
  const mine = view.seat !== null && view.seat % 2 === side;
  const pairs = seatsOf(view) === 4;
  if (view.seat !== null && pairs) return say(mine ? "we" : "they");
  if (mine) return say("you");
  const one = nameOf(seats, side);
  return pairs ? say("pair", { one, other: nameOf(seats, side + 2) }) : one;
}
