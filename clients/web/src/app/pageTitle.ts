import { useEffect, useSyncExternalStore } from "react";

let named: string | null = null;
const listeners = new Set<() => void>();

function name(title: string | null): void {
  named = title;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is shown gives the page its title for as long as it is shown. */
export function useNamesPage(title: string): void {
  useEffect(() => {
    name(title);
    return () => {
      if (named === title) name(null);
    };
  }, [title]);
}

/** The title of what is shown; null: the room or the door. */
export const usePageTitle = (): string | null => useSyncExternalStore(subscribe, () => named);
