import { describe, expect, it } from "vitest";
import { entriesOf } from "./reckoning";
import { beloteIsSaid } from "./shown";
import type { LastHand, View } from "./view";

const HAND: LastHand = {
  number: 1,
  dealer: 3,
  taker: 0,
  trump: "h",
  value: 120,
  multiplier: 1,
  value_points: 120,
  deal: {},
  tricks: [],
  tricks_won: [6, 2],
  card_points: [107, 45],
  last_trick_by: 0,
  all_tricks_by: null,
  trick_points: [117, 45],
  declared: [50, 0, 0, 0],
  declared_cards: {},
  declaration_points: [50, 0],
  belote: [0, 0],
  totals: [167, 45],
  made: true,
  exact: [287, 45],
  trick_units: [12, 4],
  rounded_up: 0,
  units: [29, 4],
};

const written = (hand: LastHand) =>
  entriesOf(hand).map(({ key, values }) => `${key} ${values.map((each) => each ?? "–").join(" ")}`);

describe("the arithmetic of a hand", () => {
  it("goes from the cards to the units", () => {
    expect(written(HAND)).toEqual([
      "cards 107 45",
      "last 10 –",
      "declarations 50 0",
      "sum 167 45",
      "contract 120 –",
      "exact 287 45",
      "tens 12 4",
      "units 29 4",
    ]);
  });

  it("gives the value of a contract that failed to the others", () => {
    const failed = { ...HAND, made: false, value_points: 180, exact: [0, 392] as [number, number] };
    expect(written(failed)).toContain("contract – 180");
  });

  it("puts 250 in place of cards and last trick", () => {
    const all = { ...HAND, all_tricks_by: 0, trick_points: [250, 0] as [number, number] };
    expect(written(all).slice(0, 2)).toEqual(["all 250 0", "declarations 50 0"]);
  });

  it("has no value in the classic games, and Belote where it was said", () => {
    const classic = { ...HAND, value: null, value_points: 0, belote: [0, 20] as [number, number] };
    expect(written(classic)).toContain("belote 0 20");
    expect(written(classic).join()).not.toContain("contract");
  });
});

describe("Belote", () => {
  const view = {
    variant: "palatisti",
    contract: { taker: 0, trump: "h", value: 90, multiplier: 1, points: 90 },
    belote: { seat: 2, said: "belote" },
    lead: 1,
    trick: ["7h", "Kh"],
    last_trick: null,
  } as unknown as View;

  it("is in the air while its card lies on the table", () => {
    expect(beloteIsSaid(view)).toBe(true);
    expect(beloteIsSaid({ ...view, last_trick: { lead: 1, cards: view.trick, winner: 2 }, trick: [] })).toBe(true);
  });

  it("is over with another trick", () => {
    expect(beloteIsSaid({ ...view, trick: ["7h", "8h"] })).toBe(false);
    expect(beloteIsSaid({ ...view, belote: null })).toBe(false);
  });
});
