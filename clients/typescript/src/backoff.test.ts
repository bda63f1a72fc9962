import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

describe("waiting between attempts", () => {
  it("doubles from attempt to attempt and stops growing", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 50].map((attempt) => backoffMs(attempt, () => 1));
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000, 15_000]);
  });

  it("leaves half of it to chance, so that not all clients come back at once", () => {
    expect(backoffMs(3, () => 0)).toBe(1600);
    expect(backoffMs(3, () => 0.5)).toBe(2400);
  });
});
