import { expect, it } from "vitest";
import { formatsOf } from "./useFormats";

it.each([
  ["en", "2026-W48", "Nov 23 – 29, 2026"],
  ["en", "2026-W01", "Dec 29, 2025 – Jan 4, 2026"],
  ["en", "2026-W53", "Dec 28, 2026 – Jan 3, 2027"],
  ["en", "2026-11", "November 2026"],
  ["el", "2026-W48", "23–29 Νοε 2026"],
  ["en", "spring", "spring"],
])("says in %s which days %s are", (language, id, days) => {
  expect(formatsOf(language).period(id).replace(/\s/g, " ")).toBe(days);
});
