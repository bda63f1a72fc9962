import { alternating, sorted } from "../../cards/sort";
import type { Move, View } from "./view";

export const TRUMP_ORDER = "J9ATKQ87";
export const PLAIN_ORDER = "ATKQJ987";

/** A hand as it is held: trumps first and in their own order, colours side by side. */
export function inOrder(cards: readonly string[], trump: string | null): string[] {
  const ranks = (suit: string) => (suit === trump ? TRUMP_ORDER : PLAIN_ORDER);
  return sorted(cards, { suits: alternating(cards, trump), ranks });
}

/** The code with which a card would be refused now; null: it may be played, or nobody asks for one. */
export function refusalOf(view: Pick<View, "refused">, yourTurn: boolean, card: string): string | null {
  return yourTurn ? (view.refused[card] ?? null) : null;
}

export type Wish = { move: Move } | { refuse: string };

/** What becomes of a card that somebody wants to play. */
export function wish(view: Pick<View, "phase" | "refused" | "legal">, yourTurn: boolean, card: string): Wish {
  if (view.phase !== "tricks") return { refuse: "wrong_phase" };
  if (!yourTurn) return { refuse: "not_your_turn" };
  const code = view.refused[card] ?? (view.legal.includes(card) ? null : "card_not_in_hand");
  return code === null ? { move: { move: "play", card } } : { refuse: code };
}

/** The duty of this turn, if not every card may be played: one code stands for all. */
export function dutyOf({ refused, legal }: Pick<View, "refused" | "legal">): string | null {
  if (legal.length === 0) return null;
  const codes = Object.values(refused);
  return codes.find((code) => code === "must_overtrump") ?? codes[0] ?? null;
}
