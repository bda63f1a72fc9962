import { describe, expect, it } from "vitest";
import { areStill, sameIn } from "./still";
import { tableFrame } from "./samples";

const { view } = tableFrame(5);

describe("a table that stands still", () => {
  it.each([
    ["game_view", { turn: 2 }],
    ["due", []],
    ["may", [1]],
    ["hand_version", 9],
  ])("does so while %s changes", (field, value) => {
    expect(areStill({ view }, { view: { ...view, [field]: value } })).toBe(true);
  });

  it.each([
    ["seats", []],
    ["spectator_count", 7],
    ["phase", "over"],
    ["departures", [{}]],
  ])("does not where %s has changed", (field, value) => {
    expect(areStill({ view }, { view: { ...view, [field]: value } })).toBe(false);
  });

  it("does not where another property has changed, or has come", () => {
    expect(areStill({ view, seat: 1 }, { view, seat: 2 })).toBe(false);
    expect(areStill<{ view: typeof view; seat?: number }>({ view }, { view, seat: 1 })).toBe(false);
  });
});

describe("a part of a game's view", () => {
  const isSame = sameIn(["totals"]);
  const game = { totals: [1, 2], trick: ["7h"] };

  it("is the same while other fields change", () => {
    expect(isSame({ view: game }, { view: { ...game, trick: [] } as typeof game })).toBe(true);
  });

  it("is another one where its fields have changed, or another property", () => {
    expect(isSame({ view: game }, { view: { ...game, totals: [1, 2] } })).toBe(false);
    expect(isSame({ view: game, seat: 1 }, { view: game, seat: 2 })).toBe(false);
  });
});
