import { describe, expect, it } from "vitest";
import { inOrder, moved, type Order, readOrder, SUIT_OR_RANK } from "./order";

const HAND = ["Ah", "3c", "X", "2d", "7h", "7c", "Kd"];
const BY_SUIT: Order = { by: "suit", own: [] };

const ordered = (hand: string[], order: Order) => inOrder(hand, order, SUIT_OR_RANK);

describe("the order of a hand", () => {
  it("by suit puts wild cards first and colours side by side", () => {
    expect(ordered(HAND, BY_SUIT)).toEqual(["X", "2d", "Kd", "3c", "7c", "7h", "Ah"]);
  });

  it("by rank puts equal ranks side by side", () => {
    expect(ordered(HAND, { by: "rank", own: [] })).toEqual(["X", "2d", "3c", "7c", "7h", "Kd", "Ah"]);
  });

  it("of one's own keeps what was put, and what is new comes last", () => {
    const order = moved(["3c", "X", "7h"], 2, 0);
    expect(ordered(["3c", "7h", "X"], order)).toEqual(["7h", "3c", "X"]);
    expect(ordered(["3c", "X", "Kd", "7h", "7h"], order)).toEqual(["7h", "3c", "X", "Kd", "7h"]);
    expect(ordered(["X"], order)).toEqual(["X"]);
  });

  it("is read from the browser, whatever stands there", () => {
    expect(readOrder('{"by":"own","own":["3c"]}', SUIT_OR_RANK)).toEqual({ by: "own", own: ["3c"] });
    expect(readOrder('{"by":"rank"}', SUIT_OR_RANK)).toEqual({ by: "rank", own: [] });
    for (const text of [null, "", "7", "null", '{"by":"luck"}']) expect(readOrder(text, SUIT_OR_RANK)).toEqual(BY_SUIT);
  });
});
