import { isTwo, isWild, rankOf, suitOf } from "./faces";

/** Cards as they lie: a run from low to high, a group (cards of one rank) with its natural cards first. */
export interface Meld {
  kind: "run" | "group";
  /** Of a run. */
  suit: string;
  /** A run's first place, an ace on 1 or 14; a group's rank. */
  lo: number;
  cards: readonly string[];
  /** Which of the cards work as wild cards. */
  wild: readonly number[];
}

export type End = "low" | "high";
/** A meld, or the code of why there is none. */
export type Read = Meld | string;
/** What a game says of a meld that has too many wild cards: a code, or null. */
export type Limit = (meld: Meld) => string | null;

const TOP = 14;
/** The place on which a two of the suit is natural. */
export const HOME = 2;

/** Whether the card lies on a place of a run as itself; a two does on place 2 of its suit. */
function isNatural(card: string, suit: string, place: number): boolean {
  if (suitOf(card) !== suit) return false;
  if (isTwo(card)) return place === HOME;
  return rankOf(card) === place || (rankOf(card) === 1 && place === TOP);
}

export function runOf(suit: string, lo: number, cards: readonly string[]): Meld {
  const wild = cards.flatMap((card, at) => (isWild(card) && !isNatural(card, suit, lo + at) ? [at] : []));
  return { kind: "run", suit, lo, cards, wild };
}

const hiOf = ({ lo, cards }: Meld) => lo + cards.length - 1;

/** The cards from low to high as they are listed; null: so they make no run. */
export function asListed(suit: string, cards: readonly string[]): Meld | null {
  const lo = firstPlace(cards);
  if (lo === null || lo < 1 || lo + cards.length - 1 > TOP) return null;
  const fits = cards.every((card, at) => isWild(card) || isNatural(card, suit, lo + at));
  return fits ? runOf(suit, lo, cards) : null;
}

function firstPlace(cards: readonly string[]): number | null {
  const at = cards.findIndex((card) => rankOf(card) > 1 && !isWild(card));
  if (at >= 0) return rankOf(cards[at] ?? "") - at;
  if (!isWild(cards[0] ?? "X")) return 1;
  return isWild(cards.at(-1) ?? "X") ? null : TOP + 1 - cards.length;
}

/** The arrangement by the rules: naturals on their places, wild cards into the gaps; null: there is none. */
export function arranged(suit: string, cards: readonly string[]): Meld | null {
  let best: Meld | null = null;
  for (const [fixed, wild] of placings(suit, cards)) {
    const found = filled(suit, fixed, wild);
    if (found && (best === null || found.wild.length < best.wild.length)) best = found;
  }
  return best;
}

type Placing = [Map<number, string>, string[]];

/** The ways to put aces and a two on their places, and the wild cards that are left. Ace low first. */
function placings(suit: string, cards: readonly string[]): Placing[] {
  const wild = cards.filter(isWild);
  const natural = cards.filter((card) => !isWild(card));
  const aces = natural.filter((card) => rankOf(card) === 1);
  const middle = new Map(natural.filter((card) => rankOf(card) > 1).map((card) => [rankOf(card), card]));
  if (middle.size + aces.length < natural.length || aces.length > 2) return [];
  const home = wild.find((card) => isNatural(card, suit, HOME));
  const ends: number[][] = [[[]], [[1], [TOP]], [[1, TOP]]][aces.length] ?? [];
  return ends.flatMap((places) => {
    const fixed = new Map([...middle, ...places.map((place, at) => [place, aces[at] ?? ""] as const)]);
    const plain: Placing = [fixed, wild];
    if (home === undefined) return [plain];
    const rest = wild.toSpliced(wild.indexOf(home), 1);
    return [plain, [new Map([...fixed, [HOME, home]]), rest] as Placing];
  });
}

function filled(suit: string, fixed: ReadonlyMap<number, string>, wild: readonly string[]): Meld | null {
  let lo = Math.min(...fixed.keys());
  const hi = Math.max(...fixed.keys());
  const over = wild.length - (hi - lo + 1 - fixed.size);
  if (over < 0 || lo + fixed.size + wild.length - 1 - Math.min(over, lo - 1) > TOP) return null;
  const fill = [...wild];
  const cards: string[] = [];
  for (let place = lo; place <= hi; place++) cards.push(fixed.get(place) ?? fill.shift() ?? "");
  for (const card of fill) {
    if (lo + cards.length <= TOP) cards.push(card);
    else {
      cards.unshift(card);
      lo -= 1;
    }
  }
  return runOf(suit, lo, cards);
}

/** After a two of the suit that is wild at the high end of a run from the three on went to place 2. */
export function settled(meld: Meld): Meld {
  const last = meld.cards.length - 1;
  const two = meld.cards[last] ?? "";
  if (meld.lo !== HOME + 1 || !meld.wild.includes(last) || !isNatural(two, meld.suit, HOME)) return meld;
  return runOf(meld.suit, HOME, [two, ...meld.cards.slice(0, last)]);
}

/** A run after one more card. */
export function laidOnRun(limit: Limit, meld: Meld, card: string, end: End | null): Read {
  if (meld.cards.length === TOP) return "sequence_complete";
  const found = isWild(card) ? wildLaid(meld, card, end) : naturalLaid(meld, card, end);
  if (found === null) return "does_not_fit";
  return limit(found) ?? settled(found);
}

function naturalLaid(meld: Meld, card: string, end: End | null): Meld | null {
  const low = meld.lo > 1 && isNatural(card, meld.suit, meld.lo - 1);
  const high = hiOf(meld) < TOP && isNatural(card, meld.suit, hiOf(meld) + 1);
  if (low || high) return extended(meld, card, high && (!low || end === "high") ? "high" : "low");
  const at = meld.wild.find((each) => isNatural(card, meld.suit, meld.lo + each));
  return at === undefined ? null : replaced(meld, at, card);
}

function wildLaid(meld: Meld, card: string, end: End | null): Meld | null {
  if (isNatural(card, meld.suit, HOME)) {
    if (meld.lo === HOME + 1) return extended(meld, card, "low");
    if (meld.wild.includes(HOME - meld.lo)) return replaced(meld, HOME - meld.lo, card);
  }
  const to = end ?? (hiOf(meld) < TOP ? "high" : "low");
  const isFull = to === "low" ? meld.lo === 1 : hiOf(meld) === TOP;
  return isFull ? null : extended(meld, card, to);
}

function extended({ suit, lo, cards }: Meld, card: string, end: End): Meld {
  return end === "low" ? runOf(suit, lo - 1, [card, ...cards]) : runOf(suit, lo, [...cards, card]);
}

/** A natural card in place of the wild one, which moves on: home, to the high end, to the low one. */
function replaced(meld: Meld, at: number, card: string): Meld {
  const moved = meld.cards[at] ?? "";
  const whole = runOf(meld.suit, meld.lo, meld.cards.with(at, card));
  const goesHome = meld.lo === HOME + 1 && isNatural(moved, meld.suit, HOME);
  return extended(whole, moved, goesHome || hiOf(meld) === TOP ? "low" : "high");
}
