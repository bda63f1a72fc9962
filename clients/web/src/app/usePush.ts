import { useEffect, useRef } from "react";
import { useVisible } from "../parts/useVisible";
import { isYourTurn, owedTurn } from "../state/openTable";
import { useApp, useClient } from "./context";
import { isNotified, keepNotified, offerPush } from "./push";

/** So long a page was out of sight before its player is asked whether to be called next time. */
const AWAY_MS = 10_000;

/** Says when the page goes out of sight and comes back, and what its player owes then: one who is notified is called. */
function useHidden(account: string | null, visible: boolean): void {
  const client = useClient();
  const up = useApp(({ link }) => link === "up");
  useEffect(() => {
    if (!up || visible || account === null || !isNotified(account)) return;
    client.hide(owedTurn(client.store.getState().open));
    return () => client.hide(null, false);
  }, [client, up, visible, account]);
}

/** Keeps what this browser has agreed to, and offers it to who comes back to a match that has waited for them. */
export function usePush(): void {
  const token = useApp((state) => state.token);
  const account = useApp((state) => state.room?.me.account ?? null);
  const turn = useApp(({ open }) => isYourTurn(open));
  const visible = useVisible();
  useHidden(account, visible);
  const hiddenMs = useRef<number | null>(null);
  useEffect(() => {
    if (token && account) keepNotified(token, account).catch(() => undefined); // it is tried with the next session
  }, [token, account]);
  useEffect(() => {
    if (!visible) {
      hiddenMs.current = Date.now();
      return;
    }
    const wasAway = hiddenMs.current !== null && Date.now() - hiddenMs.current >= AWAY_MS;
    hiddenMs.current = null;
    if (wasAway && turn && account) offerPush("turn", account);
    // oxlint-disable-next-line react/exhaustive-deps -- it is the moment of coming back that counts
  }, [visible]);
}
