import { useSyncExternalStore } from "react";

/** Whose card lies over the page. */
export interface ShownCard {
  account: string;
  name: string;
}

let shown: ShownCard | null = null;
const listeners = new Set<() => void>();

/** Lays a player's card over the page, whatever page it is; null: takes it away. */
export function showCard(card: ShownCard | null): void {
  shown = card;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownCard = (): ShownCard | null => useSyncExternalStore(subscribe, () => shown);
