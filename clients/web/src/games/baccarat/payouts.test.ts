import { describe, expect, it } from "vitest";
import type { Entry, View } from "../../generated/games/baccarat";
import { edgeOf, payTable, returned } from "./payouts";

const BANKER: Entry = { winner: "banker", totals: [4, 7] };
const SIX_WITH_TWO: Entry = { winner: "banker", totals: [4, 6], six: 2 };
const SIX_WITH_THREE: Entry = { winner: "banker", totals: [4, 6], six: 3 };
const PLAYER: Entry = { winner: "player", totals: [7, 4] };
const TIE: Entry = { winner: "tie", totals: [5, 5], player_pair: true };
const DUMMY: Entry = { winner: "dummy" };

const CASES: [View["variant"], Record<string, number>, Entry, number][] = [
  ["commission", { banker: 300 }, BANKER, 585],
  ["commission", { banker: 333 }, SIX_WITH_TWO, 649],
  ["no_commission", { banker: 333 }, SIX_WITH_TWO, 499],
  ["no_commission", { banker: 333 }, SIX_WITH_THREE, 499],
  ["no_commission", { banker: 333 }, BANKER, 666],
  ["fortune_six", { banker: 200, fortune_six: 50 }, SIX_WITH_THREE, 1350],
  ["fortune_six", { banker: 200, fortune_six: 50 }, SIX_WITH_TWO, 950],
  ["fortune_six", { banker: 200, fortune_six: 50 }, BANKER, 400],
  ["fortune_six", { fortune_six: 50, tie: 200 }, TIE, 1800],
  ["commission", { player: 200, tie: 50, player_pair: 20 }, TIE, 890],
  ["commission", { player: 200, banker: 200 }, PLAYER, 400],
  ["commission", { banker: 200, tie: 20, banker_pair: 20 }, PLAYER, 0],
  ["commission", { player: 200, tie: 33 }, DUMMY, 233],
];

describe("what a round brings back", () => {
  it.each(CASES)("%s: %j in %j is %i", (variant, stakes, entry, chips) => {
    expect(returned(variant, stakes, entry)).toBe(chips);
  });
});

describe("the table of payments", () => {
  it("has the boxes of its variant alone", () => {
    const boxes = (variant: View["variant"]) => new Set(payTable(variant).map((line) => line.box));
    expect(boxes("commission").has("fortune_six")).toBe(false);
    expect(boxes("no_commission").has("fortune_six")).toBe(false);
    expect(boxes("fortune_six").has("fortune_six")).toBe(true);
  });

  it("says what each box costs", () => {
    expect(edgeOf("commission", "banker")).toBe(1.0579);
    expect(edgeOf("fortune_six", "banker")).toBe(1.4581);
    expect(edgeOf("fortune_six", "fortune_six")).toBe(16.6836);
    expect(edgeOf("commission", "tie")).toBe(14.3596);
  });
});
