import { expect, test } from "vitest";
import type { Gift } from "kafeneio-client";
import { withGifts } from "./gifts";

const gift = (name: string, atMs: number): Gift => ({
  gift: name,
  table: "t",
  match: "m",
  item: "coffee",
  from_seat: 0,
  to_seat: 2,
  giver: "a",
  receiver: "c",
  at_ms: atMs,
});

test("gifts are known once and lie in the order in which they were given", () => {
  const known = withGifts([gift("b", 2)], [gift("c", 3), gift("a", 1), gift("b", 2)]);
  expect(known.map((each) => each.gift)).toEqual(["a", "b", "c"]);
});

test("where nothing is new nothing changes", () => {
  const known = [gift("a", 1)];
  expect(withGifts(known, [gift("a", 1)])).toBe(known);
});
