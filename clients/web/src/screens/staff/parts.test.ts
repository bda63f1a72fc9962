import { expect, test } from "vitest";
import words from "../../i18n/en/pages/audit.json";
import { PARTS, partsFor } from "./parts";
import { ACTIONS } from "./useAuditWords";

test("each role has the parts of the console for which it has a right to read", () => {
  expect(partsFor(["moderator"])).toEqual(["queue", "live", "player", "companies", "trends"]);
  expect(partsFor(["administrator"])).toEqual(["queue", "live", "player", "companies", "trends", "audit", "roles"]);
  expect(partsFor(["operator"])).toEqual(["audit", "roles", "operations", "settings", "shop"]);
  expect(partsFor(["auditor"])).toEqual(PARTS);
});

test("several roles have the parts of all of them, and none has nothing", () => {
  expect(partsFor(["moderator", "operator"])).toEqual(PARTS);
  expect(partsFor([])).toEqual([]);
});

test("the audit log is looked through by every action that has words", () => {
  expect(ACTIONS.toSorted()).toEqual(Object.keys(words.actions).toSorted());
});
