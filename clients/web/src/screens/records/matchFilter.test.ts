import { expect, it } from "vitest";
import { askedOf, EVERYTHING, type MatchFilter, queryOf, readFilter } from "./matchFilter";

const ALL: MatchFilter = {
  game: "tavli",
  opponent: "Νίκος & Co",
  result: "won",
  from: "2026-10-01",
  until: "2026-10-31",
};

it("an address keeps the filter", () => {
  expect(readFilter(queryOf(ALL))).toEqual(ALL);
  expect(queryOf(EVERYTHING)).toBe("");
  expect(readFilter("")).toEqual(EVERYTHING);
});

it("what an address has and cannot be chosen is left out", () => {
  const query = `?game=a/b&opponent=${"x".repeat(65)}&result=drawn&from=2026-02-30&until=tomorrow&page=2`;
  expect(readFilter(query)).toEqual(EVERYTHING);
});

it("both days are included, where the reader is", () => {
  const { from_ms: from, until_ms: until, ...rest } = askedOf(ALL);
  expect(from).toBe(new Date(2026, 9, 1).getTime());
  expect(until).toBe(new Date(2026, 10, 1).getTime());
  expect(rest).toEqual({ game: "tavli", opponent: "Νίκος & Co", result: "won" });
  expect(askedOf(EVERYTHING)).toMatchObject({ from_ms: null, until_ms: null });
});
