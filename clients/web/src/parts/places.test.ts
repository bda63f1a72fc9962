import { describe, expect, it } from "vitest";
import { placeOf } from "./places";

describe("places at the table", () => {
  it("puts the viewer at the bottom, the next player on the right and the partner on top", () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 4, 1))).toEqual(["left", "bottom", "right", "top"]);
  });

  it("puts two players face to face", () => {
    expect([0, 1].map((seat) => placeOf(seat, 2, 1))).toEqual(["top", "bottom"]);
  });

  it("shows spectators the table from seat 0", () => {
    expect(placeOf(0, 4, null)).toBe("bottom");
  });
});
