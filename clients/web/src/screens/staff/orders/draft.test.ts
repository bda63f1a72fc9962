import { expect, test } from "vitest";
import { amountsOf, draftOf, EMPTY, idOf, numbersOf, operationOf } from "./draft";

test("numbers stand between commas or spaces, and nothing else does", () => {
  expect(numbersOf(" 1, 3;4 ")).toEqual([1, 3, 4]);
  expect(numbersOf("")).toEqual([]);
  expect(numbersOf("1, two")).toBeNull();
});

test("an order that lacks something is none", () => {
  expect(operationOf("annul_round", { ...EMPTY, table: "t" })).toBeNull();
  expect(operationOf("annul_round", { ...EMPTY, table: "t", number: 4 })).toMatchObject({ number: 4 });
  expect(operationOf("post_terms", { ...EMPTY, el: "α", en: "a" })).toBeNull();
  expect(operationOf("take_back", EMPTY)).toBeNull();
  expect(operationOf("close_board", { ...EMPTY, board: "b" })).toBeNull();
});

test("a board that comes again has no start and no end", () => {
  const draft = { ...EMPTY, prizes: "500 300", starts: "2027-03-01T00:00" };
  expect(operationOf("save_board", draft)).toMatchObject({
    definition: { board: "weekly:all", games: null, prizes_chips: [500, 300], starts_at_ms: null },
  });
  expect(operationOf("save_board", { ...draft, prizes: "many" })).toBeNull();
});

test("a round is void, or is paid anew by amounts of which each can be read", () => {
  expect(operationOf("correct_round", { ...EMPTY, round: "r" })).toMatchObject({ round: "r", credited: null });
  const paid = { ...EMPTY, round: "r", voids: false, amounts: { "a-nikos": " 1200", "a-maria": "0" } };
  expect(operationOf("correct_round", paid)).toMatchObject({ credited: { "a-nikos": 1200, "a-maria": 0 } });
  for (const wrong of ["", "x", "-3", "1.5", "1 2", "1".repeat(13)]) {
    const amounts = { "a-nikos": "5", "a-maria": wrong };
    expect(amountsOf(amounts)).toBeUndefined();
    expect(operationOf("correct_round", { ...paid, amounts })).toBeNull();
  }
  expect(operationOf("correct_round", { ...paid, amounts: {} })).toBeNull();
});

test("the id of a board is never typed: it is made of its games, or of its title", () => {
  const weekly = operationOf("save_board", { ...EMPTY, games: ["tavli", "tichu"], prizes: "500" });
  expect(weekly).toMatchObject({ definition: { board: "weekly:tavli:tichu", title: "" }, fresh: true });
  expect(operationOf("save_board", EMPTY)).toMatchObject({ definition: { board: "weekly:all" } });
  const many = { ...EMPTY, games: Array.from({ length: 9 }, (_, at) => `game_${at}`) };
  const order = operationOf("save_board", many);
  expect(order).toEqual(operationOf("save_board", many));
  expect(order).toMatchObject({ definition: { board: expect.stringMatching(/^weekly:9-games-[a-z0-9]{1,7}$/) } });
});

test("a board of its own needs a title, a start and an end after it", () => {
  const times = { starts: "2027-03-01T00:00", ends: "2027-06-01T00:00" };
  const spring = { ...EMPTY, ...times, repeat: "own" as const, title: " Spring 2027 " };
  expect(operationOf("save_board", spring)).toMatchObject({
    definition: { board: "spring-2027", title: "Spring 2027" },
    fresh: true,
  });
  for (const wrong of [{ title: "" }, { title: "ab" }, { starts: "" }, { ends: "" }, { ends: times.starts }]) {
    expect(operationOf("save_board", { ...spring, ...wrong })).toBeNull();
  }
});

test("titles of any letters have an id that the platform takes", () => {
  expect(idOf("Άνοιξη του ’27!")).toBe("anoixi-toy-27");
  expect(idOf("Año nuevo")).toBe("ano-nuevo");
  for (const title of ["春の大会", "🎲🎲🎲", "w".repeat(60), "---"])
    expect(idOf(title)).toMatch(/^board-[a-z0-9]{1,7}$/);
  expect(idOf("春の大会")).not.toBe(idOf("夏の大会"));
});

test("a board that is changed keeps its id whatever its title becomes", () => {
  const times = { starts: "2027-03-01T00:00", ends: "2027-06-01T00:00" };
  const renamed = { ...EMPTY, ...times, repeat: "own" as const, board: "spring", title: "Summer" };
  expect(operationOf("save_board", renamed)).toMatchObject({
    definition: { board: "spring", title: "Summer" },
    fresh: false,
  });
});

test("the moments of a board are the same after they were shown and saved again", () => {
  const [starts_at_ms, ends_at_ms] = [Date.UTC(2027, 2, 1, 9), Date.UTC(2027, 6, 1, 18, 30)];
  const own = {
    board: "spring",
    repeat: "own",
    games: null,
    min_games: 2,
    prizes_chips: [5],
    active: true,
    title: "Spring",
  } as const;
  const draft = { ...EMPTY, ...draftOf({ ...own, prizes_chips: [5], starts_at_ms, ends_at_ms }) };
  expect(operationOf("save_board", draft)).toMatchObject({ definition: { ...own, starts_at_ms, ends_at_ms } });
});
