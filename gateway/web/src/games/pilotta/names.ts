import { placeOf } from "../../parts/places";
import type { Say } from "../api";
import { seatsOf, type View } from "./view";

export interface Sitting {
  name: string | null;
  bot: boolean;
}

type Seen = Pick<View, "variant" | "seat">;

/** Who sits where, in a word: computers by their place, for they have no names. */
export function nameOf(view: Seen, seats: readonly Sitting[], seat: number, say: Say): string {
  const who = seats[seat];
  if (!who) return "";
  return who.bot ? say(`computer.${placeOf(seat, seatsOf(view), view.seat)}`) : (who.name ?? "");
}

/** A side: "We" and "They" to who sits here, else by their names. */
export function sideName(view: Seen, seats: readonly Sitting[], side: number, say: Say): string {
  const mine = view.seat !== null && view.seat % 2 === side;
  const pairs = seatsOf(view) === 4;
  if (view.seat !== null && pairs) return say(mine ? "we" : "they");
  if (mine) return say("you");
  const one = nameOf(view, seats, side, say);
  return pairs ? say("pair", { one, other: nameOf(view, seats, side + 2, say) }) : one;
}
