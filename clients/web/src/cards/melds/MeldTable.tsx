import type { ReactNode } from "react";
import { CardTable } from "../CardTable";
import { Hand } from "../Hand";
import { dropped, type Pressed } from "./dropped";
import type { Ordering } from "./useOrder";

interface Props {
  /** How it stands. */
  top: ReactNode;
  felt: ReactNode;
  prompt: ReactNode;
  /** Whether there is a hand to show, and whether it is the viewer's own. */
  hand: "own" | "shown" | null;
  order: Ordering;
  turn: Pressed;
  /** The ids of those cards in hand that are new. */
  marked: readonly string[];
  /** Which cards beside jokers are wild: they are tinted, and said to be so. */
  isWild?: (card: string) => boolean;
  /** Panels over all of it. */
  children?: ReactNode;
}

/** The table of a game of melds: score above, the melds with stock and pile, one's hand below. */
export function MeldTable({ top, felt, prompt, hand, order, turn, marked, isWild, children }: Props) {
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
            isWild={isWild}
            onPress={(id) => own && turn.toggle(id)}
            onPull={own ? (id, x, y) => dropped(turn, id, x, y) : undefined}
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
