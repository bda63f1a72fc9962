import { expect, test } from "vitest";
import { nextPlace, placeIn } from "./playing";

const HANDS = [
  { number: 1, events: 3 },
  { number: 2, events: 1 },
];
const kinds = (...all: (string | null)[]) => all.map((kind) => ({ kind }));

test("a replay goes from play to play, from hand to hand, and ends", () => {
  const shown = kinds(null, "a", "b", "c");
  expect(nextPlace(HANDS, { hand: 1, position: 0 }, shown)).toEqual({ hand: 1, position: 1 });
  expect(nextPlace(HANDS, { hand: 1, position: 3 }, shown)).toEqual({ hand: 2, position: 0 });
  expect(nextPlace(HANDS, { hand: 2, position: 1 }, kinds(null, "a"))).toBeNull();
});

test("events that are not shown are passed over", () => {
  expect(nextPlace(HANDS, { hand: 1, position: 0 }, kinds(null, "hidden", "hidden", "c"))).toEqual({
    hand: 1,
    position: 3,
  });
  expect(nextPlace(HANDS, { hand: 1, position: 1 }, kinds(null, "a", "hidden", "hidden"))?.hand).toBe(2);
});

test("an address may name a place, which is never beyond the hand", () => {
  expect(placeIn("#2.9", HANDS)).toEqual({ hand: 2, position: 1 });
  for (const hash of ["", "#7.1", "#x", "#1"]) expect(placeIn(hash, HANDS)).toEqual({ hand: 1, position: 0 });
});
