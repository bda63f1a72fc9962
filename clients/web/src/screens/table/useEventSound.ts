import { useEffect, useEffectEvent } from "react";
import { useApp } from "../../app/context";
import { tap } from "../../parts/sounds";
import type { OpenTable } from "../../state/openTable";

/** A knock for every event that others can see, where sounds are wanted. */
export function useEventSound({ events }: OpenTable): void {
  const sounds = useApp((state) => state.settings.sounds);
  const knock = useEffectEvent((fresh: typeof events) => {
    if (sounds && fresh.some((event) => event.kind !== null)) tap();
  });
  useEffect(() => knock(events), [events]);
}
