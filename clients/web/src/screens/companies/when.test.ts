import { describe, expect, it } from "vitest";
import { nearness, readTime, weekdayName, writeTime } from "./when";

const at = (day: number, hour: number) => new Date(2027, 2, day, hour).getTime();

describe("the moment of an evening", () => {
  it.each([
    [at(4, 20), at(4, 9), "tonight"],
    [at(4, 12), at(4, 9), "today"],
    [at(5, 20), at(4, 23), "tomorrow"],
    [at(6, 20), at(4, 23), null],
    [at(4, 20), at(4, 20), "on"],
    [at(4, 20), at(4, 22), "on"],
  ])("is said by the reader's days", (when, now, words) => {
    expect(nearness(when, now)).toBe(words);
  });

  it("is on the day after at the end of a month too", () => {
    expect(nearness(new Date(2027, 3, 1, 20).getTime(), at(31, 20))).toBe("tomorrow");
  });
});

describe("a time of day", () => {
  it.each([0, 59, 60, 1_200, 1_439])("is read as it was written: minute %i", (minute) => {
    expect(readTime(writeTime(minute))).toBe(minute);
  });

  it.each(["", "8:00", "20", "20:0"])("is no other text: %s", (text) => {
    expect(readTime(text)).toBeNull();
  });
});

it("names the days from Monday on", () => {
  expect([0, 3, 6].map((day) => weekdayName(day, "en"))).toEqual(["Monday", "Thursday", "Sunday"]);
});
