import { expect, test } from "vitest";
import { amountsOf, draftOf, EMPTY, numbersOf, operationOf } from "./draft";

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

test("a board that comes again is called by its games, and another one by its own name", () => {
  const weekly = operationOf("save_board", { ...EMPTY, games: ["tavli", "tichu"], prizes: "500" });
  expect(weekly).toMatchObject({ definition: { board: "weekly:tavli:tichu" } });
  expect(operationOf("save_board", EMPTY)).toMatchObject({ definition: { board: "weekly:all" } });
  expect(operationOf("save_board", { ...EMPTY, repeat: "own" })).toBeNull();
  const spring = { ...EMPTY, repeat: "own" as const, board: " Spring 2027 " };
  expect(operationOf("save_board", spring)).toMatchObject({ definition: { board: "spring-2027" } });
  expect(operationOf("save_board", { ...spring, board: "Άνοιξη" })).toBeNull();
  const many = { ...EMPTY, games: Array.from({ length: 9 }, (_, at) => `game_${at}`) };
  expect(operationOf("save_board", many)).toBeNull();
  expect(operationOf("save_board", { ...many, board: "nine" })).toMatchObject({ definition: { board: "nine" } });
});

test("the moments of a board are the same after they were shown and saved again", () => {
  const [starts_at_ms, ends_at_ms] = [Date.UTC(2027, 2, 1, 9), Date.UTC(2027, 6, 1, 18, 30)];
  const own = { board: "spring", repeat: "own", games: null, min_games: 2, prizes_chips: [5], active: true } as const;
  const draft = { ...EMPTY, ...draftOf({ ...own, prizes_chips: [5], starts_at_ms, ends_at_ms }) };
  expect(operationOf("save_board", draft)).toMatchObject({ definition: { ...own, starts_at_ms, ends_at_ms } });
});
