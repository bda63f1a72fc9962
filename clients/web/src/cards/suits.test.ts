import { describe, expect, it } from "vitest";
import { type Mark, outlineOf, SUIT_PATHS } from "./suits";

const MIDDLE: Mark = { x: 12, y: 12, size: 24 };

/** Numbers of a path, in their order. */
const numbers = (path: string) => (path.match(/-?\d*\.?\d+/g) ?? []).map(Number);

describe("the outline of a suit", () => {
  it.each(Object.entries(SUIT_PATHS))("of %s in its own box is as it is written", (suit, path) => {
    const made = outlineOf(suit as keyof typeof SUIT_PATHS, [MIDDLE]);
    expect(numbers(made)).toEqual(numbers(path));
    expect(made.replace(/[^A-Z]/g, "")).toBe(path.replace(/[^A-Z]/g, ""));
  });

  it("is moved and made smaller around its middle", () => {
    expect(outlineOf("diamonds", [{ x: 50, y: 28, size: 12 }])).toMatch(/^M50 22.6Q51.8 25.8 54.2 28/);
  });

  it("stands on its head where it is turned, arcs by their ends alone", () => {
    expect(outlineOf("jade", [{ x: 0, y: 0, size: 24, turned: true }])).toMatch(/^M0 10A10 10 0 1 1 0 -10/);
    expect(outlineOf("sword", [{ x: 0, y: 0, size: 24, turned: true }])).toMatch(/^M0 11L-3.2 7V-1.2H-8/);
  });

  it("at several places is one path", () => {
    const places: Mark[] = [MIDDLE, { x: 40, y: 12, size: 24 }];
    expect(outlineOf("hearts", places)).toBe(places.map((one) => outlineOf("hearts", [one])).join(""));
  });
});
