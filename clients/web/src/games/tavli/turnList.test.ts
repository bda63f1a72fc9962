import type { EventView } from "kafeneio-client";
import { expect, it } from "vitest";
import { isDouble, turnsOf } from "./turnList";

const EVENTS = [
  { version: 3, kind: "roll", data: { seat: 0, dice: [6, 2], max_dice: 2 } },
  { version: 4, kind: "play", data: { seat: 0, steps: [[24, 18]], hits: 0 } },
  { version: 5, kind: "roll", data: { seat: 1, dice: [1, 1], max_dice: 0 } },
  { version: 6, kind: "pass", data: { seat: 1 } },
] as unknown as EventView[];
const OPENING = { version: 2, kind: "opening", data: { dice: [6, 2], starter: 0 } } as unknown as EventView;
const TURNS = [
  { version: 4, seat: 0, dice: [6, 2], steps: [[24, 18]] },
  { version: 6, seat: 1, dice: [1, 1], steps: [] },
];

it("lists each turn with its dice, also one in which nothing could be played", () => {
  expect(turnsOf([OPENING, ...EVENTS])).toEqual({ turns: TURNS, whole: true });
});

it("says that turns are missing where the beginning of the game is not at hand", () => {
  expect(turnsOf(EVENTS)).toEqual({ turns: TURNS, whole: false });
  const withoutRoll = turnsOf(EVENTS.slice(1, 2)).turns;
  expect(withoutRoll.map(({ dice }) => dice)).toEqual([[]]);
});

it("begins anew with the next game, and with the next match", () => {
  const next = { version: 7, kind: "game", data: { number: 2, variant: "plakoto" } } as unknown as EventView;
  expect(turnsOf([...EVENTS, next])).toEqual({ turns: [], whole: true });
  expect(turnsOf([...EVENTS, { ...OPENING, version: 9 }])).toEqual({ turns: [], whole: true });
});

it("knows a double", () => {
  expect([[3, 3], [3, 4], []].map(isDouble)).toEqual([true, false, false]);
});
