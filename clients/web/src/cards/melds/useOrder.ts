import { useState } from "react";
import { read, write } from "../../state/storage";
import { withIds } from "../ids";
import { inOrder, moved, type Order, readOrder, type Sorts, SUIT_OR_RANK } from "./order";

export interface Ordering {
  by: string;
  ways: readonly string[];
  sort: (way: string) => void;
  /** The hand as it lies. */
  cards: readonly string[];
  put: (id: string, to: number) => void;
}

/** How one's hand lies; this browser remembers it for each family of games, and sends it to nobody. */
export function useOrder(family: string, hand: readonly string[], sorts: Sorts = SUIT_OR_RANK): Ordering {
  const key = `kafeneio.${family}.order`;
  const [order, setOrder] = useState<Order>(() => readOrder(read(key), sorts));
  const cards = inOrder(hand, order, sorts);

  function keep(next: Order) {
    write(key, JSON.stringify(next));
    setOrder(next);
  }

  function put(id: string, to: number) {
    const from = withIds(cards).findIndex((one) => one.id === id);
    if (from >= 0 && from !== to) keep(moved(cards, from, to));
  }

  return { by: order.by, ways: sorts.ways, sort: (by) => keep({ by, own: [] }), cards, put };
}
