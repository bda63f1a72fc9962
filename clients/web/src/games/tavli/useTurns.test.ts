import type { EventView } from "kafeneio-client";
import { expect, it } from "vitest";
import { after } from "./useTurns";

const EVENTS = [
  { version: 3, kind: "roll", data: { seat: 0, dice: [6, 2], max_dice: 2 } },
  { version: 4, kind: "play", data: { seat: 0, steps: [[24, 18]], hits: 0 } },
  { version: 5, kind: "roll", data: { seat: 1, dice: [1, 1], max_dice: 0 } },
  { version: 6, kind: "pass", data: { seat: 1 } },
] as unknown as EventView[];
const NOTHING = { game: 1, roll: null, turns: [], version: -1 };

it("keeps each turn once with its dice, also one in which nothing could be played", () => {
  const known = after(NOTHING, 1, EVENTS);
  expect(known.turns).toEqual([
    { version: 4, seat: 0, dice: [6, 2], steps: [[24, 18]] },
    { version: 6, seat: 1, dice: [1, 1], steps: [] },
  ]);
  expect(after(known, 1, EVENTS)).toBe(known);
});

it("begins anew with the next game", () => {
  const known = after(NOTHING, 1, EVENTS);
  expect(after(known, 2, []).turns).toEqual([]);
});
