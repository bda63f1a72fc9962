import { expect, test } from "vitest";
import { amountsOf, EMPTY, numbersOf, operationOf } from "./draft";

test("numbers stand between commas or spaces, and nothing else does", () => {
  expect(numbersOf(" 1, 3;4 ")).toEqual([1, 3, 4]);
  expect(numbersOf("")).toEqual([]);
  expect(numbersOf("1, two")).toBeNull();
});

test("an order that lacks something is none", () => {
  expect(operationOf("annul_round", { ...EMPTY, table: "t" })).toBeNull();
  expect(operationOf("annul_round", { ...EMPTY, table: "t", number: "4" })).toMatchObject({ number: 4 });
  expect(operationOf("post_terms", { ...EMPTY, el: "α", en: "a" })).toBeNull();
  expect(operationOf("take_back", EMPTY)).toBeNull();
  expect(operationOf("close_board", { ...EMPTY, board: "b" })).toBeNull();
});

test("a board that comes again has no start and no end", () => {
  const draft = { ...EMPTY, board: "spring", prizes: "500 300", starts: "2027-03-01T00:00" };
  expect(operationOf("save_board", draft)).toMatchObject({
    definition: { board: "spring", games: null, prizes_chips: [500, 300], starts_at_ms: null },
  });
  expect(operationOf("save_board", { ...draft, prizes: "many" })).toBeNull();
});

test("a round is void, or is paid anew by amounts of which each line can be read", () => {
  expect(operationOf("correct_round", { ...EMPTY, round: "r" })).toMatchObject({ round: "r", credited: null });
  const paid = { ...EMPTY, round: "r", voids: false, credited: " Nikos 1200\n\nMaria: 0 " };
  expect(operationOf("correct_round", paid)).toMatchObject({ credited: { Nikos: 1200, Maria: 0 } });
  for (const credited of ["", "Nikos", "1200", "Nikos 1\nNikos 2", "Nikos -3", "Nikos 1.5"]) {
    expect(amountsOf(credited)).toBeUndefined();
    expect(operationOf("correct_round", { ...paid, credited })).toBeNull();
  }
});
