import { useEffect, useSyncExternalStore } from "react";
import { ask, type Friends } from "kafeneio-client";
import { inOrder } from "../app/questions";

/** One's friends and requests: asked once a session, and again when the server says that something has changed. */
let held: { token: string; friends: Friends | null } | null = null;
const listeners = new Set<() => void>();
const asking = inOrder();
const AGAIN_MS = 1_000;
const DOUBLINGS_MAX = 5;

/** Takes over what was answered to a session, unless another one has begun meanwhile. */
function keep(token: string, friends: Friends): void {
  if (held?.token !== token) return;
  held = { token, friends };
  for (const listener of listeners) listener();
}

/** The list as a change has left it; asked again where another question followed, which may have been answered before. */
async function change(token: string, changed: Promise<Friends>): Promise<void> {
  const counts = asking();
  const friends = await changed;
  if (counts()) keep(token, friends);
  else load(token);
}

export const friendsRest = {
  ask: (token: string, name: string) => change(token, ask("POST /api/me/friends", { token, body: { name } })),
  answer: (token: string, player: string, accept: boolean) =>
    change(token, ask("PUT /api/me/friends/{player}", { token, path: { player }, body: { accept } })),
  remove: (token: string, player: string) =>
    change(token, ask("DELETE /api/me/friends/{player}", { token, path: { player } })),
};

/** The list as it is now; while the server cannot say, it is asked again ever later. */
function load(token: string, tries = 0): void {
  const counts = asking();
  ask("GET /api/me/friends", { token }).then(
    (friends) => counts() && keep(token, friends),
    () => {
      if (held?.token !== token || !counts()) return;
      setTimeout(() => load(token, tries + 1), AGAIN_MS * 2 ** Math.min(tries, DOUBLINGS_MAX));
    },
  );
}

/** Asks again, where somebody shows the list. */
export function friendsChanged(): void {
  if (held) load(held.token);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One's friends as they were last answered; null until then. */
export function useFriends(token: string | null): Friends | null {
  useEffect(() => {
    if (token === null || held?.token === token) return;
    held = { token, friends: null };
    load(token);
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found.friends : null;
}

/** Whether a player is on the list, as far as it is known. */
export const isFriend = (account: string): boolean =>
  held?.friends?.friends.some((each) => each.account === account) ?? false;
