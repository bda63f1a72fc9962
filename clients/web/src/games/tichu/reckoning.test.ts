import { describe, expect, it } from "vitest";
import { countedCards, entriesOf, pointsOf } from "./reckoning";
import type { Tally } from "./view";

const HAND: Tally = {
  number: 3,
  out: [0, 1, 2],
  calls: ["grand", "tichu", null, null],
  double_victory: false,
  card_points: [80, 20],
  points: [280, -80],
  totals: [300, 100],
  last: 3,
  last_hand: ["Kj", "Tj", "Ks", "5j"],
  lines: [
    { item: "pile", seat: 0, team: 0, points: 30, cards: ["Kp", "Kt", "Ts"] },
    { item: "pile", seat: 1, team: 1, points: 20, cards: ["Tp", "Tt"] },
    { item: "pile", seat: 2, team: 0, points: 0, cards: [] },
    { item: "last_pile", seat: 3, team: 0, points: 15, cards: ["DRG", "PHX", "5s", "5p", "5t"] },
    { item: "last_hand", seat: 3, team: 0, points: 35, cards: ["Tj", "Kj", "5j", "Ks"] },
    { item: "grand", seat: 0, team: 0, points: 200, cards: [] },
    { item: "tichu", seat: 1, team: 1, points: -100, cards: [] },
  ],
};

describe("a hand's arithmetic", () => {
  const entries = entriesOf(HAND);

  it("adds up line by line", () => {
    for (const team of [0, 1] as const) {
      const lines = entries.filter(({ item }) => item !== "points");
      const sum = lines.reduce((points, { values }) => points + (values[team] ?? 0), 0);
      expect(sum).toBe(HAND.points[team]);
    }
    expect(entries.at(-1)).toMatchObject({ item: "points", values: [280, -80], kind: "total" });
  });

  it("leaves piles without points out, and says nothing where a side has nothing", () => {
    expect(entries.map(({ item }) => item)).toEqual([
      "pile",
      "pile",
      "last_pile",
      "last_hand",
      "grand",
      "tichu",
      "points",
    ]);
    expect(entries[0]?.values).toEqual([30, null]);
  });
});

describe("cards", () => {
  it("are worth what the rules say", () => {
    expect(pointsOf(["DRG", "PHX", "Ks", "Tj", "5p", "Aj", "DOG", "MJ"])).toBe(25);
    expect(pointsOf(HAND.last_hand)).toBe(35);
  });

  it("are counted by rank, the dearest first", () => {
    expect(countedCards(["5j", "PHX", "Kj", "DRG", "Ks"])).toEqual([
      ["DRG", 1],
      ["K", 2],
      ["5", 1],
      ["PHX", 1],
    ]);
  });
});
