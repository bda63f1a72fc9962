import type { Competition } from "kafeneio-client";

/** What the prizes are called, by the word's key; null: there are none, because the competition was called off. */
export function poolWord(line: Competition): "pool" | "prizes" | null {
  if (line.state === "cancelled") return null;
  return line.prize_mode === "growing" && line.state !== "settled" ? "pool" : "prizes";
}
