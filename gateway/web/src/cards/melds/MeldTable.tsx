import type { ReactNode } from "react";
import { CardTable } from "../CardTable";
import { Hand } from "../Hand";
import type { Melding } from "./useMelding";
import type { Ordering } from "./useOrder";
import type { AnyMeld } from "./view";

interface Props<M extends AnyMeld> {
  /** How it stands. */
  top: ReactNode;
  felt: ReactNode;
  prompt: ReactNode;
  /** Whether there is a hand to show, and whether it is the viewer's own. */
  hand: "own" | "shown" | null;
  order: Ordering;
  turn: Melding<M>;
  /** The ids of those cards in hand that are new. */
  marked: readonly string[];
  /** Panels over all of it. */
  children?: ReactNode;
}

/** The table of a game of melds: score above, both sides' melds with stock and pile between them, one's hand below. */
export function MeldTable<M extends AnyMeld>({ top, felt, prompt, hand, order, turn, marked, children }: Props<M>) {
  const own = hand === "own";
  return (
    <CardTable
      top={top}
      marks={{}}
      centre={felt}
      prompt={prompt}
      deep
      hand={
        hand ? (
          <Hand
            cards={order.cards}
            chosen={turn.chosen}
            marked={marked}
            onPress={(id) => own && turn.toggle(id)}
            onPull={own ? (id, x, y) => drop(turn, id, x, y) : undefined}
            onMove={own ? order.put : undefined}
            onEscape={turn.clear}
          />
        ) : null
      }
    >
      {children}
    </CardTable>
  );
}

/** What becomes of a card that is let go over the table: on a meld, on the pile, or before one's melds. */
function drop<M extends AnyMeld>(turn: Melding<M>, id: string, x: number, y: number): void {
  const under = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>("[data-drop]"));
  const [what, number] = under.find(Boolean)?.dataset["drop"]?.split(":") ?? [];
  if (what === "meld") turn.layOff(Number(number), id);
  else if (what === "pile") turn.discard(id);
  else if (turn.chosen.includes(id) && turn.chosen.length > 2) turn.meld();
  else if (!turn.chosen.includes(id)) turn.toggle(id);
}
