import { useEffect } from "react";
import { useApp } from "../../app/context";
import { tap } from "../../parts/sounds";
import type { OpenTable } from "../../state/openTable";

/** A knock for every event that others can see, where sounds are wanted. */
export function useKnocks({ events }: OpenTable): void {
  const sounds = useApp((state) => state.settings.sounds);
  useEffect(() => {
    if (sounds && events.some((event) => event.kind !== null)) tap();
  }, [sounds, events]);
}
