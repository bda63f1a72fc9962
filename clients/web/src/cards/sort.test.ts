import { describe, expect, it } from "vitest";
import { codeOf, withIds } from "./ids";
import { alternating, sorted } from "./sort";

const PLAIN = "ATKQJ987";

describe("sorting a hand", () => {
  it("goes by suit, and by rank within", () => {
    const hand = ["7h", "As", "Th", "Ad", "8s"];
    expect(sorted(hand, { suits: "shd", ranks: () => PLAIN })).toEqual(["As", "8s", "Th", "7h", "Ad"]);
  });

  it("goes by rank, and by suit within", () => {
    const hand = ["7h", "As", "7s", "Ah"];
    expect(sorted(hand, { suits: "sh", ranks: () => PLAIN, by: "rank" })).toEqual(["As", "Ah", "7s", "7h"]);
  });

  it("lets trumps have an order of their own", () => {
    const ranks = (suit: string) => (suit === "h" ? "J9ATKQ87" : PLAIN);
    expect(sorted(["Ah", "9h", "9s", "Jh", "As"], { suits: "hs", ranks })).toEqual(["Jh", "9h", "Ah", "As", "9s"]);
  });

  it("puts cards without a suit first", () => {
    expect(sorted(["7s", "DRG", "MJ"], { suits: "jspt", ranks: () => "7" })).toEqual(["DRG", "MJ", "7s"]);
  });
});

describe("the suits side by side", () => {
  it("change colours", () => {
    expect(alternating(["7c", "7d", "7h", "7s"])).toBe("cdsh");
    expect(alternating(["7d", "7h", "7s"])).toBe("dsh");
    expect(alternating(["7c", "7h", "7s"])).toBe("chs");
  });

  it("begin with the trumps", () => {
    expect(alternating(["7c", "7d", "7h", "7s"], "h")).toBe("hcds");
    expect(alternating(["7c", "7d", "7s"], "h")).toBe("cds");
  });

  it("stay beside their like where nothing else is left", () => {
    expect(alternating(["7d", "7h"])).toBe("dh");
  });
});

describe("cards that are alike", () => {
  it("have ids of their own that lead back to the code", () => {
    const ids = withIds(["7h", "X", "7h", "X", "7h"]).map(({ id }) => id);
    expect(ids).toEqual(["7h", "X", "7h#2", "X#2", "7h#3"]);
    expect(ids.map(codeOf)).toEqual(["7h", "X", "7h", "X", "7h"]);
  });
});
