import { asPlayed, beats, type Combo, isBomb, readings, refusalOn } from "./combos";
import { rankOf } from "./ranks";
import { topOf, type View } from "./view";

type Seen = Pick<View, "phase" | "plays" | "turn" | "seat" | "duty" | "duty_cards" | "wish">;

export interface Choice {
  /** What the chosen cards are, the highest first, as they would count now; of two readings those that may be played. */
  readings: Combo[];
  /** The code with which playing them would be refused now; null: they may be played. */
  refusal: string | null;
}

/** Whether the viewer leads or follows now. */
export const isInTurn = ({ phase, turn, seat }: Pick<View, "phase" | "turn" | "seat">) =>
  phase === "play" && turn !== null && turn === seat;

/** What chosen cards are, and whether they may be played: as the engine's checks have it. */
export function judge(view: Seen, cards: readonly string[]): Choice {
  const top = topOf(view);
  const found = readings(cards).map((each) => asPlayed(each, top));
  const fitting = top === null ? found : found.filter((each) => beats(each, top));
  return { readings: fitting.length > 0 ? fitting : found, refusal: refusalOf(view, cards, found) };
}

function refusalOf(view: Seen, cards: readonly string[], found: readonly Combo[]): string | null {
  const top = topOf(view);
  const [best] = found;
  if (view.phase !== "play" && view.phase !== "window") return "wrong_phase";
  if (cards.length === 0) return "no_cards";
  if (!isInTurn(view)) {
    if (!best || !isBomb(best)) return "not_your_turn";
    if (top === null) return "nothing_to_bomb";
  }
  if (!best) return "not_a_combination";
  if (top !== null) {
    const code = best.kind === "dog" ? "dog_only_on_lead" : refusalOn(best, top);
    if (code !== null) return code;
  }
  const fulfils = cards.some((card) => view.duty_cards.includes(card));
  return isInTurn(view) && view.duty && !fulfils ? "must_fulfil_wish" : null;
}

/** The bombs that may be played on the table now, in turn or not. */
export function bombsOf(view: Pick<View, "bombs"> & Seen): string[][] {
  return topOf(view) === null ? [] : view.bombs.filter((cards) => judge(view, cards).refusal === null);
}

/** Cards in the order in which a combination is read: the triple first, the Phoenix where it stands. */
export function inOrder(cards: readonly string[], kind: Combo["kind"], rank: number, phoenix: number): string[] {
  const place = (card: string) => {
    const of = card === "PHX" ? phoenix : rankOf(card);
    return kind === "full_house" && of === rank ? 0 : of;
  };
  return [...cards].sort((one, other) => place(one) - place(other));
}
