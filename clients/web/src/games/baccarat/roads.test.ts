import { describe, expect, it } from "vitest";
import type { Entry } from "../../generated/games/baccarat";
import { beadPlate, bigRoad, type Mark } from "./roads";

const WINNERS = { P: "player", B: "banker", T: "tie", D: "dummy" } as const;
const history = (text: string): Entry[] => [...text].map((each) => ({ winner: WINNERS[each as keyof typeof WINNERS] }));
const places = (marks: Mark[]) => marks.map(({ entry, column, row }) => `${entry.winner[0]}${column},${row}`);

describe("the bead plate", () => {
  it("shows every round, down each column of six", () => {
    expect(places(beadPlate(history("PBTDPPB"), 4))).toEqual(["p0,0", "b0,1", "t0,2", "d0,3", "p0,4", "p0,5", "b1,0"]);
  });

  it("keeps the last columns when there are too many rounds", () => {
    const marks = beadPlate(history("P".repeat(13) + "B"), 2);
    expect(places(marks)).toEqual([...Array.from({ length: 6 }, (_, row) => `p0,${row}`), "p1,0", "b1,1"]);
    expect(marks[0]?.at).toBe(6);
  });

  it("is empty before the first round", () => {
    expect(beadPlate([], 4)).toEqual([]);
  });
});

describe("the big road", () => {
  it("begins a column whenever the winner changes", () => {
    expect(places(bigRoad(history("PPBBBP"), 20))).toEqual(["p0,0", "p0,1", "b1,0", "b1,1", "b1,2", "p2,0"]);
  });

  it("counts ties on the mark before them, and leaves dummy hands out", () => {
    const marks = bigRoad(history("PTTDBT"), 20);
    expect(places(marks)).toEqual(["p0,0", "b1,0"]);
    expect(marks.map((mark) => mark.ties)).toEqual([2, 1]);
  });

  it("keeps ties before the first winner for the first mark", () => {
    expect(bigRoad(history("TT"), 20).map((mark) => [mark.entry.winner, mark.ties])).toEqual([["tie", 2]]);
    const marks = bigRoad(history("TTBB"), 20);
    expect(places(marks)).toEqual(["b0,0", "b0,1"]);
    expect(marks.map((mark) => [mark.ties, mark.at])).toEqual([
      [2, 2],
      [0, 3],
    ]);
  });

  it("turns a long run to the right at the bottom", () => {
    expect(places(bigRoad(history("PPPPPPPP"), 20)).slice(-3)).toEqual(["p0,5", "p1,5", "p2,5"]);
  });

  it("turns a run at the tail of an earlier one, and goes on to the right", () => {
    const road = places(bigRoad(history("PPPPPPPPBBBBBBB"), 20));
    expect(road.slice(8)).toEqual(["b1,0", "b1,1", "b1,2", "b1,3", "b1,4", "b2,4", "b3,4"]);
  });

  it("has one mark in a place, whatever is dealt", () => {
    let seed = 7;
    const dealt = Array.from({ length: 400 }, () => {
      seed = (seed * 48271) % 2147483647;
      return seed % 9 === 0 ? "T" : seed % 5 === 0 ? "P" : "B";
    });
    const road = places(bigRoad(history(dealt.join("")), 1_000)).map((place) => place.slice(1));
    expect(new Set(road).size).toBe(road.length);
  });

  it("shows its last columns", () => {
    expect(places(bigRoad(history("PBPBPB"), 2))).toEqual(["p0,0", "b1,0"]);
  });
});
