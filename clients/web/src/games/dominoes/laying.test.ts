import { describe, expect, it } from "vitest";
import { standing, type View, wish } from "./laying";

const VIEW = {
  phase: "hand",
  options: [
    ["6-4", "up_left"],
    ["6-4", "down_right"],
    ["4-1", "down_right"],
  ],
} as unknown as View;

describe("a wish to lay a tile", () => {
  it("is sent without a side where there is one end, and with it where there are two", () => {
    expect(wish(VIEW, true, "4-1", null)).toEqual({ move: { move: "lay", tile: "4-1" } });
    expect(wish(VIEW, true, "6-4", "up_left")).toEqual({ move: { move: "lay", tile: "6-4", side: "up_left" } });
  });

  it("is asked about where a tile fits both ends", () => {
    expect(wish(VIEW, true, "6-4", null)).toEqual({ ask: "6-4" });
  });

  it.each([
    ["match_over", { ...VIEW, phase: "match_over" }, true],
    ["wrong_phase", { ...VIEW, phase: "hand_over" }, true],
    ["not_your_turn", VIEW, false],
    ["tile_not_suitable", VIEW, true],
  ] as const)("is refused with %s", (code, view, turn) => {
    expect(wish(view as View, turn, "5-5", null)).toEqual({ refuse: code });
  });

  it("shows beforehand in the rack", () => {
    expect(["6-4", "5-5"].map((tile) => standing(VIEW, true, tile))).toEqual(["fits", "unfit"]);
    expect(standing(VIEW, false, "6-4")).toBe("waits");
  });
});
