import { describe, expect, it } from "vitest";
import { draftOf, planOf, toLocal } from "./planDraft";

const NOW = new Date(2026, 4, 17, 12, 30).getTime();

describe("the form of a competition", () => {
  it("begins with one of tomorrow whose pool grows", () => {
    const plan = planOf({ ...draftOf(null, undefined, NOW), name: " The spring cup " }, 2);
    expect(plan).toMatchObject({
      name: "The spring cup",
      prize_mode: "growing",
      shares_bps: [5000, 3000, 2000],
      x: null,
    });
    expect(plan.opens_at_ms).toBeLessThan(plan.starts_at_ms);
    expect(plan.starts_at_ms).toBeLessThan(plan.ends_at_ms);
  });

  it("reads a plan and gives it back", () => {
    const fixed = planOf(
      { ...draftOf(null, undefined, NOW), name: "Cup", mode: "fixed", prizes: "500; 300 200", kind: "best_x", x: "4" },
      4,
    );
    expect(fixed).toMatchObject({ prizes: [500, 300, 200], shares_bps: [], x: 4, players: 4 });
    expect(planOf(draftOf(fixed, undefined, NOW), 4)).toEqual(fixed);
  });

  it("takes what is no number for nothing", () => {
    const plan = planOf({ ...draftOf(null, undefined, NOW), price: "many", games: "-1", ends: "never" }, 2);
    expect([plan.price_chips, plan.games_per_entry, plan.ends_at_ms]).toEqual([0, 0, 0]);
  });

  it("says moments in the reader's time", () => {
    expect(toLocal(NOW)).toBe("2026-05-17T12:30");
  });
});
