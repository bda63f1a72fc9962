import { expect, it } from "vitest";
import { STRENGTHS } from "../state/settings";
import { computerAt } from "./useComputerNames";

const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];

const files = import.meta.glob<{ computers: object }>("../i18n/*/play.json", { eager: true, import: "default" });

it.each(Object.entries(files))("names every computer player of each strength, each once, in %s", (_, words) => {
  const names = STRENGTHS.flatMap((strength) =>
    SEATS.map((seat) => (words.computers as Record<string, string>)[computerAt(seat, strength).slice("bot-".length)]),
  );
  expect(names).toHaveLength(24);
  expect(names.every(Boolean)).toBe(true);
  expect(new Set(names).size).toBe(24);
  expect(Object.keys(words.computers)).toHaveLength(24);
});

it("calls the strong ones as all were called before there were others", () => {
  expect(computerAt(2, "strong")).toBe("bot-2");
});
