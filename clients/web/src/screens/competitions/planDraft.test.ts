import { describe, expect, it } from "vitest";
import { draftOf, planOf, toLocal, wrongFields } from "./planDraft";

const NOW = new Date(2026, 4, 17, 12, 30).getTime();

describe("the form of a competition", () => {
  it("begins with one of tomorrow and a growing pool", () => {
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

  it("keeps what other ways of making it have set", () => {
    const draft = { ...draftOf(null, undefined, NOW), name: "Cup", kind: "best_x" as const, minEntrants: "6" };
    const plan = planOf({ ...draft, maxEntries: "2", poolPercent: "62.5", prizes: "62.5, 37.5" }, 2);
    expect(plan).toMatchObject({ max_entries: 2, min_entrants: 6, pool_bps: 6250, shares_bps: [6250, 3750] });
    expect(planOf(draftOf(plan, undefined, NOW), 2)).toEqual(plan);
  });

  it("names the fields that cannot be read", () => {
    const draft = { ...draftOf(null, undefined, NOW), name: "Cup" };
    expect(wrongFields(draft)).toEqual([]);
    expect(wrongFields({ ...draft, price: "1.000", games: "-1", ends: "never", prizes: "50, half" })).toEqual([
      "ends",
      "price",
      "games",
      "prizes",
    ]);
  });

  it("says moments in the reader's time", () => {
    expect(toLocal(NOW)).toBe("2026-05-17T12:30");
  });
});
