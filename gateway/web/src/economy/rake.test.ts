import { describe, expect, it } from "vitest";
import { rakeChips, winnerChips } from "./rake";
import { stakeError } from "./stakes";

describe("the house's part", () => {
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
    expect(rakeChips(stake)).toBe(rake);
    expect(winnerChips(stake, 2)).toBe(two);
    expect(winnerChips(stake, 4)).toBe(four);
  });

  it("is nothing where nothing is staked", () => {
    expect(rakeChips(0)).toBe(0);
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
    expect(stakeError(stake, game, chips)).toBe(error);
  });
});
