import { describe, expect, it } from "vitest";
import cases from "./cases.json";
import { sumOf, type Values } from "./faces";
import { splitsOf } from "./split";
import type { View } from "./view";

interface Case extends Pick<View, "game" | "wild_ranks"> {
  hand: string[];
  /** By card, what discarding it leaves to be counted. */
  after: Record<string, number>;
}

const split = (cards: string, values: Values) => {
  const hand = [...cards.split(" "), "Qh"];
  return splitsOf(hand, values).without(hand.length - 1);
};
const THANASIS: Values = { game: "thanasis", wild: ["X", "6"] };
const DYNAMITIS: Values = { game: "dynamitis", wild: ["X", "2", "6"] };

describe("the smallest deadwood", () => {
  it("after each discard is what the engine says", () => {
    const met = cases.splits as unknown as Case[];
    expect(met.length).toBeGreaterThan(20);
    for (const { game, wild_ranks, hand, after } of met) {
      const splits = splitsOf(hand, { game, wild: wild_ranks });
      const found = hand.map((card, at) => [card, splits.without(at).deadwood]);
      expect(Object.fromEntries(found)).toEqual(after);
    }
  });

  it("is that of the rules' examples", () => {
    expect(split("8h 9h Th 8c 8d Kc Ks 6h Ad 4c", THANASIS).deadwood).toBe(21);
    expect(split("8h 9h Th 8c 8d Kc Ks 6h Ad 2c", DYNAMITIS).deadwood).toBe(1);
    expect(split("8h 9h Th 8c 8d Kc Ks 6h Ad 2c", THANASIS).deadwood).toBe(19);
  });

  it("is of what the melds leave, and every card is in one place", () => {
    const { deadwood, melds, left } = split("8h 9h Th 8c 8d Kc Ks 6h Ad 4c", THANASIS);
    expect(deadwood).toBe(sumOf(left, THANASIS));
    const cards = [...melds.flatMap((meld) => meld.cards), ...left];
    expect(cards.sort()).toEqual("8h 9h Th 8c 8d Kc Ks 6h Ad 4c".split(" ").sort());
  });
});
