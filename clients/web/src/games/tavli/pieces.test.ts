import { describe, expect, it } from "vitest";
import { type Board, boardOf, moved, type View } from "./board";
import { settle } from "./pieces";

function boardWith(change: Partial<View>): Board {
  const view = { variant_now: "portes", pinned: [[], []], checkers: [{ "24": 15 }, { "24": 15 }] };
  return boardOf({ ...view, ...change } as View, 0);
}

describe("checkers", () => {
  it("are thirty, each with its own name, and lie where the viewer sees them", () => {
    const pieces = settle(
      [],
      boardWith({
        checkers: [
          { "13": 14, bar: 1 },
          { "1": 10, off: 5 },
        ],
      }),
    );
    expect(new Set(pieces.map((piece) => piece.id)).size).toBe(30);
    expect(new Set(pieces.map((piece) => piece.place))).toEqual(new Set(["13", "bar", "24", "foe-off"]));
  });

  it("keep their names while they move, and the uppermost goes", () => {
    const before = boardWith({});
    const pieces = settle([], before);
    const top = pieces.findLast((piece) => piece.mine && piece.place === "24")!;
    const after = settle(pieces, moved(before, 24, 20));
    expect(after.find((piece) => piece.place === "20")?.id).toBe(top.id);
    expect(after.filter((piece, at) => piece.place !== pieces[at]?.place)).toHaveLength(1);
  });

  it("go to the bar when they are hit", () => {
    const before = boardWith({ checkers: [{ "24": 15 }, { "24": 14, "5": 1 }] });
    const pieces = settle([], before);
    const hit = pieces.find((piece) => piece.place === "20")!;
    const after = settle(pieces, moved(before, 24, 20));
    expect(after.find((piece) => piece.id === hit.id)?.place).toBe("foe-bar");
  });

  it("lie under the others where they are pinned", () => {
    const checkers: View["checkers"] = [
      { "24": 13, "20": 2 },
      { "24": 14, "5": 1 },
    ];
    const pieces = settle([], boardWith({ variant_now: "plakoto", checkers, pinned: [[], [5]] }));
    const there = pieces.filter((piece) => piece.place === "20");
    expect(there.map(({ mine, slot, count, under }) => ({ mine, slot, count, under }))).toEqual([
      { mine: true, slot: 1, count: 3, under: false },
      { mine: true, slot: 2, count: 3, under: false },
      { mine: false, slot: 0, count: 3, under: true },
    ]);
  });

  it("of the other seat in Fevga run the same way round", () => {
    const pieces = settle([], boardWith({ variant_now: "fevga" }));
    expect(new Set(pieces.map((piece) => piece.place))).toEqual(new Set(["24", "12"]));
  });
});
