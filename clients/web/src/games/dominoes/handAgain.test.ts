import { describe, expect, it } from "vitest";
import { handAgain } from "./handAgain";
import type { View } from "./laying";

const NOW = {
  phase: "hand",
  leader: 1,
  turn: 0,
  hands: { 0: ["6-6", "5-0", "4-4", "3-1", "2-2", "1-0"] },
  counts: [6, 6, 6, 7],
  chain: ["5-3", "3-6", "6-1"],
  first: 1,
  ends: [5, 1],
  passed: [3],
  last_lay: 2,
} as unknown as View;

const lay = (version: number, seat: number, tile: string, end: string | null, passed: number[], turn: number) => ({
  version,
  kind: "lay",
  data: { seat, tile, end, passed, turn },
});
const EVENTS = [
  { version: 9, kind: "deal", data: {} },
  lay(10, 1, "6-3", null, [], 0),
  lay(11, 0, "6-1", "down_right", [], 2),
  lay(12, 2, "5-3", "up_left", [3], 0),
];

describe("a hand shown again", () => {
  const views = handAgain({ ...NOW, chain: ["5-3", "3-6", "6-1"] }, 0, EVENTS);

  it("begins with the deal as its player saw it", () => {
    expect(views[0]).toMatchObject({ chain: [], counts: [7, 7, 7, 7], turn: 1 });
    expect(views[0]?.hands[0]).toHaveLength(7);
    expect(views[0]?.hands[0]).toContain("6-1");
  });

  it("goes play by play", () => {
    expect(views.map(({ counts }) => counts.join(""))).toEqual(["7777", "7677", "6677", "6667"]);
    expect(views[1]).toMatchObject({ chain: ["6-3"], ends: [6, 3], faces: ["smiley", null, null, null] });
  });

  it("ends as the table stands", () => {
    const { chain, turn, passed, counts, last_lay: last, hands } = { ...NOW };
    const events = [
      EVENTS[0]!,
      lay(10, 1, "6-3", null, [], 2),
      lay(11, 2, "6-5", "up_left", [], 3),
      lay(12, 3, "3-1", "down_right", [], 0),
    ];
    expect(handAgain(NOW, 0, events).at(-1)).toMatchObject({ chain: ["5-6", "6-3", "3-1"], ends: [5, 1], first: 1 });
    expect(views.at(-1)).toMatchObject({ turn, passed, counts, last_lay: last, hands });
    expect(chain).toHaveLength(3);
  });
});
