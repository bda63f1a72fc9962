import { describe, expect, it } from "vitest";
import { correctionOf } from "./correction";

describe("an operator's correction", () => {
  it("names the winning side with the points of both", () => {
    expect(correctionOf("1", ["2", "5"], [0])).toEqual({ result: 1, points: [2, 5], departed: [0] });
  });

  it("has no points unless every side has some", () => {
    expect(correctionOf("tie", ["2", " "], []).points).toBeNull();
    expect(correctionOf("0", ["2", "two"], []).points).toBeNull();
  });

  it("takes points that are penalties", () => {
    expect(correctionOf("0", ["−3", "-7"], []).points).toEqual([-3, -7]);
  });

  it("gives a game back without points", () => {
    expect(correctionOf("void", ["2", "5"], [])).toEqual({ result: "void", points: null, departed: [] });
  });
});
