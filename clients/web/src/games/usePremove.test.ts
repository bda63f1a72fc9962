import { expect, it } from "vitest";
import { fateOf } from "./usePremove";

it("a move chosen ahead waits for the turn, and goes without a word where none comes any more", () => {
  expect(fateOf(false, true)).toBe("waits");
  expect(fateOf(true, true)).toBe("due");
  expect(fateOf(false, false)).toBe("gone");
  expect(fateOf(true, false)).toBe("gone");
});
