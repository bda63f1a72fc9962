import { useState } from "react";
import { type End, endsFor, type Lay, type View, wish } from "./laying";

interface Props {
  view: View;
  you: number | null;
  yourTurn: boolean;
  move: (move: Lay) => void;
  refuse: (code: string) => void;
}

export interface Asked {
  tile: string;
  /** Which time of asking it is: asked again, the question takes the focus again. */
  time: number;
}

/** What the player holds, what they are asked, and how tiles get from the rack to the table. */
export interface Laying {
  /** The tile that is chosen in the rack. */
  chosen: string | null;
  choose: (tile: string | null) => void;
  /** The tile under the pointer or the focus. */
  touch: (tile: string | null) => void;
  /** The tile whose ends glow. */
  held: string | null;
  /** The tile whose end must be named; anew each time that it is asked. */
  asked: Asked | null;
  lay: (tile: string, side?: End | null) => void;
}

export function useLaying({ view, you, yourTurn, move, refuse }: Props): Laying {
  const [chosen, choose] = useState<string | null>(null);
  const [touched, touch] = useState<string | null>(null);
  const [wanted, want] = useState<Asked | null>(null);
  const own = you === null ? [] : (view.hands[you] ?? []);
  const asked = wanted !== null && yourTurn && endsFor(view, wanted.tile).length > 1 ? wanted : null;

  const ask = (tile: string) => want((before) => ({ tile, time: (before?.time ?? 0) + 1 }));

  function lay(tile: string, side: End | null = null) {
    const answer = wish(view, yourTurn, tile, side);
    if ("refuse" in answer) return refuse(answer.refuse);
    if ("ask" in answer) return ask(tile);
    choose(null);
    want(null);
    move(answer.move);
  }

  function select(tile: string | null) {
    choose(tile);
    if (tile !== null && yourTurn && endsFor(view, tile).length > 1) ask(tile);
    else want(null);
  }

  // A tile that has gone from the rack is held no longer, though no event said that the pointer has left it.
  const held = [touched, asked?.tile, chosen].find((tile) => tile && own.includes(tile)) ?? null;
  return { chosen, choose: select, touch, held, asked, lay };
}
