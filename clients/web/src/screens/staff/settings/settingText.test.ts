import { describe, expect, it } from "vitest";
import type { Setting } from "kafeneio-client";
import { matching, textOf, type Value, valueOf } from "./settingText";

const BOTH_WAYS: [Setting["kind"], Value, string][] = [
  ["number", 300, "300"],
  ["choice", "wait", "wait"],
  ["text", "210 923", "210 923"],
  ["words", ["tavli", "dominoes"], "tavli\ndominoes"],
  ["numbers", [40, 20, 10], "40, 20, 10"],
  [
    "steps",
    [
      [200, 4000],
      [500, 1250],
    ],
    "200 40\n500 12.5",
  ],
];

describe("a setting's value", () => {
  it.each(BOTH_WAYS)("of kind %s is written and read again", (kind, value, text) => {
    expect(textOf(kind, value)).toBe(text);
    expect(valueOf(kind, text)).toEqual(value);
  });

  it.each([
    ["number", "3.5"],
    ["number", ""],
    ["number", "many"],
    ["numbers", "40, x"],
    ["steps", "200"],
    ["steps", "200 40\nfive 3"],
  ] as [Setting["kind"], string][])("of kind %s cannot be read from %j", (kind, text) => {
    expect(valueOf(kind, text)).toBeNull();
  });
});

it("finds settings by their words and by their code", () => {
  const settings = [{ name: "min_stake" }, { name: "chat_rate" }] as Setting[];
  const names: Record<string, string> = { min_stake: "Lowest stake", chat_rate: "Messages" };
  const found = (text: string) => matching(settings, text, (each) => names[each.name] ?? "").map((each) => each.name);
  expect(found("LOWEST")).toEqual(["min_stake"]);
  expect(found("rate")).toEqual(["chat_rate"]);
  expect(found("stake rate")).toEqual([]);
  expect(found(" ")).toEqual(["min_stake", "chat_rate"]);
});
