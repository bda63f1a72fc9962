import { describe, expect, it } from "vitest";
import { paired, sidesFor } from "./sides";
import { nameOf } from "./sitting";

describe("what a viewer reads first", () => {
  it("is their own side, and the first for spectators", () => {
    expect([0, 1, 2, 3, null].map(sidesFor)).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    expect(paired(["ours", "theirs"], sidesFor(3))).toEqual(["theirs", "ours"]);
  });
});

describe("the name at a seat", () => {
  it("is nothing at an empty seat", () => {
    const seats = [
      { name: "Ana", bot: false },
      { name: null, bot: false },
    ];
    expect([nameOf(seats, 0), nameOf(seats, 1), nameOf(seats, 2)]).toEqual(["Ana", "", ""]);
  });
});
