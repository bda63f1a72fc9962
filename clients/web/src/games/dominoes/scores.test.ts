import { describe, expect, it } from "vitest";
import type { Tally } from "../../generated/games/dominoes";
import { type Entries, heldBy, linesOf, runOutOf, statisticsOf, sumOf } from "./scores";

const RAN_OUT: Tally = {
  number: 1,
  leader: 0,
  result: "run_out",
  seat: 1,
  left: { 0: ["6-4", "2-2"], 1: [], 2: ["5-0"], 3: ["3-3"] },
  pips: [19, 6],
  side: 1,
  points: 19,
  entry: [1, 19],
};
const BLOCKED: Tally = {
  ...RAN_OUT,
  result: "block",
  seat: 2,
  left: { 0: ["6-3"], 1: ["6-5"], 2: ["5-3"], 3: ["4-0"] },
  pips: [17, 15],
};

describe("a hand counted", () => {
  it("is what each seat holds", () => {
    expect(heldBy(RAN_OUT).map((held) => held.pips)).toEqual([14, 0, 5, 6]);
  });

  it.each([
    ["to 100 the losers' pips", RAN_OUT, 100, "14 + 5 = 19"],
    ["to 200 all pips", RAN_OUT, 200, "14 + 5 + 6 = 25"],
    ["in a Run Out Match none", RAN_OUT, "runout", null],
    ["blocked, to 100 the other side's", BLOCKED, 100, "9 + 8 = 17"],
    ["blocked, to 200 those of all four", BLOCKED, 200, "9 + 11 + 8 + 4 = 32"],
    ["blocked and level, none", { ...BLOCKED, side: null }, 100, null],
  ] as const)("counts %s", (_, tally, target, sum) => {
    expect(sumOf(tally, target)).toBe(sum);
  });
});

describe("the score sheet", () => {
  it("has each hand under its side, the 0 of a level block too", () => {
    expect(
      linesOf([
        [0, 12],
        [1, 0],
        [1, 30],
      ]),
    ).toEqual([
      { hand: 1, cells: ["12", ""] },
      { hand: 2, cells: ["", "0"] },
      { hand: 3, cells: ["", "30"] },
    ]);
  });

  const won = (...sides: (0 | 1)[]): Entries => sides.map((side) => [side, 1]);
  it.each([
    ["0–0", won(), ["0", "0"]],
    ["1–0", won(0), ["20", "0"]],
    ["2–1", won(0, 1, 0), ["40", "20"]],
    ["3–2", won(0, 1, 0, 1, 0), ["60", "40"]],
    ["4–2", won(0, 1, 0, 1, 0, 0), ["WIN", "40"]],
    ["3–3", won(0, 1, 0, 1, 0, 1), ["60", "60"]],
    ["4–3", won(0, 1, 0, 1, 0, 1, 0), ["ADV", "60"]],
    ["4–4", won(0, 1, 0, 1, 0, 1, 0, 1), ["60", "60"]],
    ["4–5", won(0, 1, 0, 1, 0, 1, 0, 1, 1), ["60", "ADV"]],
    ["4–6", won(0, 1, 0, 1, 0, 1, 0, 1, 1, 1), ["60", "WIN"]],
  ])("counts a Run Out Match in twenties: %s", (_, entries, cells) => {
    expect(runOutOf(entries).steps.at(-1)).toEqual(cells);
  });

  it("keeps hands without a winner apart", () => {
    expect(runOutOf(["C", [0, 1], "C"])).toEqual({
      steps: [
        ["0", "0"],
        ["20", "0"],
      ],
      blocked: 2,
    });
  });
});

describe("the match in numbers", () => {
  it("says for each side how often, how much and how much at once", () => {
    expect(
      statisticsOf([
        [0, 12],
        [1, 0],
        [0, 25],
        [1, 30],
      ]),
    ).toEqual({
      hands: 4,
      nobody: 1,
      sides: [
        { won: 2, points: 37, best: 25, mean: 18.5 },
        { won: 1, points: 30, best: 30, mean: 30 },
      ],
    });
  });

  it("has no mean before the first hand", () => {
    expect(statisticsOf([]).sides[0]).toEqual({ won: 0, points: 0, best: 0, mean: null });
  });
});
