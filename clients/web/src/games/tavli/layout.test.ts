import { describe, expect, it } from "vitest";
import { CHECKER, checkerSpot, frameBox, layoutFor, placeAt, placeBox } from "./layout";
import { numberOf, ownPlace, placeByKey, PLACES } from "./places";

const SURFACES = [
  [800, 570],
  [350, 530],
  [348, 320],
] as const;

describe.each(SURFACES)("on a surface of %i by %i", (wide, high) => {
  const layout = layoutFor(wide, high);

  it("the board stands where it is high, and the own home is at the lower right", () => {
    expect(layout.standing).toBe(high > wide);
    const [one, corner] = [placeBox(layout, "1"), placeBox(layout, "13")];
    expect(one.x > corner.x && one.y > corner.y).toBe(true);
  });

  it("every place is found under its own middle, and nothing beside the board", () => {
    for (const place of PLACES) {
      const { x, y, width, height } = placeBox(layout, place);
      expect(placeAt(layout, { x: x + width / 2, y: y + height / 2 })).toBe(place);
    }
    expect(placeAt(layout, { x: -5, y: 10 })).toBeNull();
  });

  it("fifteen checkers stay in their place, however high the stack", () => {
    const frame = frameBox(layout);
    for (const place of PLACES) {
      const box = placeBox(layout, place);
      const top = checkerSpot(layout, { place, slot: 14, count: 15, pins: false });
      expect(top.x > box.x && top.x < box.x + box.width && top.y > box.y && top.y < box.y + box.height).toBe(true);
      expect(top.x < frame.width && top.y < frame.height).toBe(true);
    }
  });

  it("a pinned checker sticks out below those on it", () => {
    const at = (slot: number) => checkerSpot(layout, { place: "20", slot, count: 3, pins: true });
    const apart = Math.hypot(at(1).x - at(0).x, at(1).y - at(0).y);
    expect(apart).toBeGreaterThan(CHECKER / 4);
    expect(apart).toBeLessThan(CHECKER / 2);
  });
});

describe("keys", () => {
  it.each([
    ["ArrowRight", "13", false, "14"],
    ["ArrowRight", "18", false, "foe-bar"],
    ["ArrowLeft", "6", false, "bar"],
    ["ArrowDown", "24", false, "1"],
    ["ArrowDown", "1", false, "1"],
    ["ArrowDown", "7", true, "bar"],
    ["ArrowRight", "13", true, "12"],
    ["ArrowLeft", "13", true, "13"],
    ["End", "12", true, "off"],
    ["Home", "foe-off", false, "13"],
    ["a", "13", false, null],
  ] as const)("%s leads from %s (standing: %s) to %s", (key, from, standing, to) => {
    expect(placeByKey(key, from, standing)).toBe(to);
  });

  it("places and numbers of one's own checkers are the same thing", () => {
    expect([25, 24, 1, 0].map((at) => numberOf(ownPlace(at)))).toEqual([25, 24, 1, 0]);
    expect(numberOf("foe-bar")).toBeNull();
  });
});
