import { useEffect, useSyncExternalStore } from "react";
import type { Friends } from "../generated/rest";
import { call } from "../net/rest";

/** One's friends and requests: asked once a session, and again when the server says that something has changed. */
let held: { token: string; friends: Friends | null } | null = null;
const listeners = new Set<() => void>();
const PATH = "/api/me/friends";
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

/** Asks again, where somebody shows the list. */
export function friendsChanged(): void {
  if (held) void keep(held.token, call<Friends>(PATH, { token: held.token })).catch(() => undefined);
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
    keep(token, call<Friends>(PATH, { token })).catch(() => undefined); // without the list there are no friends to show
  }, [token]);
  const found = useSyncExternalStore(subscribe, () => held);
  return found !== null && found.token === token ? found.friends : null;
}

/** Whether a player is on the list, as far as it is known. */
export const isFriend = (account: string): boolean =>
  held?.friends?.friends.some((each) => each.account === account) ?? false;
