import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { promisedTicket, seedForTicket } from "./tickets";

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a ticket keeps the seed and the seal that were seen first", () => {
  const seed = seedForTicket("t", "seal");
  expect(seed).toMatch(/^[0-9a-f]{32}$/);
  expect(seedForTicket("t", "another seal")).toBe(seed);
  expect(promisedTicket("t")).toEqual({ ticket: "t", commit: "seal", seed });
  expect(promisedTicket("u")).toBeNull();
});

test("the last hundred are remembered", () => {
  for (let number = 0; number < 101; number++) seedForTicket(`t${number}`, "seal");
  expect(promisedTicket("t0")).toBeNull();
  expect(promisedTicket("t1")).not.toBeNull();
});
