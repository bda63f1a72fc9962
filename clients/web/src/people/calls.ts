import { useEffect, useSyncExternalStore } from "react";
import { ask, type Calls } from "kafeneio-client";
import { inOrder } from "../app/questions";

/** One's invitations that wait, and those of friends: asked once a session, and again after a change there. */
let held: { token: string; calls: Calls | null } | null = null;
const listeners = new Set<() => void>();
const asking = inOrder();

/** Takes over what was answered to a session, unless another one has begun meanwhile. */
function keep(token: string, calls: Calls): void {
  if (held?.token !== token) return;
  held = { token, calls };
  for (const listener of listeners) listener();
}

/** What cannot be read now stays as it was: the next change or session asks again. */
function load(token: string): Promise<unknown> {
  const counts = asking();
  return ask("GET /api/me/calls", { token }).then(
    (calls) => counts() && keep(token, calls),
    () => undefined,
  );
}

export const callsRest = {
  make: async (token: string, friend: string | null, game: string) => {
    const made = await ask("POST /api/me/calls", { token, body: { friend, game } });
    await load(token);
    return made;
  },
  withdraw: async (token: string, call: string) => {
    const counts = asking();
    const calls = await ask("DELETE /api/me/calls/{call}", { token, path: { call } });
    if (counts()) keep(token, calls);
    else await load(token); // what was asked meanwhile may have been answered before the change
  },
};

/** Asks again, where somebody shows them. */
export function callsChanged(): void {
  if (held) void load(held.token);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The calls as they were last answered; null until then. */
export function useCalls(token: string | null): Calls | null {
  useEffect(() => {
    if (token === null || held?.token === token) return;
    held = { token, calls: null };
    void load(token);
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found.calls : null;
}
