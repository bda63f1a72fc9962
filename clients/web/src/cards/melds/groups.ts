import { isWild, rankOf } from "./faces";
import type { Meld } from "./runs";

/** Natural cards, all of one rank and at least one, and wild cards as a meld. */
export function groupOf(natural: readonly string[], wild: readonly string[]): Meld {
  const indexes = wild.map((_, at) => natural.length + at);
  return { kind: "group", suit: "", lo: rankOf(natural[0] ?? ""), cards: [...natural, ...wild], wild: indexes };
}

/** A group after one more card, natural ones before wild ones; null: it is of another rank. */
export function laidOnGroup(meld: Meld, card: string): Meld | null {
  const natural = meld.cards.slice(0, meld.cards.length - meld.wild.length);
  const wild = meld.cards.slice(natural.length);
  if (isWild(card)) return groupOf(natural, [...wild, card]);
  return rankOf(card) === meld.lo ? groupOf([...natural, card], wild) : null;
}
