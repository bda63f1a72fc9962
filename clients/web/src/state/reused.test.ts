import { describe, expect, it } from "vitest";
import { reused } from "./reused";

describe("a view made of the one before", () => {
  const last = { seats: [{ name: "Ana" }, { name: "Ben" }], totals: [10, 20], trick: ["7h"], said: null };

  it("is the one before where nothing has changed", () => {
    expect(reused(last, structuredClone(last))).toBe(last);
  });

  it("keeps every part that is the same, and has what is new", () => {
    const next = { ...structuredClone(last), trick: ["7h", "8h"] };
    const made = reused(last, next);
    expect(made).toEqual(next);
    expect(made).not.toBe(last);
    expect(made.seats).toBe(last.seats);
    expect(made.totals).toBe(last.totals);
  });

  it("keeps the entries of a list that are the same", () => {
    const made = reused(last, { ...last, seats: [{ name: "Ana" }, { name: "Cleo" }] });
    expect(made.seats[0]).toBe(last.seats[0]);
    expect(made.seats).toEqual([{ name: "Ana" }, { name: "Cleo" }]);
  });

  it.each([
    ["another kind of value", { a: [1] }, { a: { 0: 1 } }],
    ["nothing", { a: 1 }, { a: null }],
    ["something where nothing was", { a: null }, { a: { b: 1 } }],
    ["a field less", { a: 1, b: 2 }, { a: 1 }],
    ["another field", { a: undefined }, { b: undefined }],
    ["a shorter list", { a: [1, 2] }, { a: [1] }],
    ["a longer list", { a: [1] }, { a: [1, undefined] }],
  ])("has %s", (_, before, after) => {
    const made = reused<unknown>(before, after);
    expect(made).toStrictEqual(after);
    expect(made).not.toBe(before);
  });

  it("changes neither of the two", () => {
    const [one, other] = [structuredClone(last), { ...structuredClone(last), totals: [11, 20] }];
    reused(one, other);
    expect(one).toEqual(last);
    expect(other.totals).toEqual([11, 20]);
  });
});
