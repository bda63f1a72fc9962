import { useEffect, useRef } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { call } from "../parts/sounds";
import { isYourTurn } from "../state/openTable";
import { useApp } from "./context";
import { workers } from "./serviceWorker";

const VIBRATION_MS = [120, 80, 120];
const TAG = "kafeneio-turn";

/**
 * Calls a player who looks at something else when the turn comes: a sound where sounds are wanted, a vibration where
 * the device has one, and a notification of the browser where the player has allowed it. Nothing while the page is in sight.
 */
export function useTurnAlert(): void {
  const { t } = useTranslation();
  const turn = useApp(({ open }) => isYourTurn(open));
  const { sounds, alerts } = useApp((state) => state.settings);
  const before = useRef(turn);
  useEffect(() => {
    const came = turn && !before.current;
    before.current = turn;
    if (!came || !document.hidden) return;
    if (sounds) call();
    navigator.vibrate?.(VIBRATION_MS);
    if (alerts) notify(t("house.name"), t("table.yourTurn")).catch(() => undefined); // a call that the browser refuses
  }, [turn, sounds, alerts, t]);
}

/** Asks the browser whether it may show notifications; returns whether it may. */
export async function askToNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission().catch(() => "denied")) === "granted";
}

/** Phones show notifications of a service worker alone. */
async function notify(title: string, body: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body, tag: TAG, icon: "/icon-192.png" };
  const worker = await workers()?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options).onclick = () => window.focus();
}
