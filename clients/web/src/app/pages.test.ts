import { describe, expect, it } from "vitest";
import { addressOf, type Page, readPage } from "./pages";

const MATCH = "0b7c5a52-58a3-4c0e-9a29-5e6a3c1f4d10";

const PAGES: [string, Page][] = [
  ["/", { at: "room" }],
  ["/table/t-1", { at: "table", table: "t-1" }],
  ["/matches", { at: "matches" }],
  ["/imports", { at: "imports" }],
  ["/verify", { at: "verify", match: null }],
  [`/verify/${MATCH}`, { at: "verify", match: MATCH }],
  [`/replay/${MATCH}`, { at: "replay", match: MATCH, hand: null, position: null }],
  [`/replay/${MATCH}/2/14`, { at: "replay", match: MATCH, hand: 2, position: 14 }],
  [`/academy/${MATCH}/1/0`, { at: "academy", match: MATCH, hand: 1, position: 0, branch: null }],
  [`/academy/${MATCH}/3/7/b-1`, { at: "academy", match: MATCH, hand: 3, position: 7, branch: "b-1" }],
  ["/boards/weekly:all/2027-W10", { at: "boards", board: "weekly:all", period: "2027-W10" }],
  ["/shop", { at: "shop" }],
  ["/companies", { at: "companies" }],
  ["/oauth/authorize", { at: "consent" }],
  [`/company/${MATCH}`, { at: "company", company: MATCH }],
  ["/table/eu1~t-1_2", { at: "table", table: "eu1~t-1_2" }],
  ["/players/eu2~a-1", { at: "player", player: "eu2~a-1" }],
  ["/shop/pay/p-1", { at: "pay", payment: "p-1" }],
];

describe("pages", () => {
  it.each(PAGES)("%s is the address of one page", (path, page) => {
    expect(readPage(path)).toEqual(page);
    expect(addressOf(page)).toBe(path);
  });

  it.each(["/nowhere", "/table", "/replay", "/academy/<b>", `/replay/${"x".repeat(65)}`, "/replay/m/x", "/terms/more"])(
    "no page has the address %s",
    (path) => {
      expect(readPage(path)).toBeNull();
    },
  );

  it("are found with a slash at the end too", () => {
    expect(readPage("/wallet/")).toEqual({ at: "wallet" });
  });

  it("lead back to the room", () => {
    expect(addressOf(null)).toBe("/");
  });
});
