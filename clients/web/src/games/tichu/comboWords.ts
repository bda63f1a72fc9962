import { cardName } from "../../cards/names";
import type { Say } from "../api";
import type { Combo } from "./combos";
import { rankOf, rankWords } from "./ranks";
import type { Shown } from "./view";

/** A combination in words; a single is its card. */
export function comboWords({ kind, length, rank, phoenix }: Combo, cards: readonly string[], say: Say): string {
  if (kind === "single" || kind === "dog") return cardName(cards[0] ?? "", say, "tichu");
  const words = say(`combo.${kind}`, { length, rank: rankWords(rank) });
  return phoenix ? say("combo.withPhoenix", { combo: words, rank: rankWords(phoenix) }) : words;
}

/** A play on the table as a combination. */
export function comboOf({ type, length, rank, phx_as }: Shown): Combo {
  return { kind: type, length, rank, phoenix: phx_as === null ? 0 : rankOf(`${phx_as}j`) };
}

/** A play on the table in words. */
export function playWords(shown: Shown, say: Say): string {
  return comboWords(comboOf(shown), shown.cards, say);
}
