import { describe, expect, it } from "vitest";
import { quintileLines } from "./quintiles";

/** As services/ranking/RULES.md §3 defines it: one more than the fifths of the population with strictly more PR. */
const quintileOf = (pr: number, all: readonly number[]) =>
  1 + Math.floor((5 * all.filter((other) => other > pr).length) / all.length);

/** The least PR of quintiles 1 … 4 and better, as the answer's `bounds` are documented. */
const boundsOf = (all: readonly number[]) =>
  [1, 2, 3, 4].map((last) => Math.min(...all.filter((pr) => quintileOf(pr, all) <= last)));

/** Numbers from 0 to below 1, the same in every run. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

describe("the legend of the classification", () => {
  it("puts players with the same points where the list puts them", () => {
    expect(quintileLines([6, 6, -1, -1])).toEqual([
      { quintile: 1, fromPr: 6 },
      { quintile: 3, fromPr: -1 },
    ]);
  });

  it("gives the quintile of every player, whatever the points and ties", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const next = drawn(seed);
      const spread = 1 + Math.floor(next() * 30);
      const all = Array.from({ length: 1 + Math.floor(next() * 25) }, () => Math.floor((next() - 0.3) * spread));
      const legend = quintileLines(boundsOf(all));
      for (const pr of all) {
        const said = legend.find((line) => line.fromPr <= pr)?.quintile ?? 5;
        expect([all, pr, said]).toEqual([all, pr, quintileOf(pr, all)]);
      }
      expect(legend.every((line) => all.some((pr) => quintileOf(pr, all) === line.quintile))).toBe(true);
    }
  });

  it("is empty where no player stands", () => {
    expect(quintileLines([null, null, null, null])).toEqual([]);
  });
});
