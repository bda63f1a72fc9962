import { useEffect, useRef } from "react";
import { isOpen } from "../state/messages";
import { hasEnded, isYourTurn } from "../state/openTable";
import type { State } from "../state/store";
import { useApp } from "./context";
import { endInstallOffer, matchFinished } from "./install";

/** How many matters wait for the person: invitations, the turn, a game of a competition that has called, what the
 * Administrator has written. */
export function waitingMatters({ room, open, called, messages }: Waiting): number {
  const written = messages?.filter(isOpen).length ?? 0;
  return (room?.invitations.size ?? 0) + Number(isYourTurn(open)) + Number(called !== null) + written;
}

type Waiting = Pick<State, "room" | "open" | "called" | "messages">;

/** What belongs to an application on the home screen: the number on its icon, and the offer to install it, which comes
 * after a match and goes when one begins. */
export function useInstalled(): void {
  const waiting = useApp(waitingMatters);
  const match = useApp(({ open }) => (open?.view && open.view.you !== null ? open.view.match : null));
  const ended = useApp(({ open }) => open !== null && hasEnded(open));
  const counted = useRef<string | null>(null);
  useEffect(() => showBadge(waiting), [waiting]);
  useEffect(() => {
    if (match === null || counted.current === match) return;
    if (!ended) return endInstallOffer();
    counted.current = match;
    matchFinished();
  }, [match, ended]);
}

/** Browsers that show no numbers have none of these; those that do may refuse it. */
function showBadge(waiting: number): void {
  const browser = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  const shown = waiting > 0 ? browser.setAppBadge?.(waiting) : browser.clearAppBadge?.();
  shown?.catch(() => undefined);
}
