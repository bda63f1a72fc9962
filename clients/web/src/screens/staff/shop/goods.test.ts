import { describe, expect, it } from "vitest";
import { centsOf, changesOf, type Goods, goodsOf, isFair, linesOf, newPack, oddsOf, type Section } from "./goods";

const GOODS: [Section, Goods][] = [
  ["items", { coffee: 50, ouzo: 100 }],
  ["packs", { small: { chips: 5_000, price_cents: 199 }, big: { chips: 40_000, price_cents: 1_005 } }],
  ["lotteries", { free: { price_chips: 0, rows: [[10_000, 100]] }, one: { price_chips: 200, rows: [[1, 5], [9_999, 0]] } }], // prettier-ignore
];

describe("what the shop sells", () => {
  it.each(GOODS)("of %s is typed and read again", (section, goods) => {
    expect(goodsOf(section, linesOf(goods, {}))).toEqual(goods);
    expect(goodsOf(section, linesOf({}, goods))).toEqual({});
    expect(changesOf(goods, goods)).toEqual([]);
  });

  it("is listed the cheapest first, and after it what is not sold now", () => {
    const lines = linesOf({ ouzo: 100, coffee: 50 }, { coffee: 40, flowers: 30 });
    expect(lines.map((each) => [each.name, each.sold, each.chips])).toEqual([
      ["coffee", true, "50"],
      ["ouzo", true, "100"],
      ["flowers", false, "30"],
    ]);
  });

  it.each(["", "5.5", "many", "-3", "1e3", "12345678901"])("has no price of %j", (chips) => {
    const [line] = linesOf({ coffee: 50 }, {});
    expect(goodsOf("items", [{ ...line!, chips }])).toBeNull();
  });
});

it.each([
  ["1.99", 199],
  ["1,9", 190],
  [" 20 ", 2_000],
  ["0.50", 50],
  ["1.999", null],
  ["", null],
  ["€2", null],
  ["1.", null],
])("reads %j euro as %j cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

it("knows which table of prizes is allowed", () => {
  const rows: [number, number][] = [[5_000, 100], [5_000, 0]]; // prettier-ignore
  expect(oddsOf({ rows })).toEqual({ draws: 10_000, paid: 500_000 });
  expect(isFair({ price_chips: 50, rows })).toBe(true);
  expect(isFair({ price_chips: 49, rows })).toBe(false);
  expect(isFair({ price_chips: 0, rows })).toBe(true);
  expect(isFair({ price_chips: 900, rows: [[9_999, 0]] })).toBe(false);
});

it("names what is new, changed and taken away, whatever the order of fields", () => {
  const before: Goods = { same: { chips: 1, price_cents: 2 }, gone: { chips: 3, price_cents: 4 }, other: { chips: 5, price_cents: 6 } }; // prettier-ignore
  const after: Goods = { other: { chips: 5, price_cents: 7 }, same: { price_cents: 2, chips: 1 }, fresh: { chips: 8, price_cents: 9 } }; // prettier-ignore
  expect(changesOf(before, after)).toEqual([
    { name: "gone", before: { chips: 3, price_cents: 4 }, after: null },
    { name: "other", before: { chips: 5, price_cents: 6 }, after: { chips: 5, price_cents: 7 } },
    { name: "fresh", before: null, after: { chips: 8, price_cents: 9 } },
  ]);
});

it("gives a new pack a name that no other has", () => {
  const one = newPack([]);
  const two = newPack([one]);
  expect(newPack([two]).name).not.toBe(two.name);
});
