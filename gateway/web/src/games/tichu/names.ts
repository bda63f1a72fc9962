import { placeOf } from "../../parts/places";
import type { Say } from "../api";
import type { View } from "./view";

export interface Sitting {
  name: string | null;
  bot: boolean;
}

type Seen = Pick<View, "seat">;

/** Who sits where, in a word: computers by their place, for they have no names. */
export function nameOf(view: Seen, seats: readonly Sitting[], seat: number, say: Say): string {
  const who = seats[seat];
  if (!who) return "";
  return who.bot ? say(`computer.${placeOf(seat, 4, view.seat)}`) : (who.name ?? "");
}

/** A team: "We" and "They" to who sits here, else by its names. */
export function teamName(view: Seen, seats: readonly Sitting[], team: number, say: Say): string {
  if (view.seat !== null) return say(view.seat % 2 === team ? "we" : "they");
  return say("pair", { one: nameOf(view, seats, team, say), other: nameOf(view, seats, team + 2, say) });
}

/** Some seats, one after the other. */
export function namesOf(view: Seen, seats: readonly Sitting[], some: readonly number[], say: Say): string {
  return some.map((seat) => nameOf(view, seats, seat, say)).join(", ");
}
