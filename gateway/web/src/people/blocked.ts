import { useEffect, useSyncExternalStore } from "react";
import { ask, type Blocks } from "kafeneio-client";

/** The players whose invitations, gifts and chat one does not want: asked once a session, kept for all pages. */
let held: { token: string; blocks: Blocks | null } | null = null;
const listeners = new Set<() => void>();

/** Takes over what was answered to a session, unless another one has begun meanwhile. */
function keep(token: string, asked: Promise<Blocks>): Promise<void> {
  return asked.then((blocks) => {
    if (held?.token !== token) return;
    held = { token, blocks };
    for (const listener of listeners) listener();
  });
}

export const blockedRest = {
  add: (token: string, name: string) => keep(token, ask("POST /api/me/blocks", { token, body: { name } })),
  remove: (token: string, player: string) =>
    keep(token, ask("DELETE /api/me/blocks/{player}", { token, path: { player } })),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One's list as it was last answered; null until then. */
export function useBlocked(token: string | null): Blocks | null {
  useEffect(() => {
    if (token === null || held?.token === token) return;
    held = { token, blocks: null };
    keep(token, ask("GET /api/me/blocks", { token })).catch(() => undefined); // without the list nothing is hidden
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found.blocks : null;
}
