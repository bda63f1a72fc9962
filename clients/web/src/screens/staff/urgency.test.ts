import { expect, test } from "vitest";
import type { Appeal, Case, Report, SoleDecision } from "kafeneio-client";
import { accountsOf, byUrgency, groundsOf, reportsAlike, urgency, type About } from "./urgency";

const HOUR_MS = 3_600_000;

function report(id: string, category: Report["category"], times: number, atMs = 0, more: Partial<Report> = {}): Report {
  return {
    id, category, times_reported: times, created_at_ms: atMs, reporter: `by ${id}`, reported: `about ${id}`, lines: [],
    context: {}, comment: "", seated: [], ...more,
  } as unknown as Report; // prettier-ignore
}

const APPEAL = { id: "a", account: "fay", decided_by: "ada", created_at_ms: 0 } as Appeal;
const CASE = { id: "c", kind: "bot", players: ["ben", "gus"], opened_at_ms: 0, evidence: [] } as unknown as Case;
const NOTHING = { reports: [], appeals: [], cases: [], decisions: [] };
const order = (found: Partial<typeof NOTHING> & object, nowMs = 0) =>
  byUrgency({ ...NOTHING, ...found }, nowMs).map((each) => each.id);

test("harm that goes on comes first, then appeals, then decisions taken alone, then the rest", () => {
  const reports = [report("r", "bot", 1), report("s", "insult", 1)] as never[];
  const decisions = [{ id: "d", by: "ada", subject: "ben", at_ms: 0 } as SoleDecision] as never[];
  const found = { reports, appeals: [APPEAL] as never[], cases: [CASE] as never[], decisions };
  expect(order(found)).toEqual(["player-about s", "a", "d", "player-about r", "c"]);
});

test("everything about one player is one thing, with the cases about that player alone", () => {
  const own = { ...CASE, id: "own", players: ["ben"] };
  const reports = [report("r", "bot", 1, 5, { reported: "ben" }), report("s", "bot", 2, 1, { reported: "ben" })];
  const [about, other] = byUrgency({ ...NOTHING, reports, cases: [CASE, own] }, 0);
  expect(about).toMatchObject({ account: "ben", atMs: 1, reports: [{ id: "s" }, { id: "r" }], cases: [{ id: "own" }] });
  expect(other).toMatchObject({ what: "case", id: "c" });
});

test("age, reporters and cases make a report more urgent", () => {
  const of = (reports: Report[], cases: Case[] = []) =>
    ({ what: "player", id: "p", account: "ben", atMs: 0, reports, cases }) as unknown as About;
  const one = of([report("r", "bot", 1)]);
  expect(urgency(one, 4 * HOUR_MS)).toBe(urgency(one, 0) + 2);
  expect(urgency(of([report("r", "bot", 1), report("s", "bot", 1)]), 0)).toBe(urgency(one, 0) + 2);
  expect(urgency(of([report("r", "bot", 1)], [CASE]), 0)).toBe(urgency(one, 0) + 2);
});

test("accounts are named once", () => {
  const reports = [report("r", "bot", 1), report("s", "bot", 1, 0, { reporter: "by r" })];
  const waiting = byUrgency({ ...NOTHING, reports, cases: [CASE] }, 0);
  expect(accountsOf(waiting).toSorted()).toEqual(["about r", "about s", "ben", "by r", "gus"]);
});

test("a ground is only what is there", () => {
  const line = { id: 1, room: "lobby", account: "ben", name: "Ben", text: "x", at_ms: 1 };
  const about = (more: Partial<Report>, category: Report["category"] = "insult", cases: Case[] = []) =>
    groundsOf({ account: "ben", reports: [report("r", category, 1, 7, { reported: "ben", ...more })], cases });
  expect(about({})).toEqual([]);
  expect(about({ lines: [{ ...line, account: "ana" }] })).toEqual([]);
  expect(about({ lines: [line] })).toEqual([{ why: "chat", atMs: 7 }]);
  expect(about({ lines: [line], context: { match: "m" } as never }, "bot")).toEqual([{ why: "match", atMs: 7 }]);
  expect(about({}, "bot", [CASE])).toEqual([{ why: "case", kind: "bot" }]);
});

test("what several report of the same is shown once, each comment once with its reporters", () => {
  const at = (id: string, comment: string, more: Partial<Report> = {}) =>
    report(id, "insult", 1, 0, { comment, context: { match: "m" } as Report["context"], ...more });
  const lines = [{ id: 7, account: "ben" }] as Report["lines"];
  const alike = reportsAlike([
    at("r", "rude"),
    at("s", "very rude"),
    at("t", "rude"),
    at("u", "rude", { lines }),
    at("v", "rude", { category: "bot" }),
  ]);
  expect(alike.map(({ first, said }) => [first.id, said.map((each) => each.reporters)])).toEqual([
    ["r", [["by r", "by t"], ["by s"]]],
    ["u", [["by u"]]],
    ["v", [["by v"]]],
  ]);
});
