import { describe, expect, it } from "vitest";
import { hashOf, type Page, readPage } from "./pages";

const MATCH = "0b7c5a52-58a3-4c0e-9a29-5e6a3c1f4d10";
const PAGES: Page[] = [
  { at: "matches" },
  { at: "studies" },
  { at: "verify", match: null },
  { at: "verify", match: MATCH },
  { at: "replay", match: MATCH, hand: null, position: null },
  { at: "replay", match: MATCH, hand: 2, position: 14 },
  { at: "academy", match: MATCH, hand: 1, position: 0, branch: null },
  { at: "academy", match: MATCH, hand: 3, position: 7, branch: "b-1" },
];

describe("pages", () => {
  it.each(PAGES)("are named by the address: $at", (page) => {
    expect(readPage(hashOf(page))).toEqual(page);
  });

  it.each(["", "#", "#nowhere", "#replay", "#replay/", "#academy/<b>", `#replay/${"x".repeat(65)}`])(
    "are not made of %s",
    (hash) => {
      expect(readPage(hash)).toBeNull();
    },
  );

  it("take no number that is none", () => {
    expect(readPage(`#replay/${MATCH}/x/-1`)).toEqual({ at: "replay", match: MATCH, hand: null, position: null });
  });

  it("lead back to the room", () => {
    expect(hashOf(null)).toBe("#");
  });
});
