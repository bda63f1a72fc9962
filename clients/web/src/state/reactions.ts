import type { ReactionFrame } from "kafeneio-client";

export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "again"] as const;
export const SIGNS = ["smile", "laugh", "wow", "heart", "sad", "coffee"] as const;

export type Phrase = (typeof PHRASES)[number];
export type Sign = (typeof SIGNS)[number];

/** How long a reaction stands at its seat. */
export const REACTION_MS = 5_000;

export const isSign = (reaction: string): reaction is Sign => (SIGNS as readonly string[]).includes(reaction);
export const isPhrase = (reaction: string): reaction is Phrase => (PHRASES as readonly string[]).includes(reaction);

/** What stands at the seats once this has come: of each player the last one. A later release's is left out. */
export function withReaction(known: readonly ReactionFrame[], frame: ReactionFrame): readonly ReactionFrame[] {
  if (!isSign(frame.reaction) && !isPhrase(frame.reaction)) return known;
  return [...known.filter((each) => each.account !== frame.account), frame];
}

/** The same without one whose time is over. */
export function withoutReaction(known: readonly ReactionFrame[], frame: ReactionFrame): readonly ReactionFrame[] {
  return known.includes(frame) ? known.filter((each) => each !== frame) : known;
}
