/** The packs that are played with. The letter `s` is a spade in one and a sword in the other, so a code alone says too little. */
export type Pack = "french" | "tichu";

export type Suit = "clubs" | "diamonds" | "hearts" | "spades" | "jade" | "sword" | "pagoda" | "star";
export type Special = "joker" | "mahjong" | "dog" | "phoenix" | "dragon";
export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";

export type Face = { rank: Rank; suit: Suit } | { special: Special };

export const RANKS: readonly Rank[] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];

const SUITS: Readonly<Record<Pack, Readonly<Record<string, Suit>>>> = {
  french: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
  tichu: { j: "jade", s: "sword", p: "pagoda", t: "star" },
};

const SPECIALS: Readonly<Record<Pack, Readonly<Record<string, Special>>>> = {
  french: { X: "joker" },
  tichu: { MJ: "mahjong", DOG: "dog", PHX: "phoenix", DRG: "dragon" },
};

/** What a card's code shows: `Th` is the ten of hearts, `X` a joker, `DRG` the Dragon; null: no card of this pack. */
export function faceOf(code: string, pack: Pack = "french"): Face | null {
  const special = SPECIALS[pack][code];
  if (special) return { special };
  const suit = SUITS[pack][code.slice(1)];
  const rank = RANKS.find((each) => each === code[0]);
  return rank && suit ? { rank, suit } : null;
}

/** The suit's letter of a code: `Th` → `h`; of a card without suit nothing. */
export function suitLetter(code: string): string {
  return code.length === 2 && RANKS.includes(code[0] as Rank) ? (code[1] ?? "") : "";
}

/** What is written in the corner: the ten as 10. */
export function rankText(rank: Rank): string {
  return rank === "T" ? "10" : rank;
}

/** The suit of a letter in a pack; null: none. */
export function suitOf(letter: string, pack: Pack = "french"): Suit | null {
  return SUITS[pack][letter] ?? null;
}
