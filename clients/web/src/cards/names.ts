import { faceOf, type Pack, type Suit, suitOf } from "./code";

/** Looks words up; keys here say that they are the cards' own. */
type Say = (key: string, values?: Record<string, unknown>) => string;

/** A card in words: `Th` → "ten of hearts". What is no card is said as it is written. */
export function cardName(code: string, say: Say, pack: Pack = "french"): string {
  const face = faceOf(code, pack);
  if (!face) return code;
  if ("special" in face) return say(`cards:specials.${face.special}`);
  return say("cards:suited", { rank: say(`cards:ranks.${face.rank}`), suit: suitName(face.suit, say) });
}

export function suitName(suit: Suit, say: Say): string {
  return say(`cards:suits.${suit}`);
}

/** The name of the suit that a letter stands for. */
export function nameOfSuit(letter: string, say: Say, pack: Pack = "french"): string {
  const suit = suitOf(letter, pack);
  return suit ? suitName(suit, say) : letter;
}
