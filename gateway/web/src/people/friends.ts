import { useEffect, useSyncExternalStore } from "react";
import { call, type Friends } from "kafeneio-client";

/** One's friends and requests: asked once a session, and again when the server says that something has changed. */
let held: { token: string; friends: Friends | null } | null = null;
const listeners = new Set<() => void>();
const PATH = "/api/me/friends";
const AGAIN_MS = 1_000;
const TRIES_MAX = 5;
const pathOf = (player: string) => `${PATH}/${encodeURIComponent(player)}`;

/** Takes over what was answered to a session, unless another one has begun meanwhile. */
function keep(token: string, asked: Promise<Friends>): Promise<void> {
  return asked.then((friends) => {
    if (held?.token !== token) return;
    held = { token, friends };
    for (const tell of listeners) tell();
  });
}

export const friendsRest = {
  ask: (token: string, name: string) => keep(token, call<Friends>(PATH, { method: "POST", token, body: { name } })),
  answer: (token: string, player: string, accept: boolean) =>
    keep(token, call<Friends>(pathOf(player), { method: "PUT", token, body: { accept } })),
  remove: (token: string, player: string) => keep(token, call<Friends>(pathOf(player), { method: "DELETE", token })),
};

/** The list as it is now; while the server cannot say, it is asked again ever later. */
function load(token: string, tries = 0): void {
  keep(token, call<Friends>(PATH, { token })).catch(() => {
    if (tries < TRIES_MAX && held?.token === token) setTimeout(() => load(token, tries + 1), AGAIN_MS * 2 ** tries);
  });
}

/** Asks again, where somebody shows the list. */
export function friendsChanged(): void {
  if (held) load(held.token);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
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
