import { describe, expect, it } from "vitest";
import { entriesOf, valuesIn } from "./reckoning";
import type { CountedHand } from "./view";

const HAND: CountedHand = {
  number: 4,
  dealer: 0,
  end: "out",
  out_seat: 0,
  indicator: null,
  seats: [0, 1, 2],
  hands: [[], ["4c", "9d", "X"], ["3d", "Kh", "As"]],
  melds: [[], [], []],
  left: [[], ["4c", "9d", "X"], ["3d", "Kh", "As"]],
  counts: [0, 38, 23],
  totals: [70, 98, 111],
  eliminated: [2],
};

describe("the arithmetic of a hand", () => {
  it("adds each player's cards, and the sum to what was before, as in the rules' first example", () => {
    const entries = entriesOf(HAND, valuesIn(HAND, "koumkan"), [1, 2, 0]);
    expect(entries.map(({ seat, terms, sum }) => [seat, terms, sum])).toEqual([
      [1, "25 + 9 + 4", "60 + 38 = 98"],
      [2, "10 + 10 + 3", "88 + 23 = 111"],
      [0, "", "70 + 0 = 70"],
    ]);
    expect(entries.map(({ isOut, isEliminated }) => [isOut, isEliminated])).toEqual([
      [false, false],
      [false, true],
      [true, false],
    ]);
  });

  it("leaves out players that were not in the hand any more, and counts nothing of the one that went out", () => {
    const hand = { ...HAND, seats: [0, 1], out_seat: 1, left: [["Ad", "2c"], ["5d"], []] };
    const entries = entriesOf(hand, valuesIn({ indicator: "6d" }, "thanasis"), [0, 1, 2]);
    expect(entries.map(({ seat, left, terms }) => [seat, left, terms])).toEqual([
      [0, ["2c", "Ad"], "2 + 1"],
      [1, [], ""],
    ]);
  });

  it("knows what was wild by the indicator", () => {
    expect(valuesIn({ indicator: "6d" }, "dynamitis").wild).toEqual(["X", "2", "6"]);
    expect(valuesIn({ indicator: "6d" }, "thanasis").wild).toEqual(["X", "6"]);
    expect(valuesIn({ indicator: null }, "koumkan").wild).toEqual(["X"]);
  });
});
