import { useState } from "react";
import type { Press } from "../../cards/Hand";
import type { GameProps } from "../api";
import { wish } from "./playing";
import type { Move, View } from "./view";

export interface Playing {
  /** The card that is lifted. */
  chosen: string | null;
  choose: (card: string | null) => void;
  press: (card: string, how: Press) => void;
  play: (card: string) => void;
}

/** How cards get from the hand to the table: the first press lifts one, the second plays it; a key plays at once. */
export function usePlaying({ view, you, yourTurn, move, refuse }: GameProps<View, Move>): Playing {
  const [wanted, choose] = useState<string | null>(null);
  const own = you === null ? [] : (view.hands[you] ?? []);
  const chosen = wanted !== null && own.includes(wanted) ? wanted : null;

  function play(card: string) {
    const answer = wish(view, yourTurn, card);
    choose(null);
    if ("move" in answer) move(answer.move);
    else refuse(answer.refuse);
  }

  function press(card: string, how: Press) {
    if (you === null) return;
    if (how === "keys" || chosen === card || (yourTurn && view.refused[card])) play(card);
    else choose(card);
  }

  return { chosen, choose, press, play };
}
