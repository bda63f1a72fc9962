import { describe, expect, it } from "vitest";
import { fitted, layOut, type Layout, type Placed } from "./layout";
import { isDouble } from "./tiles";

/** All 28 tiles in one chain: each value is met an even number of times, so it closes. */
const LONG = longest();
const WIDE = { width: 30, height: 16 };

function longest(): string[] {
  const left = new Set<string>();
  for (let one = 0; one <= 6; one += 1) for (let other = 0; other <= one; other += 1) left.add(`${one}-${other}`);
  const found: number[] = [];
  const stack = [0];
  const take = (from: number, to: number) => left.delete(`${Math.max(from, to)}-${Math.min(from, to)}`);
  while (stack.length > 0) {
    const at = stack.at(-1)!;
    const next = [at, 0, 1, 2, 3, 4, 5, 6].find((to) => take(at, to));
    if (next === undefined) found.push(stack.pop()!);
    else stack.push(next);
  }
  return found.slice(1).map((to, step) => `${found[step]}-${to}`);
}

/** A placed tile's box, a hair smaller than it is: neighbours may touch. */
function boxOf({ x, y, way }: Placed) {
  const [w, h] = way === "up" || way === "down" ? [0.5, 1] : [1, 0.5];
  const hair = 0.01;
  return { left: x - w + hair, right: x + w - hair, top: y - h + hair, bottom: y + h - hair };
}

function overlaps({ tiles }: Layout): [string, string][] {
  return tiles.flatMap((one, at) =>
    tiles.slice(at + 1).flatMap((other): [string, string][] => {
      const [a, b] = [boxOf(one), boxOf(other)];
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return apart ? [] : [[one.tile, other.tile]];
    }),
  );
}

/** Where the halves of a tile are, the first half first. */
function halves({ x, y, way }: Placed): [number, number][] {
  const step = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] }[way] as [number, number];
  return [
    [x + step[0] / 2, y + step[1] / 2],
    [x - step[0] / 2, y - step[1] / 2],
  ];
}

describe("the chain on the table", () => {
  it("begins in the middle: a double across, any other tile upright with its first half up", () => {
    expect(layOut(["6-6"], 0, WIDE).tiles[0]).toMatchObject({ x: 0, y: 0, way: "left" });
    expect(layOut(["6-4"], 0, WIDE).tiles[0]).toMatchObject({ x: 0, y: 0, way: "up" });
  });

  it("grows up at one end and down at the other, later doubles across", () => {
    const { tiles, upLeft, downRight } = layOut(["3-6", "6-6", "6-1", "1-1"], 1, WIDE);
    expect(tiles.map(({ x, y, way }) => [x, y, way])).toEqual([
      [0, -1.5, "up"],
      [0, 0, "left"],
      [0, 1.5, "up"],
      [0, 3, "left"],
    ]);
    expect([upLeft, downRight]).toEqual([
      { x: 0, y: -3 },
      { x: 0, y: 4 },
    ]);
  });

  it("turns left above and right below when there is no room", () => {
    const { tiles } = layOut(["5-4", "4-3", "3-2", "2-1", "1-0"], 2, { width: 20, height: 9 });
    expect(tiles.map(({ x, y, way }) => [x, y, way])).toEqual([
      [-2.5, -1.5, "left"],
      [-0.5, -1.5, "left"],
      [0, 0, "up"],
      [0.5, 1.5, "left"],
      [2.5, 1.5, "left"],
    ]);
  });

  it("has all 28 tiles in the sample, each joined to the one before", () => {
    expect(LONG).toHaveLength(28);
    expect(LONG.every((tile, at) => at === 0 || LONG[at - 1]!.at(-1) === tile[0])).toBe(true);
  });

  const firsts = Array.from({ length: 28 }, (_, at) => at);
  it.each([
    ["a desk", 780, 400],
    ["a phone", 300, 330],
    ["a phone on its side", 400, 104],
  ])("never lies on itself nor leaves the cloth of %s, wherever it began", (_, width, height) => {
    for (const first of firsts) {
      const laid = fitted(LONG, first, width, height);
      expect(laid.fits).toBe(true);
      expect(overlaps(laid)).toEqual([]);
      for (const box of laid.tiles.map(boxOf)) {
        expect(Math.max(-box.left, box.right) * laid.unitPx).toBeLessThanOrEqual(width / 2);
        expect(Math.max(-box.top, box.bottom) * laid.unitPx).toBeLessThanOrEqual(height / 2);
      }
    }
  });

  it("joins like halves: neighbours touch, and lie a half apart where none is a double", () => {
    for (const first of firsts) {
      const { tiles } = fitted(LONG, first, 780, 400);
      for (const [at, tile] of tiles.slice(1).entries()) {
        const before = tiles[at]!;
        if (isDouble(tile.tile) || isDouble(before.tile)) continue;
        const [[x, y], [toX, toY]] = [halves(before)[1]!, halves(tile)[0]!];
        expect(Math.abs(x - toX) + Math.abs(y - toY)).toBeCloseTo(1);
      }
    }
  });

  it("is as large as the room allows, and smaller when it has grown long", () => {
    const [short, long] = [fitted(LONG.slice(0, 3), 1, 240, 280), fitted(LONG, 3, 240, 280)];
    expect(short.unitPx).toBeGreaterThan(long.unitPx);
  });

  it("does not move the tiles that lie when another is laid at the same size", () => {
    const room = { width: 30, height: 16 };
    const before = layOut(LONG.slice(4, 12), 3, room).tiles;
    const after = layOut(LONG.slice(3, 12), 4, room).tiles;
    expect(after.slice(1)).toEqual(before);
  });
});
