import { expect, test } from "vitest";
import { PARTS, partsFor } from "./parts";

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
