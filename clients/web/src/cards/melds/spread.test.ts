import { describe, expect, it } from "vitest";
import { leaning, meldSizes, pileSpread } from "./spread";

describe("melds on the felt", () => {
  it("are as large as it goes where there is room", () => {
    expect(meldSizes([3, 4], 900, 200).cardWidth).toBe(58);
    expect(meldSizes([], 300, 120).cardWidth).toBe(58);
  });

  it("become smaller the more there are, and never too small to be read", () => {
    const few = meldSizes([7, 7, 5], 366, 140);
    const many = meldSizes([14, 12, 9, 7, 7, 7], 366, 140);
    expect(few.cardWidth).toBeLessThan(58);
    expect(many.cardWidth).toBeLessThanOrEqual(few.cardWidth);
    expect(many.cardWidth).toBe(30);
    expect(many.step).toBeGreaterThan(30 * 0.54);
  });

  it("fit from edge to edge, the longest run too", () => {
    const { cardWidth, step } = meldSizes([14], 366, 400);
    expect(cardWidth + 13 * step).toBeLessThanOrEqual(366);
  });
});

describe("the room of the two sides", () => {
  it("is the same until one has by far more cards", () => {
    expect([leaning([3, 4], []), leaning([7, 7, 3], [8, 4])]).toEqual([null, null]);
    expect([leaning([13, 7, 3], [8, 4]), leaning([3], [8, 7])]).toEqual(["own", "other"]);
  });
});

describe("the pile", () => {
  it("lies in one row while it can, with every index free", () => {
    const spread = pileSpread(8, 366, 40);
    expect(spread.rows).toBe(1);
    expect(spread.step).toBeGreaterThan(40 * 0.54);
  });

  it("becomes smaller before it takes a second row", () => {
    const spread = pileSpread(13, 290, 38);
    expect(spread.rows).toBe(1);
    expect(spread.cardWidth).toBeGreaterThanOrEqual(30);
    expect(spread.cardWidth + 12 * spread.step).toBeLessThanOrEqual(290.001);
  });

  it("goes on in further rows that stay within its width", () => {
    const spread = pileSpread(40, 366, 40);
    expect(spread.rows).toBe(2);
    expect(spread.perRow * spread.rows).toBeGreaterThanOrEqual(40);
    expect(spread.cardWidth + (spread.perRow - 1) * spread.step).toBeLessThanOrEqual(366.001);
  });

  it("is there when it is empty", () => {
    expect(pileSpread(0, 366, 40)).toMatchObject({ rows: 1, perRow: 1 });
  });
});
