import { expect, it } from "vitest";
import type { SeatView } from "kafeneio-client";
import { why } from "./eventText";
import words from "./words/en.json";

const SEATS = [{ name: "Eleni" }, { name: "Nikos" }] as SeatView[];

/** A word of the English catalogue, with its values in place. */
function say(key: string, values: Record<string, unknown> = {}): string {
  const plural = values["count"] === undefined ? key : `${key}_${values["count"] === 1 ? "one" : "other"}`;
  const found = plural.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], words);
  return String(found).replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => String(values[name]));
}

it("names the winner of the last game, with how many points, and by name how the other lost", () => {
  const games = [
    { variant: "portes", winner: 0, points: 1, how: "bear_off" },
    { variant: "plakoto", winner: 1, points: 2, how: "resign" },
  ] as const;
  expect(why({ games: [...games] }, SEATS, say)).toBe(
    "Nikos wins 2 points. Eleni has given up. Eleni had none off: it counts double.",
  );
  expect(why({ games: [] }, SEATS, say)).toBeNull();
});
