import { pointsOf, type Values } from "./faces";
import { arranged, kindsOf } from "./melds";
import type { SplitMeld } from "./view";

/** Disjoint melds of a hand and what is left, which costs least. */
export interface Split {
  deadwood: number;
  melds: SplitMeld[];
  left: string[];
}

/*
 * Every subset of at most eleven cards is looked at once (games/koumkan/RULES.md §8): what melds within
 * it take away at most, with the meld that its lowest card is in, if any. So one search answers for every discard.
 */

/** The best split of a hand, and of what is left of it after any card. */
export interface Splits {
  /** After discarding the card at this place. */
  without: (at: number) => Split;
}

export function splitsOf(hand: readonly string[], values: Values): Splits {
  const points = hand.map((card) => pointsOf(card, values));
  const melds = meldsByLowest(hand, values.wild);
  const count = 1 << hand.length;
  const [saved, chosen] = [new Int32Array(count), new Int32Array(count)];
  for (let set = 1; set < count; set++) {
    const lowest = set & -set;
    saved[set] = saved[set ^ lowest] ?? 0;
    for (const meld of melds.get(lowest) ?? []) {
      if (meld & ~set) continue;
      const sum = (saved[set ^ meld] ?? 0) + sumOfBits(meld, points);
      if (sum > (saved[set] ?? 0)) [saved[set], chosen[set]] = [sum, meld];
    }
  }
  const split = (set: number) => read(hand, set, chosen, values);
  return { without: (at) => split((count - 1) & ~(1 << at)) };
}

/** The subsets that are melds, as bits, by the bit of their first card. */
function meldsByLowest(hand: readonly string[], wild: readonly string[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let set = 1; set < 1 << hand.length; set++) {
    if (kindsOf(cardsOf(hand, set), wild).length === 0) continue;
    const lowest = set & -set;
    const some = found.get(lowest);
    if (some) some.push(set);
    else found.set(lowest, [set]);
  }
  return found;
}

const cardsOf = (hand: readonly string[], set: number) => hand.filter((_, at) => (set >> at) & 1);
const sumOfBits = (set: number, points: readonly number[]) =>
  points.reduce((sum, each, at) => sum + ((set >> at) & 1 ? each : 0), 0);

/** The melds that were chosen within a set, as they lie, and what is left. */
function read(hand: readonly string[], set: number, chosen: Int32Array, values: Values): Split {
  const melds: SplitMeld[] = [];
  const left: string[] = [];
  let rest = set;
  while (rest) {
    const meld = chosen[rest] ?? 0;
    const taken = meld || rest & -rest;
    const cards = cardsOf(hand, taken);
    if (meld) melds.push(laidOut(cards, values.wild));
    else left.push(...cards);
    rest ^= taken;
  }
  const deadwood = left.reduce((sum, card) => sum + pointsOf(card, values), 0);
  return { deadwood, melds, left };
}

function laidOut(cards: readonly string[], wild: readonly string[]): SplitMeld {
  const kind = kindsOf(cards, wild).includes("group") ? "group" : "run";
  return { kind, cards: [...arranged(cards, kind, wild).cards] };
}
