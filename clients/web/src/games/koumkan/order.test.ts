import { describe, expect, it } from "vitest";
import { inOrder } from "./order";

const HAND = ["Ah", "6c", "X", "5d", "7c", "7h", "Kd"];
const WILD = ["X", "6"];

describe("the order of a hand", () => {
  it("by suit puts wild cards first, colours side by side, the ace low", () => {
    expect(inOrder(HAND, "suit", WILD, null)).toEqual(["X", "6c", "5d", "Kd", "7c", "Ah", "7h"]);
  });

  it("by rank puts equal ranks side by side", () => {
    expect(inOrder(HAND, "places", WILD, null)).toEqual(["X", "6c", "Ah", "5d", "7c", "7h", "Kd"]);
  });

  it("by melds shows the best split first, then what it leaves over", () => {
    const split = { melds: [{ kind: "group" as const, cards: ["7h", "7c", "X"] }], left: ["Ah", "6c", "5d", "Kd"] };
    expect(inOrder(HAND, "melds", WILD, split)).toEqual(["7h", "7c", "X", "6c", "5d", "Kd", "Ah"]);
  });
});
