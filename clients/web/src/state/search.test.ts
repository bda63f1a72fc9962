import { expect, it } from "vitest";
import { finds, folded } from "./search";

it("letters are compared without accents and case", () => {
  expect(folded(" ΕΛΈΝΗΣ ")).toBe(folded("ελένης"));
  expect(finds("ελεν", ["Ελένη"])).toBe(true);
  expect(finds("MARTIN", ["Martín"])).toBe(true);
});

it("every word that was typed must begin a word", () => {
  expect(finds("cor nik", ["Quiet corner", "Nikos"])).toBe(true);
  expect(finds("orner", ["Quiet corner"])).toBe(false);
  expect(finds("cor maria", ["Quiet corner", "Nikos"])).toBe(false);
});

it("parts of a name behind a dot, a dash or a low line are words", () => {
  expect(finds("nik", ["the_nikos"])).toBe(true);
  expect(finds("the_nikos", ["the_nikos"])).toBe(true);
});

it("nothing typed finds everything", () => {
  expect(finds("  ", ["Ana"])).toBe(true);
});
