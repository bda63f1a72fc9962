import { useState } from "react";
import type { GameProps } from "../api";
import { type Choice, judge } from "./choice";
import type { Combo } from "./combos";
import { letterOf } from "./ranks";
import type { Move, View } from "./view";

/** What has to be answered before cards are played: what the Phoenix is, what is wished, which bomb. */
export type Question =
  | { kind: "phoenix"; cards: string[]; readings: readonly Combo[] }
  | { kind: "wish"; cards: string[] }
  | { kind: "bomb" };

export interface Playing {
  /** The cards that are lifted. */
  chosen: string[];
  /** What they are; null: none is lifted. */
  choice: Choice | null;
  asks: Question | null;
  toggle: (card: string) => void;
  /** Plays what is lifted, and this card with it. */
  play: (card?: string) => void;
  playCards: (cards: string[]) => void;
  askBomb: () => void;
  /** Decides the question: the reading of the Phoenix, or the wished rank. */
  answer: (with_: { phx_as?: string; wish?: string }) => void;
  /** Puts the question away, or the cards down. */
  back: () => void;
}

/** How cards get from the hand to the table: presses lift them, a button plays them, with a question where one is due. */
export function usePlaying({ view, you, pending, move, refuse }: GameProps<View, Move>): Playing {
  const [lifted, setLifted] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<Question | null>(null);
  const own = you === null ? [] : (view.hands[you] ?? []);
  const chosen = own.filter((card) => lifted.includes(card));
  const asks = asked && stillHolds(asked, view) ? asked : null;

  function send(cards: string[], with_: { phx_as?: string; wish?: string }) {
    setLifted([]);
    setAsked(null);
    move({ move: "play", cards, ...with_ });
  }

  function playCards(cards: string[]) {
    if (pending !== null) return;
    const { readings, refusal } = judge(view, cards);
    if (refusal !== null) {
      refuse(refusal);
      return;
    }
    if (readings.length > 1) setAsked({ kind: "phoenix", cards, readings });
    else if (cards.includes("MJ")) setAsked({ kind: "wish", cards });
    else send(cards, {});
  }

  return {
    chosen,
    choice: chosen.length > 0 ? judge(view, chosen) : null,
    asks,
    toggle: (card) => {
      setAsked(null);
      setLifted(chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card]);
    },
    play: (card) => playCards(card === undefined || chosen.includes(card) ? chosen : [...chosen, card]),
    playCards,
    askBomb: () => setAsked({ kind: "bomb" }),
    answer: (with_) => asks && asks.kind !== "bomb" && send(asks.cards, with_),
    back: () => (asks === null ? setLifted([]) : setAsked(null)),
  };
}

/** A question is of no use when its cards can no longer be played. */
function stillHolds(asked: Question, view: View): boolean {
  if (asked.kind === "bomb") return view.bombs.length > 0;
  return judge(view, asked.cards).refusal === null;
}

/** The rank that a reading has the Phoenix stand for, as moves write it. */
export const standsFor = ({ phoenix }: Combo) => letterOf(phoenix);
