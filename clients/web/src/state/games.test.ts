import { describe, expect, it } from "vitest";
import type { GameInfo } from "kafeneio-client";
import { defaultOptions, gamesInOrder, otherSeats, sidesOf } from "./games";

const PILOTTA: GameInfo = {
  game: "pilotta",
  seats: [4, 2],
  options: { variant: ["palatisti", "classic", "classic2"], target: [151, 101] },
  sides: [
    [0, 2],
    [1, 3],
  ],
  clock_policy: "move_clock",
  return_policy: "budget",
  leave_policy: "bot_replace",
  house_banked: false,
  rules: 1,
  max_timeouts: 4,
};

describe("the games on offer", () => {
  it("stand in the order of demand, a new one after them, and house-banked ones last", () => {
    const games = [
      { ...PILOTTA, game: "baccarat", house_banked: true },
      { ...PILOTTA, game: "a_new_one" },
      PILOTTA,
      { ...PILOTTA, game: "tavli" },
    ];
    expect(gamesInOrder(games).map((info) => info.game)).toEqual(["tavli", "pilotta", "a_new_one", "baccarat"]);
  });
});

describe("the seats of a table", () => {
  it("follow from the options where the game says so", () => {
    expect(otherSeats(PILOTTA, defaultOptions(PILOTTA))).toEqual([1, 2, 3]);
    expect(otherSeats(PILOTTA, { variant: "classic2" })).toEqual([1]);
  });

  it("are named by an option, else by the game", () => {
    const other = { ...PILOTTA, game: "elsewhere", seats: [3, 2] };
    expect(otherSeats(other, { players: 2 })).toEqual([1]);
    expect(otherSeats(other, { players: 9 })).toEqual([1, 2]);
  });

  it("are a side each where the sides are those of another number", () => {
    expect([sidesOf(PILOTTA, 4), sidesOf(PILOTTA, 2), sidesOf(null, 2)]).toEqual([2, 2, 2]);
  });
});
