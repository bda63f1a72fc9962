import { expect, test } from "vitest";
import type { Appeal, Case, Report } from "kafeneio-client";
import { accountsOf, byUrgency } from "./urgency";

const HOUR_MS = 3_600_000;
const report = (id: string, category: Report["category"], times = 1, at = 0) =>
  ({ id, category, times_reported: times, created_at_ms: at, reporter: "ana", reported: "ben" }) as Report;
const appeal = { id: "a", account: "eva", decided_by: "gil", created_at_ms: 0 } as Appeal;
const found = { id: "c", players: ["ben", "fay"], opened_at_ms: 0 } as Case;
const order = (...given: Parameters<typeof byUrgency>) => byUrgency(...given).map((each) => each.id);

test("conduct comes before appeals, those before other reports, and cases last", () => {
  const reports = [report("other", "other"), report("insult", "insult")];
  expect(order(reports, [appeal], [found], 0)).toEqual(["insult", "a", "other", "c"]);
});

test("a player reported often comes first, and of equals the one that waits longest", () => {
  const reports = [report("new", "insult", 1, HOUR_MS), report("often", "insult", 5, HOUR_MS), report("old", "insult")];
  expect(order(reports, [], [], HOUR_MS)).toEqual(["often", "old", "new"]);
});

test("what waits long enough comes before what is new", () => {
  const reports = [report("new", "insult", 1, 48 * HOUR_MS), report("old", "other")];
  expect(order(reports, [], [], 48 * HOUR_MS)).toEqual(["old", "new"]);
});

test("every account is named once", () => {
  expect(accountsOf(byUrgency([report("r", "bot")], [appeal], [found], 0)).toSorted()).toEqual([
    "ana",
    "ben",
    "eva",
    "fay",
    "gil",
  ]);
});
