import { expect, it } from "vitest";
import { isUnnamed } from "./tableName";

const words = import.meta.glob<{ now: { computerTable: string } }>("../i18n/*/app.json", {
  eager: true,
  import: "default",
});

it("knows the word of every language for a table without a name", () => {
  expect(Object.keys(words).length).toBeGreaterThan(4);
  for (const { now } of Object.values(words)) expect(isUnnamed({ name: now.computerTable, practice: true })).toBe(true);
});

it("leaves names that players gave", () => {
  expect(isUnnamed({ name: "Practice", practice: false })).toBe(false);
  expect(isUnnamed({ name: "For beginners", practice: true })).toBe(false);
});
