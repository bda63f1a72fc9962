import type { CalendarLine, CompanyLine } from "kafeneio-client";
import { expect, it } from "vitest";
import { daysOf, nextOf } from "./days";

const HOUR_MS = 3_600_000;
const at = (day: number, hour: number, month = 4) => new Date(2027, month, day, hour).getTime();

function line(id: string, startMs: number, more: Partial<CalendarLine> = {}): CalendarLine {
  return {
    id,
    name: id,
    game: "tavli",
    state: "open",
    opens_at_ms: startMs - HOUR_MS,
    starts_at_ms: startMs,
    ends_at_ms: startMs + 2 * HOUR_MS,
    price_chips: 0,
    changed_at_ms: 0,
    maker: "",
    ...more,
  };
}

const company = { company: "c", evening_at_ms: at(19, 20) } as CompanyLine;

it("puts what is on under the days of the reader's own clock", () => {
  const lines = [line("late", at(17, 23)), line("early", at(18, 1)), line("far", at(24, 12)), line("last", at(23, 23))];
  const days = daysOf(lines, [company], at(17, 12));
  expect(days.map((day) => [new Date(day.atMs).getDate(), day.occasions.map((one) => one.key)])).toEqual([
    [17, ["late"]],
    [18, ["early"]],
    [19, ["c"]],
    [23, ["last"]],
  ]);
});

it("shows today though nothing is on, and what runs since yesterday as today's", () => {
  expect(daysOf([], [], at(17, 12))).toEqual([{ atMs: at(17, 0), occasions: [] }]);
  const running = line("night", at(16, 23), { ends_at_ms: at(17, 2), state: "running" });
  expect(daysOf([running], [], at(17, 1))[0]?.occasions).toHaveLength(1);
  expect(daysOf([running], [], at(17, 3))[0]?.occasions).toHaveLength(0);
});

it("leaves out what was called off", () => {
  expect(daysOf([line("off", at(17, 20), { state: "cancelled" })], [], at(17, 12))[0]?.occasions).toEqual([]);
});

it.each([
  [28, 2],
  [31, 9],
])("counts days by the calendar where the clock is changed: %i of month %i", (day, month) => {
  const days = daysOf([line("one", at(day, 23, month)), line("two", at(day + 1, 0, month))], [], at(day, 0, month));
  expect(days.map((each) => each.occasions.length)).toEqual([1, 1]);
});

it("says what is on or comes next", () => {
  const lines = [line("over", at(16, 20)), line("off", at(17, 13), { state: "cancelled" }), line("next", at(17, 20))];
  expect(nextOf(lines, at(17, 12))?.id).toBe("next");
  expect(nextOf([], at(17, 12))).toBeNull();
});
