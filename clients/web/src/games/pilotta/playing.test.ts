import { describe, expect, it } from "vitest";
import type { View } from "./view";
import { dutyOf, inOrder, refusalOf, wish } from "./playing";

const TRICKS: Pick<View, "phase" | "legal" | "refused"> = {
  phase: "tricks",
  legal: ["9h"],
  refused: { "7h": "must_overtrump", As: "must_follow_suit" },
};

describe("a hand", () => {
  it("has trumps first, in their order, and changes colours", () => {
    expect(inOrder(["7s", "As", "Th", "9h", "Jh", "Kd", "Ac"], "h")).toEqual([
      "Jh",
      "9h",
      "Th",
      "Ac",
      "Kd",
      "As",
      "7s",
    ]);
  });

  it("is in plain order while there are no trumps", () => {
    expect(inOrder(["9h", "Jh", "Ah"], null)).toEqual(["Ah", "Jh", "9h"]);
  });
});

describe("a card", () => {
  it("is refused in one's own turn alone", () => {
    expect(refusalOf(TRICKS, true, "7h")).toBe("must_overtrump");
    expect(refusalOf(TRICKS, true, "9h")).toBeNull();
    expect(refusalOf(TRICKS, false, "7h")).toBeNull();
  });

  it("goes to the table, or it is said why not", () => {
    expect(wish(TRICKS, true, "9h")).toEqual({ move: { move: "play", card: "9h" } });
    expect(wish(TRICKS, true, "As")).toEqual({ refuse: "must_follow_suit" });
    expect(wish(TRICKS, true, "Ad")).toEqual({ refuse: "card_not_in_hand" });
    expect(wish(TRICKS, false, "9h")).toEqual({ refuse: "not_your_turn" });
    expect(wish({ ...TRICKS, phase: "auction" }, true, "9h")).toEqual({ refuse: "wrong_phase" });
  });
});

describe("the duty of a turn", () => {
  it("is the narrowest of the reasons", () => {
    expect(dutyOf({ legal: ["9h"], refused: { As: "must_trump", "7h": "must_overtrump" } })).toBe("must_overtrump");
    expect(dutyOf({ legal: ["9h"], refused: { As: "must_follow_suit" } })).toBe("must_follow_suit");
  });

  it("is none where every card may be played, or none is asked for", () => {
    expect(dutyOf({ legal: ["9h"], refused: {} })).toBeNull();
    expect(dutyOf({ legal: [], refused: {} })).toBeNull();
  });
});
