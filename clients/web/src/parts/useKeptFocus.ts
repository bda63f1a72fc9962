import { type RefObject, useEffect, useRef } from "react";

/**
 * Who plays by keys stays in the rack (or hand) when the piece that had the focus has gone to the table. Who does not
 * leaves a piece that is on its way there (`coming`): to take one away that has the focus holds the page up, since the
 * browser then lays it out at once.
 */
export function useKeptFocus(rack: RefObject<HTMLElement | null>, pieces: number, coming: boolean): void {
  const byKeys = useRef(false);
  useEffect(() => {
    const listen = (kind: "keydown" | "pointerdown", keys: boolean) => {
      const heard = () => {
        byKeys.current = keys;
      };
      window.addEventListener(kind, heard);
      return () => window.removeEventListener(kind, heard);
    };
    const stops = [listen("keydown", true), listen("pointerdown", false)];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    const active = document.activeElement;
    if (!coming || byKeys.current || !(active instanceof HTMLElement)) return;
    if (active.dataset["coming"] === "true" && rack.current?.contains(active)) active.blur();
  }, [rack, coming]);
  const seen = useRef(pieces);
  useEffect(() => {
    const changed = seen.current !== pieces;
    seen.current = pieces;
    const lost = changed && byKeys.current && document.activeElement === document.body;
    if (lost) rack.current?.querySelector("button")?.focus();
  }, [rack, pieces]);
}
