import { ACE, LOWEST, rankOf } from "./ranks";
import type { Shown } from "./view";

export type Kind = Shown["type"];

/** One thing that a set of cards may be. */
export interface Combo {
  kind: Kind;
  length: number;
  /** What is compared: 1 Mah Jong, 2 … 14, 15 Dragon; the Phoenix alone has halves. */
  rank: number;
  /** The rank that the Phoenix stands for; 0 without it, or alone. */
  phoenix: number;
}

const STRAIGHT_MIN = 5;
const DRAGON = 15;
const SPECIAL_SINGLES: Readonly<Record<string, number>> = { MJ: 1, PHX: 1.5, DRG: DRAGON };

const combo = (kind: Kind, length: number, rank: number, phoenix = 0): Combo => ({ kind, length, rank, phoenix });

/** Everything that a set of cards may be, the highest first; two readings only with the Phoenix. Alone it is read as led. */
export function readings(cards: readonly string[]): Combo[] {
  const length = cards.length;
  const [first] = cards;
  if (first === undefined) return [];
  if (length === 1) return [first === "DOG" ? combo("dog", 1, 0) : single(first)];
  if (cards.includes("DOG") || cards.includes("DRG")) return [];
  const held = new Map<number, number>();
  for (const card of cards) if (card !== "PHX") held.set(rankOf(card) || 1, (held.get(rankOf(card) || 1) ?? 0) + 1);
  const phoenix = cards.includes("PHX");
  const alike = held.has(1) ? [] : inGroups(held, length, phoenix);
  return alike.length > 0 ? alike : inRow(cards, held, phoenix);
}

const single = (card: string) => combo("single", 1, SPECIAL_SINGLES[card] ?? rankOf(card));

/** Ranks that are held more than once. */
function inGroups(held: ReadonlyMap<number, number>, length: number, phoenix: boolean): Combo[] {
  const ranks = [...held.keys()].sort((one, other) => one - other);
  const most = Math.max(...held.values());
  const [low = 0] = ranks;
  if (ranks.length === 1) return ofOneRank(length, low, phoenix);
  if (length === 5 && ranks.length === 2 && most < 4) return fullHouse(held, ranks, phoenix);
  const alone = ranks.filter((rank) => held.get(rank) === 1);
  const pairs = most <= 2 && ranks.length * 2 === length && alone.length === Number(phoenix);
  return pairs && isRun(ranks) ? [combo("stairs", length, ranks.at(-1) ?? 0, alone[0] ?? 0)] : [];
}

function ofOneRank(length: number, rank: number, phoenix: boolean): Combo[] {
  if (length === 4) return phoenix ? [] : [combo("bomb_four", 4, rank)];
  if (length > 4) return [];
  return [combo(length === 2 ? "pair" : "triple", length, rank, phoenix ? rank : 0)];
}

function fullHouse(held: ReadonlyMap<number, number>, [low = 0, high = 0]: number[], phoenix: boolean): Combo[] {
  const triple = [low, high].find((rank) => held.get(rank) === 3);
  if (triple !== undefined) return [combo("full_house", 5, triple, phoenix ? low + high - triple : 0)];
  return [combo("full_house", 5, high, high), combo("full_house", 5, low, low)];
}

const isRun = (ranks: readonly number[]) => (ranks.at(-1) ?? 0) - (ranks[0] ?? 0) === ranks.length - 1;

/** Different ranks one after the other; the Mah Jong is 1. */
function inRow(cards: readonly string[], held: ReadonlyMap<number, number>, phoenix: boolean): Combo[] {
  const length = cards.length;
  if (length < STRAIGHT_MIN || held.size + Number(phoenix) !== length) return [];
  const ranks = [...held.keys()].sort((one, other) => one - other);
  const [low, high] = [ranks[0] ?? 0, ranks.at(-1) ?? 0];
  if (phoenix) return withPhoenix(ranks, length, low, high);
  if (!isRun(ranks)) return [];
  const oneSuit = !held.has(1) && cards.every((card) => card[1] === cards[0]?.[1]);
  return [combo(oneSuit ? "bomb_straight" : "straight", length, high)];
}

function withPhoenix(ranks: readonly number[], length: number, low: number, high: number): Combo[] {
  if (isRun(ranks)) {
    const above = high < ACE ? [combo("straight", length, high + 1, high + 1)] : [];
    return low > LOWEST ? [...above, combo("straight", length, high, low - 1)] : above;
  }
  if (high - low !== ranks.length) return [];
  const gap = ranks.find((rank) => !ranks.includes(rank + 1) && rank !== high) ?? 0;
  return [combo("straight", length, high, gap + 1)];
}

// --- what beats what ---

export const isBomb = ({ kind }: { kind: Kind }) => kind === "bomb_four" || kind === "bomb_straight";

/** As it counts on the table: the Phoenix alone is half a rank above a single, which the Dragon still beats. */
export function asPlayed(played: Combo, top: Ranked | null): Combo {
  const alone = played.kind === "single" && played.rank === SPECIAL_SINGLES["PHX"];
  if (!alone || top?.type !== "single") return played;
  return { ...played, rank: Math.min(top.rank + 0.5, DRAGON - 0.5) };
}

/** What of a play on the table counts. */
export type Ranked = Pick<Shown, "type" | "length" | "rank">;

/** Whether a combination, as played, may go on another. */
export function beats(played: Combo, top: Ranked): boolean {
  if (!isBomb(played)) {
    return played.kind === top.type && played.length === top.length && played.rank > top.rank;
  }
  if (!isBomb({ kind: top.type })) return true;
  if (played.kind !== top.type) return played.kind === "bomb_straight";
  return played.length === top.length ? played.rank > top.rank : played.length > top.length;
}

/** Why a combination, as played, may not go on another; null: it may. */
export function refusalOn(played: Combo, top: Ranked): string | null {
  if (beats(played, top)) return null;
  const same = played.kind === top.type && played.length === top.length;
  return same || isBomb(played) || isBomb({ kind: top.type }) ? "too_low" : "wrong_combination";
}
