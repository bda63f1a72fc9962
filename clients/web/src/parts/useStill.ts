import { type RefObject, useEffect, useState } from "react";
import { asListed, type Still, stillOrder } from "./stillOrder";

/** A press that has ended becomes a click a moment later. */
const AFTER_MS = 350;

/** Which hands count: `near`, also of a pointer that is only over it and of the keyboard's focus; `pressing`. */
type Hands = "near" | "pressing";

/** Whether a hand is at an element: what is in it must not be moved then. */
export function useHeld(area: RefObject<HTMLElement | null>, hands: Hands = "near"): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const at = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const come = (what: string) => {
      clearTimeout(timer);
      if (at.size === 0) keepHeights(element);
      at.add(what);
      setHeld(true);
    };
    const go = (what: string) => {
      at.delete(what);
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (at.size > 0) return;
        letHeights(element);
        setHeld(false);
      }, AFTER_MS);
    };
    const isByKeys = (target: EventTarget | null) => target instanceof Element && target.matches(":focus-visible");
    const near: [string, EventTarget, (event: Event) => void][] = [
      ["pointerenter", element, () => come("over")],
      ["pointerleave", element, () => go("over")],
      ["focusin", element, ({ target }) => isByKeys(target) && come("focus")],
      ["focusout", element, () => go("focus")],
    ];
    const listened: typeof near = [
      ["pointerdown", element, () => come("press")],
      ["pointerup", window, () => at.has("press") && go("press")],
      ["pointercancel", window, () => at.has("press") && go("press")],
      ...(hands === "near" ? near : []),
    ];
    for (const [kind, target, listener] of listened) target.addEventListener(kind, listener);
    return () => {
      clearTimeout(timer);
      for (const [kind, target, listener] of listened) target.removeEventListener(kind, listener);
    };
  }, [area, hands]);
  return isHeld;
}

/** A line that says less than before is not lower than before: what is below it would move. */
function keepHeights(area: HTMLElement): void {
  const lines = [...area.querySelectorAll("li")].map((line) => ({ line, height: line.getBoundingClientRect().height }));
  for (const { line, height } of lines) line.style.minHeight = `${height}px`;
}

function letHeights(area: HTMLElement): void {
  for (const line of area.querySelectorAll("li")) line.style.minHeight = "";
}

/** A value that does not change while it is held. */
export function useStill<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isHeld && !Object.is(kept, value)) setKept(value);
  return isHeld ? kept : value;
}

interface List<T> {
  /** What the lines are made of: as long as it is the same, so are they. */
  source: unknown;
  lines: readonly T[];
  keyOf: (line: T) => string;
  isHeld: boolean;
  /** What the reader has asked to see. Another wish puts the list in order, also under their hand. */
  wish?: string;
}

/** A list that stands still while it is held. */
export function useStillOrder<T>({ source, lines, keyOf, isHeld, wish = "" }: List<T>): readonly Still<T>[] {
  const [kept, setKept] = useState(() => ({ source, wish, isHeld, shown: asListed(lines) }));
  if (kept.source === source && kept.wish === wish && kept.isHeld === isHeld) return kept.shown;
  const stays = isHeld && kept.wish === wish;
  const shown = stays ? stillOrder(kept.shown, lines, keyOf) : asListed(lines);
  setKept({ source, wish, isHeld, shown });
  return shown;
}
