import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Analysis, MatchReport } from "kafeneio-client";
import { describe, expect, it } from "vitest";
import { moveText, type MoveWords } from "./moves";
import {
  barsOf,
  betterThan,
  curveOf,
  decisionsOf,
  momentOf,
  placesOf,
  shownSwing,
  swingOf,
  winnerOf,
  withoutLuck,
} from "./report";

function sample(game: string): MatchReport {
  const path = resolve(import.meta.dirname, `../../../../../tests/tables/analysis/fixtures/${game}.json`);
  const { report } = JSON.parse(readFileSync(path, "utf-8")) as Analysis;
  if (!report) throw new Error(`no report of ${game}`);
  return report;
}

const tavli = sample("tavli");
const pilotta = sample("pilotta");
const words: MoveWords = { say: (key) => key, card: (code) => `<${code}>`, tichuCard: (code) => `[${code}]` };

describe("a report as people read it", () => {
  it("counts chances of a hundred and points as they are", () => {
    expect(shownSwing(0.07044, "chance")).toBe(7);
    expect(shownSwing(0.3, "chance")).toBe(30);
    expect(shownSwing(-11.524, "points")).toBe(-12);
  });

  it("has luck and skill as bars of one scale, for the side that looks", () => {
    expect(barsOf(tavli, 0).map(({ name, amount, helped }) => [name, amount, helped])).toEqual([
      ["luck", 48, 0],
      ["skill", 2.1, 0],
    ]);
    expect(barsOf(tavli, 1).map(({ length }) => length)).toEqual(barsOf(tavli, 0).map(({ length }) => -length));
    expect(Math.max(...barsOf(pilotta, 0).map(({ length }) => Math.abs(length)))).toBe(1);
  });

  it("gives giving up a bar only in matches with one", () => {
    const sides = tavli.sides.map((side) => ({ ...side, conceded: side.side === 0 ? 0.25 : -0.25 }));
    expect(barsOf({ ...tavli, sides }, 1).at(-1)).toMatchObject({ name: "conceded", amount: 25, helped: 0 });
  });

  it("names the winner without luck beside the winner", () => {
    expect(withoutLuck(tavli)).toEqual({ side: 0, n: 52 });
    expect(withoutLuck(pilotta)).toEqual({ side: 0, n: 97 });
    const even = tavli.sides.map((side) => ({ ...side, without_luck: 0.5 }));
    expect(withoutLuck({ ...tavli, sides: even })).toEqual({ side: null, n: 50 });
    const other = pilotta.sides.map((side) => ({ ...side, without_luck: -side.without_luck }));
    expect(withoutLuck({ ...pilotta, sides: other })).toEqual({ side: 1, n: 97 });
    expect(winnerOf(tavli)).toBe(0);
    expect(winnerOf({ ...tavli, sides: tavli.sides.map((side) => ({ ...side, result: 0 })) })).toBeNull();
  });

  it("draws the curve from an even start, mirrored for the other side", () => {
    const own = curveOf(tavli, 0);
    expect(own[0]).toEqual({ n: 0, percent: 50 });
    expect(own).toHaveLength(tavli.curve.length + 1);
    for (const [at, point] of curveOf(tavli, 1).entries())
      expect(point.percent).toBeCloseTo(100 - (own[at]?.percent ?? NaN), 0);
  });

  it("finds each of the moments on the curve, and what happened there", () => {
    for (const report of [tavli, pilotta]) {
      expect(placesOf(report, 0).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
      for (const turning of report.turnings) {
        const { decision, luck } = momentOf(report, turning);
        expect(Boolean(decision) !== Boolean(luck)).toBe(true);
        expect(swingOf(report, turning).n).toBeGreaterThan(0);
      }
    }
  });

  it("lists mistakes or everything, of one seat or of all", () => {
    const all = decisionsOf(tavli, { marked: false, seat: null });
    expect(all).toHaveLength(tavli.decisions.length);
    const marked = decisionsOf(tavli, { marked: true, seat: 1 });
    expect(marked).toHaveLength(tavli.decisions.filter(({ seat, mark }) => seat === 1 && mark !== "none").length);
    for (const { decision } of marked) expect(betterThan(decision)).not.toBeNull();
  });
});

describe("a move in words", () => {
  it("is as short as players write it", () => {
    const play = (...steps: unknown[]) => moveText({ move: "play", steps }, words);
    expect(play([8, 2], [6, 2])).toBe("8→2, 6→2");
    expect(play([24, 18], [18, 14])).toBe("24→18→14");
    expect(play([13, 7], [13, 7], ["bar", 22], [6, "off"])).toBe("13→7 (×2), bar→22, 6→off");
    expect(moveText({ move: "lay", tile: "5-3", side: "up_left" }, words)).toBe("5-3");
    expect(moveText({ move: "bid", value: 80, suit: "d" }, words)).toBe("80 ♦");
    expect(moveText({ move: "bid", value: "capot", suit: "s" }, words)).toBe("capot ♠");
    expect(moveText({ move: "play", card: "Ac" }, words)).toBe("<Ac>");
    expect(moveText({ move: "pass" }, words)).toBe("pass");
    expect(moveText({ move: "play", cards: ["Tj", "PHX"], phx_as: "T" }, words)).toBe("[Tj], [PHX]");
    expect(moveText({ move: "exchange", next: "2j", partner: "DRG", prev: "3k" }, words)).toBe("[2j], [DRG], [3k]");
    expect(moveText({ move: "grand_tichu", call: false }, words)).toBe("noGrandTichu");
    expect(moveText({ move: "call_tichu" }, words)).toBe("callTichu");
    expect(moveText(null, words)).toBe("playOn");
    expect(moveText({ move: "never seen" }, words)).toBe("other");
  });

  it("can be said for every move of the samples", () => {
    for (const report of [tavli, pilotta, sample("dominoes")]) {
      for (const { move, best } of report.decisions) {
        for (const each of [move, ...best.map((candidate) => candidate.move)]) {
          expect(moveText(each, words)).not.toMatch(/other|undefined|object/);
        }
      }
    }
  });
});
