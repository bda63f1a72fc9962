import { expect, test } from "vitest";
import type { TableView } from "kafeneio-client";
import { GAMES, familyOf } from "../games/registry";
import words from "../i18n/en/table/firstHand.json";
import { stepsOf } from "../screens/firstHand/steps";
import { advanced, type AnyStep, fits, next, STEPS_MAX } from "./firstHand";
import { tableView } from "./samples";

const STEPS = [
  { id: "read" },
  { id: "decide", done: "turn" },
  { id: "see", done: (view: { turn: number }, you: number | null) => view.turn === you },
  { id: "end" },
] as unknown as readonly AnyStep[];
const BEGUN = { game: "tictactoe", step: 0, owed: null };

/** The reader sits on 0 and owes this decision; null: none. */
function seen(owed: number | null, turn = 1): TableView {
  const due = owed === null ? [] : [{ seat: 0, number: owed }];
  return {
    ...tableView(),
    game: "tictactoe",
    practice: true,
    you: 0,
    due,
    game_view: { turn },
  } as unknown as TableView;
}

test("a step that is read waits for its button", () => {
  expect(advanced(BEGUN, STEPS, seen(3))).toBe(BEGUN);
});

test("a turn is over once the reader has decided, and not by looking", () => {
  const waits = advanced(next(BEGUN), STEPS, seen(3));
  expect(waits).toEqual({ ...BEGUN, step: 1, owed: 3 });
  expect(advanced(waits, STEPS, seen(3))).toBe(waits);
  expect(advanced(waits, STEPS, seen(null)).step).toBe(2);
  expect(advanced(waits, STEPS, seen(4)).step).toBe(2);
});

test("before it is the reader's turn a turn only waits", () => {
  expect(advanced(next(BEGUN), STEPS, seen(null)).owed).toBeNull();
});

test("what the view shows already is passed over", () => {
  expect(advanced({ ...BEGUN, step: 1, owed: 3 }, STEPS, seen(null, 0)).step).toBe(3);
});

test("it is shown at practice of one's own, and at house-banked tables to spectators", () => {
  const own = seen(1);
  expect(fits(BEGUN, own)).toBe(true);
  expect(fits(BEGUN, { ...own, practice: false })).toBe(false);
  expect(fits(BEGUN, { ...own, you: null })).toBe(false);
  expect(fits({ ...BEGUN, game: "tavli" }, own)).toBe(false);
  expect(fits(BEGUN, { ...own, house: {} as never, you: null, practice: false })).toBe(true);
});

test.each([...new Set(GAMES.map((game) => familyOf(game) ?? game))])("%s has a first hand with its words", (name) => {
  const steps = stepsOf(name);
  const own = (words as unknown as Record<string, Record<string, string>>)[name] ?? {};
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
  expect(steps.map(({ id }) => id)).toEqual(Object.keys(own));
  expect(steps.at(-1)?.done).toBeUndefined();
});
