import { useEffect, useSyncExternalStore } from "react";
import { ask, type Blocks } from "kafeneio-client";
import { lastAlone } from "../app/questions";
import { untilAnswered } from "./untilAnswered";

/** The players whose invitations, gifts and chat one does not want: asked once a session, kept for all pages. */
let held: { token: string; blocks: Blocks | null } | null = null;
const listeners = new Set<() => void>();
const asking = lastAlone();

/** Takes over what was answered to a session, unless another one has begun meanwhile. */
function keep(token: string, blocks: Blocks): void {
  if (held?.token !== token) return;
  held = { token, blocks };
  for (const listener of listeners) listener();
}

/** The list as a change has left it; asked for anew where another change followed, which may have been made before. */
async function change(token: string, changed: Promise<Blocks>): Promise<void> {
  const counts = asking();
  const blocks = await changed;
  if (counts()) keep(token, blocks);
  else await change(token, ask("GET /api/me/blocks", { token }));
}

export const blockedRest = {
  add: (token: string, name: string) => change(token, ask("POST /api/me/blocks", { token, body: { name } })),
  remove: (token: string, player: string) =>
    change(token, ask("DELETE /api/me/blocks/{player}", { token, path: { player } })),
};

/** Until the list is here, nothing that one does not want is hidden. */
async function load(token: string): Promise<void> {
  const isWanted = () => held?.token === token && held.blocks === null;
  const found = await untilAnswered(`blocks ${token}`, () => ask("GET /api/me/blocks", { token }), isWanted);
  if (found && isWanted()) keep(token, found);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One's list as it was last answered; null until then. */
export function useBlocked(token: string | null): Blocks | null {
  useEffect(() => {
    if (token === null || held?.token === token) return;
    held = { token, blocks: null };
    void load(token);
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found.blocks : null;
}
