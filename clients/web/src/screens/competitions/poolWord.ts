import type { Competition } from "kafeneio-client";

/** What the prizes are called, by the word's key: before the start the least that they will be. Null: there are none,
 * because the competition was called off, or nothing is put in and nothing is guaranteed. */
export function poolWord(line: Competition): "poolLeast" | "pool" | "prizes" | null {
  if (line.state === "cancelled" || hasNoPrizes(line)) return null;
  if (line.prize_mode !== "growing" || line.state === "settled") return "prizes";
  return line.state === "announced" || line.state === "open" ? "poolLeast" : "pool";
}

/** Whether it is played for nothing but the places. */
export function hasNoPrizes(line: Competition): boolean {
  return line.price_chips === 0 && line.pool_chips === 0;
}
