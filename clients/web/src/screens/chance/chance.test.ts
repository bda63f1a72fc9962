import type { ChanceOfGame } from "kafeneio-client";
import { describe, expect, it } from "vitest";
import { answerOf, dotsOf, doublesOf, facesOf, firstOf, shareOf } from "./chance";

const fit = (verdict: "fair" | "few" | "rare" | "unfair", probability: number | null = 0.4) => ({
  test: "faces",
  sum: 1,
  freedom: 5,
  probability,
  verdict,
});
const game = (fits: ReturnType<typeof fit>[], more: Partial<ChanceOfGame> = {}): ChanceOfGame => ({
  game: "tavli",
  matches: 1,
  shuffles: 0,
  dice: null,
  deals: [],
  leader: [],
  fits,
  days: [],
  ...more,
});

describe("what is said of all dice and deals", () => {
  it("is bad as soon as one test is, and nothing while all have too little", () => {
    expect(answerOf([])).toBe("few");
    expect(answerOf([game([fit("few", null)])])).toBe("few");
    expect(answerOf([game([fit("few", null), fit("rare")])])).toBe("fair");
    expect(answerOf([game([fit("fair")]), game([fit("fair"), fit("unfair")])])).toBe("unfair");
  });

  it("has numbers that can be read", () => {
    expect(shareOf(0.374)).toEqual({ kind: "percent", part: 0.374, digits: 0 });
    expect(shareOf(0.05)).toEqual({ kind: "percent", part: 0.05, digits: 1 });
    expect(shareOf(0.004)).toEqual({ kind: "percent", part: 0.004, digits: 2 });
    expect(shareOf(1e-9)).toEqual({ kind: "below", part: 0.0001, digits: 2 });
  });

  it("counts both dice of a roll, a double twice", () => {
    const pairs = Array.from({ length: 36 }, () => 0);
    pairs[0] = 3; // 1-1
    pairs[5] = 2; // 1-6
    expect(facesOf(pairs).map(({ times }) => times)).toEqual([8, 0, 0, 0, 0, 2]);
    expect(facesOf(pairs)[0]?.share).toBeCloseTo(0.8);
    expect(doublesOf(pairs)).toBe(3);
    expect(facesOf(Array.from({ length: 36 }, () => 0))[0]?.share).toBe(0);
  });

  it("has a dot for each test of each day, the oldest left, and none for what has too little", () => {
    const days = [
      { day: "2026-11-28", matches: 4, fits: [fit("fair", 0.25), fit("few", null)] },
      { day: "2026-11-26", matches: 3, fits: [fit("rare", 0.005)] },
    ];
    expect(dotsOf(game([], { days }))).toEqual([
      { day: "2026-11-26", at: 0, test: "faces", of100: 0.5, verdict: "rare" },
      { day: "2026-11-28", at: 2, test: "faces", of100: 25, verdict: "fair" },
    ]);
  });

  it("begins with the dice, where there are any", () => {
    const dice = { pairs: [5], faces: [], doubles: [], rolls: [] };
    expect(firstOf([])).toBeNull();
    expect(firstOf([game([], { game: "pilotta", matches: 90 }), game([], { dice })])).toBe("tavli");
    expect(firstOf([game([], { game: "tichu" }), game([], { game: "pilotta", matches: 90 })])).toBe("pilotta");
  });
});
