import { useState } from "react";
import { withIds } from "../ids";
import { type By, inOrder, moved, type Order, readOrder } from "./order";

export interface Ordering {
  by: By;
  sort: (by: "suit" | "rank") => void;
  /** The hand as it lies. */
  cards: readonly string[];
  put: (id: string, to: number) => void;
}

/** How one's hand lies; this browser remembers it for each family of games, and nobody else hears of it. */
export function useOrder(family: string, hand: readonly string[]): Ordering {
  const key = `kafeneio.${family}.order`;
  const [order, setOrder] = useState<Order>(() => readOrder(localStorage.getItem(key)));
  const cards = inOrder(hand, order);

  function keep(next: Order) {
    localStorage.setItem(key, JSON.stringify(next));
    setOrder(next);
  }

  function put(id: string, to: number) {
    const from = withIds(cards).findIndex((one) => one.id === id);
    if (from >= 0 && from !== to) keep(moved(cards, from, to));
  }

  return { by: order.by, sort: (by) => keep({ by, own: [] }), cards, put };
}
