import type { Say } from "../api";

interface Sitting {
  name: string;
  bot: boolean;
}

/** Who sits where, in a word: computers by their place, for they have no names. */
export function nameOf(seats: readonly Sitting[], seat: number, say: Say): string {
  const who = seats[seat];
  if (!who) return "";
  return who.bot ? say(`computer.${seat}`) : who.name;
}

/** The two of a side: `Ana & Cleo`. */
export function sideName(seats: readonly Sitting[], side: number, say: Say): string {
  return say("pair", { one: nameOf(seats, side, say), other: nameOf(seats, side + 2, say) });
}
