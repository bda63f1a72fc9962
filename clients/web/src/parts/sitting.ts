import type { Say } from "../games/api";

/** Who sits on a seat, as far as a game's words need it. */
export interface Sitting {
  name: string | null;
  bot: boolean;
}

/** The name of who sits there, as on their plate. */
export function nameOf(seats: readonly Sitting[], seat: number): string {
  return seats[seat]?.name ?? "";
}

/** The two of a side at a table of four: `Ana & Cleo`. */
export function pairName(seats: readonly Sitting[], side: number, say: Say): string {
  return say("play:pair", { one: nameOf(seats, side), other: nameOf(seats, side + 2) });
}
