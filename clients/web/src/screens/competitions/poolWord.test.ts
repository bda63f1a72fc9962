import { expect, it } from "vitest";
import type { Competition } from "kafeneio-client";
import { poolWord } from "./poolWord";

const wordOf = (line: Partial<Competition>) =>
  poolWord({ state: "open", prize_mode: "growing", price_chips: 500, pool_chips: 1_200, ...line } as Competition);

it("names the least prizes before the start, and what they are afterwards", () => {
  expect(wordOf({})).toBe("poolLeast");
  expect(wordOf({ state: "running" })).toBe("pool");
  expect(wordOf({ state: "settled" })).toBe("prizes");
  expect(wordOf({ prize_mode: "fixed" })).toBe("prizes");
});

it("speaks of no prizes where there are none: called off, or free without a guarantee", () => {
  expect(wordOf({ state: "cancelled" })).toBeNull();
  expect(wordOf({ price_chips: 0, pool_chips: 0 })).toBeNull();
  expect(wordOf({ prize_mode: "fixed", price_chips: 0, pool_chips: 0 })).toBeNull();
  expect(wordOf({ price_chips: 0, pool_chips: 5_000 })).toBe("poolLeast");
});
