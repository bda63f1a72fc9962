import { useEffect, useSyncExternalStore } from "react";
import { ask, type Companies } from "kafeneio-client";
import { inOrder } from "../app/questions";

/** One's companies: asked once a session, and again when the server says that something has changed. */
interface Held {
  token: string;
  companies: Companies | null;
  /** How often something has changed: whoever shows a company asks again. */
  changes: number;
}
let held: Held | null = null;
const listeners = new Set<() => void>();
const asking = inOrder();
const AGAIN_MS = 2_000;
const DOUBLINGS_MAX = 5;

function load(token: string, tries = 0): void {
  const counts = asking();
  ask("GET /api/me/companies", { token }).then(
    (companies) => {
      if (held?.token !== token || !counts()) return;
      held = { ...held, companies };
      for (const listener of listeners) listener();
    },
    () => {
      if (held?.token !== token || !counts() || tries > DOUBLINGS_MAX) return;
      setTimeout(() => load(token, tries + 1), AGAIN_MS * 2 ** tries);
    },
  );
}

/** Something in one's companies has changed. */
export function companiesChanged(): void {
  if (!held) return;
  held = { ...held, changes: held.changes + 1 };
  for (const listener of listeners) listener();
  load(held.token);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One's companies as they were last answered, and how often something has changed; null until then. */
export function useCompanies(token: string | null): Held | null {
  useEffect(() => {
    if (token === null || held?.token === token) return;
    held = { token, companies: null, changes: 0 };
    load(token);
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found : null;
}
