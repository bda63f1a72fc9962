import { describe, expect, it } from "vitest";
import type { EventView, SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { boardOf, type Step, type View } from "./board";
import { nextOf } from "./Ended";
import { labelOf, lyingOn } from "./labels";
import { eventText } from "./eventText";
import { diceUsed, tracesOf } from "./usePlay";

/** Says the key and what is filled in. */
const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(" ");
const seats = [{ name: "Eleni" }, { name: "Nikos" }] as SeatView[];
const view = { variant: "combined", variant_now: "plakoto", pinned: [[], [5]] } as unknown as View;
const board = boardOf(
  {
    ...view,
    checkers: [
      { "24": 14, "20": 1 },
      { "24": 14, "5": 1 },
    ],
  },
  0,
);

describe("events in words", () => {
  it.each([
    ["opening", { dice: [2, 6], starter: 1 }, "told.opening 2 6 Nikos"],
    ["opening", { dice: [3, 3], starter: null }, "told.openingTied 3 3"],
    ["roll", { seat: 0, dice: [6, 6], max_dice: 0 }, "told.roll Eleni 6 – 6 told.noStep"],
    [
      "play",
      {
        seat: 0,
        steps: [
          ["bar", 20],
          [6, "off"],
        ],
        hits: 1,
        ended: null,
      },
      "told.play Eleni step.bar/20, 6/step.off told.hits 1",
    ],
    ["pass", { seat: 1, ended: null }, "told.pass Nikos"],
    ["game", { number: 2, variant: "plakoto", starter: 0 }, "told.game 2 variant.plakoto"],
    ["resign", { seat: 1, ended: { winner: 0, points: 1, how: "resign" } }, "told.resign Nikos ended.won Eleni 1."],
    [
      "resign",
      { seat: 1, ended: { winner: 0, points: 2, how: "resign" } },
      "told.resign Nikos ended.won Eleni 2. ended.double Nikos",
    ],
    [
      "pass",
      { seat: 0, ended: { winner: 0, points: 2, how: "bear_off" } },
      "told.pass Eleni ended.won Eleni 2. ended.how.bear_off Nikos ended.double Nikos",
    ],
    ["pass", { seat: 1, ended: { winner: null, points: 0, how: "tie" } }, "told.pass Nikos ended.tie. ended.how.tie"],
    ["left", { seat: 1 }, "told.left Nikos"],
    ["other", {}, null],
  ])("of %s", (kind, data, words) => {
    expect(eventText({ version: 1, kind, data } as EventView, view, seats, say)).toBe(words);
  });
});

describe("labels", () => {
  const nothing = { chosen: false, movable: false, target: false, last: false };
  const names = { own: null, foe: "Nikos" };

  it("say the place, how many of which side, pins, and what can be done", () => {
    expect(labelOf("20", lyingOn("20", board), names, { ...nothing, movable: true }, say)).toBe(
      "place.point 20, yours 1, theirs 1 Nikos, pinned.theirs Nikos, mark.movable",
    );
    expect(labelOf("13", lyingOn("13", board), names, { ...nothing, target: true }, say)).toBe(
      "place.point 13, empty, mark.target",
    );
    expect(labelOf("foe-off", lyingOn("foe-off", board), names, nothing, say)).toBe("place.foe-off foe-off, empty");
  });

  it("name both sides for spectators", () => {
    expect(labelOf("24", lyingOn("24", board), { ...names, own: "Eleni" }, nothing, say)).toBe(
      "place.point 24, theirs 14 Eleni",
    );
  });
});

describe("a match", () => {
  it("goes from Portes to Plakoto to Fevga and round again, or stays", () => {
    const next = (variant: View["variant"], variant_now: View["variant_now"]) =>
      nextOf({ ...view, variant, variant_now });
    expect([next("combined", "portes"), next("combined", "fevga"), next("fevga", "fevga")]).toEqual([
      "plakoto",
      "portes",
      "fevga",
    ]);
  });
});

describe("dice and traces", () => {
  it("know which die was used, one of a double at a time", () => {
    expect(diceUsed([3, 3, 3, 3], [3]).map(({ used }) => used)).toEqual([false, true, true, true]);
    expect(diceUsed([6, 1], [1]).map(({ used }) => used)).toEqual([true, false]);
  });

  it("keep the ends of a way, not what lies between", () => {
    const way = [24, 18, 14] as const;
    const steps: Step[] = [
      [way[0], way[1]],
      [way[1], way[2]],
    ];
    expect(tracesOf(steps)).toEqual({ left: [24], reached: [14] });
  });
});
