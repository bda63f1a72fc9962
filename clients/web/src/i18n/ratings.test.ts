import { expect, it } from "vitest";
import { formatsOf } from "./useFormats";
import { LANGUAGES } from "./languages";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  eager: true,
  query: "?raw",
  import: "default",
});

it.each(LANGUAGES)("a rating is written in %s as everywhere, without groups", (language) => {
  expect(formatsOf(language).rating(1500)).toBe("1500");
});

it("is never written as an amount", () => {
  const wrong = /\bnumber\([\w.]*\b(elo|elo_after|peak|rating)\)/g;
  const found = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(wrong)].map(([use]) => `${path} ${use}`),
  );
  expect(found).toEqual([]);
});
