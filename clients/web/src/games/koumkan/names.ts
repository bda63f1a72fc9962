import { rankLetter } from "../../cards/melds/faces";
import { cardName, nameOfSuit } from "../../cards/names";
import type { Say } from "../api";
import type { MeldView, View } from "./view";
import { nameOf, type Sitting } from "../../parts/sitting";

export { nameOf, type Sitting };

/** What the parts of the board need for their words. */
export interface Words {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

type Seen = Pick<View, "seats" | "seat">;

/** The same as it is shown: oneself is "You". */
export function shortName(view: Seen, seats: readonly Sitting[], seat: number, say: Say): string {
  if (seat === view.seat) return say("you");
  return seats[seat]?.name ?? "";
}

/** Cards in words, one after the other. */
export const cardNames = (cards: readonly string[], say: Say) => cards.map((card) => cardName(card, say)).join(", ");

/** A rank in words: `6` → "six". */
export const rankName = (letter: string, say: Say) => say(`cards:ranks.${letter}`);

/** A meld in words: what it is, what its jokers stand for. */
export function meldName(meld: MeldView, say: Say): string {
  const parts = [meld.kind === "run" ? runName(meld, say) : groupName(meld, say)];
  for (const { index, card } of meld.stands_for) {
    const place = card.length === 2 ? cardName(card, say) : rankName(card, say);
    parts.push(say("cards:melds.meld.wild", { card: cardName(meld.cards[index] ?? "", say), place }));
  }
  return parts.join(", ");
}

function runName({ suit, low, cards }: MeldView, say: Say): string {
  const [from, to] = [low ?? 1, (low ?? 1) + cards.length - 1].map((place) => rankName(rankLetter(place), say));
  return say("cards:melds.meld.run", { suit: nameOfSuit(suit ?? "", say), low: from, high: to });
}

function groupName({ rank, cards }: MeldView, say: Say): string {
  const suits = cards.filter((card) => card.length === 2).map((card) => nameOfSuit(card[1] ?? "", say));
  return say("meld.group", { rank: rankName(rank ?? "", say), suits: suits.join(", ") });
}

/** The ranks that are wild beside the jokers, short: "6 = joker", "6 and 2 = joker"; nothing where there are none. */
export function wildWords({ wild_ranks: [, rank, other] }: Pick<View, "wild_ranks">, say: Say): string {
  const written = (letter: string) => (letter === "T" ? "10" : letter);
  if (rank === undefined) return "";
  if (other === undefined) return say("wild.one", { rank: written(rank) });
  return say("wild.two", { rank: written(rank), other: written(other) });
}
