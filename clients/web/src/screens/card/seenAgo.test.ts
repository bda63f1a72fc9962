import { expect, it } from "vitest";
import { seenAgo } from "./seenAgo";

const HOUR_MS = 3_600_000;
const NOW_MS = 1_700_000_000_000;

it.each([
  [0, null],
  [-5, null],
  [0.9, null],
  [1, "1 hour ago"],
  [23, "23 hours ago"],
  [24, "yesterday"],
  [29 * 24, "29 days ago"],
  [31 * 24, "last month"],
  [364 * 24, "12 months ago"],
  [800 * 24, "2 years ago"],
])("of %s hours before says %s", (hours, words) => {
  expect(seenAgo(NOW_MS - hours * HOUR_MS, NOW_MS, "en")).toBe(words);
});
