/** What the shop sells, part by part, as an operator edits it. Nothing here knows a page. */

/** The parts of the shop, each one setting of the wallet. */
export const SECTIONS = ["packs", "items", "avatars", "lotteries"] as const;
export type Section = (typeof SECTIONS)[number];
export const isSection = (name: string): name is Section => (SECTIONS as readonly string[]).includes(name);

export interface Pack {
  chips: number;
  price_cents: number;
}

export interface Lottery {
  price_chips: number;
  /** So many of 10,000 draws, and what each wins. */
  rows: [number, number][];
}

/** A price in chips, a pack, or a lottery. */
export type Good = number | Pack | Lottery;
export type Goods = Record<string, Good>;

export const isPack = (good: Good): good is Pack => typeof good === "object" && "price_cents" in good;
export const isLottery = (good: Good): good is Lottery => typeof good === "object" && "rows" in good;

export interface PrizeLine {
  draws: string;
  prize: string;
}

/** Something that may be sold, as it is typed. `chips`: its price, of a pack its chips; `price`: of a pack, in euro. */
export interface Line {
  name: string;
  sold: boolean;
  chips: string;
  price: string;
  rows: PrizeLine[];
}

export const DRAWS = 10_000;
export const FREE = "free";

/** Everything that is sold, the cheapest first, and then what was sold once and is not now. */
export function linesOf(value: Goods, usual: Goods): Line[] {
  const now = Object.entries(value).toSorted(([, one], [, other]) => priceOf(one) - priceOf(other));
  const past = Object.entries(usual).filter(([name]) => !(name in value));
  return [
    ...now.map(([name, good]) => lineOf(name, good, true)),
    ...past.map(([name, good]) => lineOf(name, good, false)),
  ];
}

export function priceOf(good: Good): number {
  if (typeof good === "number") return good;
  return isPack(good) ? good.price_cents : good.price_chips;
}

function lineOf(name: string, good: Good, sold: boolean): Line {
  const empty = { name, sold, price: "", rows: [] };
  if (typeof good === "number") return { ...empty, chips: String(good) };
  if (isPack(good)) return { ...empty, chips: String(good.chips), price: (good.price_cents / 100).toFixed(2) };
  const rows = good.rows.map(([draws, prize]) => ({ draws: String(draws), prize: String(prize) }));
  return { ...empty, chips: String(good.price_chips), rows };
}

/** What is typed as what would be sold; null while something cannot be read. */
export function goodsOf(section: Section, lines: readonly Line[]): Goods | null {
  const read = lines.filter((each) => each.sold).map((each) => [each.name, goodOf(section, each)] as const);
  return read.every(([, good]) => good !== null) ? (Object.fromEntries(read) as Goods) : null;
}

function goodOf(section: Section, line: Line): Good | null {
  const chips = numberOf(line.chips);
  if (chips === null) return null;
  if (section === "packs") {
    const cents = centsOf(line.price);
    return cents === null ? null : { chips, price_cents: cents };
  }
  if (section !== "lotteries") return chips;
  const rows = line.rows.map(({ draws, prize }) => [numberOf(draws), numberOf(prize)]);
  return rows.flat().includes(null) ? null : { price_chips: chips, rows: rows as [number, number][] };
}

export const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

/** Euro with at most two decimals, by a point or a comma. */
export function centsOf(text: string): number | null {
  const [, whole, part = ""] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** How many draws a table gives out, and what all of them pay. */
export function oddsOf({ rows }: Pick<Lottery, "rows">): { draws: number; paid: number } {
  return {
    draws: rows.reduce((sum, [draws]) => sum + draws, 0),
    paid: rows.reduce((sum, [draws, prize]) => sum + draws * prize, 0),
  };
}

/** Whether a table gives out every draw, and pays back no more than its price. */
export function isFair(lottery: Lottery): boolean {
  const { draws, paid } = oddsOf(lottery);
  return draws === DRAWS && (lottery.price_chips === 0 || paid <= lottery.price_chips * DRAWS);
}

export interface GoodChange {
  name: string;
  before: Good | null;
  after: Good | null;
}

/** What differs, by name. */
export function changesOf(before: Goods, after: Goods): GoodChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
    .filter((each) => JSON.stringify(plain(each.before)) !== JSON.stringify(plain(each.after)));
}

/** The same good is the same text, in whatever order its fields came. */
const plain = (good: Good | null) =>
  good === null || typeof good === "number"
    ? good
    : Object.entries(good).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** A pack with a name of its own, which nobody reads. */
export function newPack(lines: readonly Line[]): Line {
  const taken = new Set(lines.map((each) => each.name));
  let number = lines.length + 1;
  while (taken.has(`pack_new_${number}`)) number += 1;
  return { name: `pack_new_${number}`, sold: true, chips: "", price: "", rows: [] };
}
