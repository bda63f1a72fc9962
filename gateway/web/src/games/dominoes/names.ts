import type { Say } from "../api";

interface Sitting {
  name: string;
  bot: boolean;
}

/** Who sits where. */
export function nameOf(seats: readonly Sitting[], seat: number): string {
  return seats[seat]?.name ?? "";
}

/** The two of a side: `Ana & Cleo`. */
export function sideName(seats: readonly Sitting[], side: number, say: Say): string {
  return say("pair", { one: nameOf(seats, side), other: nameOf(seats, side + 2) });
}
