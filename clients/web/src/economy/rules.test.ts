import { describe, expect, it } from "vitest";
import type { StakeRules } from "kafeneio-client";
import { rakeChips, stakeError, usualStakes, winnerChips } from "./rules";

// services/wallet/RULES.md §3 and §4, the defaults.
const STEPS = [
  [200, 4000],
  [500, 3500],
  [1_000, 3000],
  [2_000, 2500],
  [5_000, 2000],
  [10_000, 1500],
  [25_000, 1000],
  [100_000, 500],
] as const;
const RULES: StakeRules = {
  min_chips: 200,
  max_chips: 1_000_000,
  friendly_games: ["dominoes"],
  helpline: "",
  regulator: "",
  rake_steps: STEPS.map(([from_chips, rate_bps]) => ({ from_chips, rate_bps })),
};

describe("the platform's part", () => {
  // services/wallet/RULES.md §4: stake, rake, two players' winner, winner of four alone.
  it.each([
    [200, 80, 320, 560],
    [333, 133, 533, 933],
    [499, 199, 799, 1_399],
    [500, 175, 825, 1_475],
    [999, 349, 1_649, 2_949],
    [1_000, 300, 1_700, 3_100],
    [10_000, 1_500, 18_500, 35_500],
    [1_000_000, 50_000, 1_950_000, 3_850_000],
  ])("of a stake of %i is %i", (stake, rake, two, four) => {
    expect(rakeChips(RULES, stake)).toBe(rake);
    expect(winnerChips(RULES, stake, 2)).toBe(two);
    expect(winnerChips(RULES, stake, 4)).toBe(four);
  });

  it("is nothing where nothing is staked", () => {
    expect(rakeChips(RULES, 0)).toBe(0);
  });
});

describe("a stake", () => {
  it.each([
    [200, "tictactoe", 5_000, null],
    [199, "tictactoe", 5_000, "stake_below_minimum"],
    [0, "tictactoe", 5_000, "stake_below_minimum"],
    [0, "dominoes", 0, null],
    [1_000_001, "tictactoe", 2_000_000, "stake_above_maximum"],
    [200.5, "tictactoe", 5_000, "stake_invalid"],
    [Number.NaN, "tictactoe", 5_000, "stake_invalid"],
    [600, "tictactoe", 500, "insufficient_chips"],
  ])("of %d at %s with %d chips: %s", (stake, game, chips, error) => {
    expect(stakeError(RULES, stake, game, chips)).toBe(error);
  });
});

describe("stakes offered at one touch", () => {
  it("follow from the smallest, within the highest, and begin with none where the game may be friendly", () => {
    expect(usualStakes(RULES, "tavli")).toEqual([200, 500, 1_000, 5_000]);
    expect(usualStakes({ ...RULES, min_chips: 10, max_chips: 60 }, "dominoes")).toEqual([0, 10, 25, 50]);
  });
});
