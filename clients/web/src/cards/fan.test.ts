import { describe, expect, it } from "vitest";
import { FREE_PX, fanned, INDEX_SHARE, placeAt, RATIO, spotOf } from "./fan";

const PHONE = [366, 110] as const;
const WIDE = [900, 150] as const;

describe("a hand of cards", () => {
  it.each([
    [8, ...PHONE],
    [8, ...WIDE],
    [9, 340, 110],
    [14, ...WIDE],
    [14, 366, 170],
    [27, 366, 152],
    [27, 800, 164],
    [13, 600, 90],
    [1, 320, 90],
    [14, 320, 78],
    [26, 500, 82],
  ])("of %i in %i × %i keeps every index free and stays inside", (count, width, height) => {
    const fan = fanned(count, width, height);
    if (count > 1) expect(fan.step).toBeGreaterThanOrEqual(fan.cardWidth * INDEX_SHARE);
    const spots = Array.from({ length: count }, (_, at) => spotOf(fan, at, count, width));
    expect(Math.min(...spots.map(({ left }) => left))).toBeGreaterThanOrEqual(-0.01);
    expect(Math.max(...spots.map(({ left }) => left + fan.cardWidth))).toBeLessThanOrEqual(width + 0.01);
    expect(Math.max(...spots.map(({ top }) => top + fan.cardHeight))).toBeLessThanOrEqual(height + 0.01);
    expect(fan.cardHeight * RATIO).toBeCloseTo(fan.cardWidth);
  });

  it("of eight leaves room for a finger on a phone", () => {
    expect(fanned(8, ...PHONE).step).toBeGreaterThanOrEqual(FREE_PX - 0.01);
    expect(fanned(8, ...PHONE).rows).toBe(1);
  });

  it("of fourteen takes two rows on a phone and one on a wide screen", () => {
    const phone = fanned(14, 366, 170);
    expect([phone.rows, phone.perRow]).toEqual([2, 7]);
    expect(phone.step).toBeGreaterThanOrEqual(FREE_PX - 0.01);
    expect(fanned(14, ...WIDE).rows).toBe(1);
  });

  it("of very many takes three rows on a phone, and larger cards than in two", () => {
    const phone = fanned(27, 366, 152);
    expect([phone.rows, phone.perRow]).toEqual([3, 9]);
    expect(phone.cardWidth).toBeGreaterThan(44);
    expect(fanned(27, 800, 164).rows).toBe(2);
  });

  it("of few does not spread over the whole width", () => {
    const fan = fanned(2, ...WIDE);
    expect(fan.step).toBeLessThan(fan.cardWidth);
  });

  it("that can only be small lies side by side where there is room", () => {
    const fan = fanned(8, 640, 92);
    expect(fan.step).toBeGreaterThan(fan.cardWidth);
    expect(7 * fan.step + fan.cardWidth).toBeGreaterThan(640 * 0.6);
  });

  it("lies in the middle, also with a shorter last row", () => {
    const fan = fanned(11, 366, 170);
    const last = spotOf(fan, 10, 11, 366);
    const first = spotOf(fan, 6, 11, 366);
    expect(first.left).toBeCloseTo(366 - last.left - fan.cardWidth);
  });
});

describe("a card put down in the hand", () => {
  it.each([
    [9, ...WIDE],
    [14, 366, 170],
    [22, 366, 160],
    [29, 366, 152],
  ])("goes where it lies, of %i in %i × %i", (count, width, height) => {
    const fan = fanned(count, width, height);
    for (let at = 0; at < count; at++) {
      const { left, top } = spotOf(fan, at, count, width);
      expect(placeAt(fan, left + 4, top + 4, count, width)).toBe(at);
    }
    expect(placeAt(fan, -50, 20, count, width)).toBe(0);
    expect(placeAt(fan, width + 50, height, count, width)).toBe(count - 1);
  });
});

it("takes two rows where the box is so tall that they make cards much wider", () => {
  const usual = fanned(8, 366, 106);
  const tall = fanned(8, 366, 176);
  expect(usual.rows).toBe(1);
  expect(tall.rows).toBe(2);
  expect(tall.cardWidth).toBeGreaterThan(usual.cardWidth * 1.15);
  expect(tall.lift + tall.cardHeight + tall.drop).toBeLessThanOrEqual(176.01);
  expect(tall.step).toBeGreaterThanOrEqual(FREE_PX);
});
