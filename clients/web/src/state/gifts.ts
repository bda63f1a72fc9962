import type { Gift } from "kafeneio-client";

/** What is known of gifts with some more, each once, the oldest first. */
export function withGifts(known: readonly Gift[], more: readonly Gift[]): readonly Gift[] {
  const ids = new Set(known.map((gift) => gift.gift));
  const fresh = more.filter((gift) => !ids.has(gift.gift));
  return fresh.length === 0 ? known : [...known, ...fresh].toSorted((a, b) => a.at_ms - b.at_ms);
}
