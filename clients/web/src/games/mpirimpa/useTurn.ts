import { useState } from "react";
import { type Melding, useMelding } from "../../cards/melds/useMelding";
import type { Play } from "../../cards/melds/view";
import type { GameProps } from "../api";
import { drafted, isJustified, PLAYS, type Position, positionOf } from "./plays";
import type { MeldView, Move, View } from "./view";

/** What the viewer has in mind and can do; in Pro the pile is taken in two steps. */
export interface Turn extends Melding<MeldView, Position> {
  /** Pro: the plays with which the pile is being taken; null: it is not. */
  draft: readonly Play[] | null;
  undo: () => void;
}

interface Draft {
  stamp: string;
  plays: readonly Play[];
}

/** What a draft was begun from: with anything else it is forgotten. */
const stampOf = ({ hand_number, stock_count, pile }: View) => `${hand_number} ${stock_count} ${pile.join("")}`;

/** Choosing cards, trying out what they make, and sending it; with the pile of Pro as if it were taken already. */
export function useTurn(props: GameProps<View, Move>): Turn {
  const { view, you, yourTurn, refuse, move } = props;
  const [kept, setKept] = useState<Draft | null>(null);
  const live = yourTurn && view.now?.take_pile === null && kept?.stamp === stampOf(view);
  const draft = live ? kept.plays : null;
  const keep = (plays: readonly Play[] | null) => setKept(plays && { stamp: stampOf(view), plays });
  const melding = useMelding<MeldView, Position>({
    ...props,
    plays: PLAYS,
    position: you === null || !view.now ? null : positionNow(view, you, draft),
    collect: draft && ((play) => keep([...draft, play])),
    discardRefusal: (position) => discardRefusal(view, position),
  });
  const change = (plays: readonly Play[] | null) => {
    keep(plays);
    melding.clear();
  };

  /** The free pile is simply taken; in Pro the first press begins a draft, the second sends it. */
  function takePile() {
    if (!view.pro || !yourTurn || view.now?.take_pile !== null) melding.takePile();
    else if (draft === null) change([]);
    else if (!isJustified(view.pile, draft)) refuse("pile_not_justified");
    else {
      melding.clear();
      move({ move: "take_pile", plays: [...draft] });
    }
  }

  return { ...melding, draft, takePile, undo: () => change(draft && draft.length > 0 ? draft.slice(0, -1) : null) };
}

function positionNow(view: View, you: number, draft: readonly Play[] | null): Position {
  const now = positionOf(view, you);
  const thought = draft && drafted(now, view.pile, draft);
  return thought && typeof thought !== "string" ? thought : now;
}

function discardRefusal(view: View, position: Position): string | null {
  const isLast = position.hand.length === 1;
  return isLast && position.pot && !view.biriba[position.side] ? "no_biriba" : null;
}
