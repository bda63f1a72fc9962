import { type RefObject, useEffect } from "react";

/** Where the focus goes, in this order: one's own card or tile, the board's current place, the result, the surface. */
const STOPS = [
  "[data-own][tabindex='0'], [data-own]:not([tabindex]):not(:disabled)",
  "[role=gridcell][tabindex='0'], [data-place][tabindex='0']",
  "[data-result-of-match]",
  "[data-surface]",
];
const CHANGES = { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled", "hidden"] };

/**
 * Whoever plays by keys never loses the focus at the table: when the control that had it is gone or cannot be pressed
 * any more, the focus moves to one's own cards or to the board, and at the end to the result.
 */
export function useFocusAtTable(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = table.current;
    if (!root) return;
    let byKeys = false;
    let inside = false;
    let frame = 0;

    const pressed = (event: Event) => {
      byKeys = event.type === "keydown";
    };
    const focused = (event: FocusEvent) => {
      inside = root.contains(event.target as Node);
    };
    /** In the next frame: React has then put the focus where a part of the page wants it. */
    const changed = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          if (byKeys && inside && isLost()) stopIn(root)?.focus();
        });
      });
    };

    const observer = new MutationObserver(changed);
    observer.observe(root, CHANGES);
    const listened = [
      ["keydown", pressed],
      ["pointerdown", pressed],
      ["focusin", focused as (event: Event) => void],
    ] as const;
    for (const [kind, listener] of listened) document.addEventListener(kind, listener, true);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      for (const [kind, listener] of listened) document.removeEventListener(kind, listener, true);
    };
  }, [table]);
}

function isLost(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.matches(":disabled");
}

function stopIn(root: HTMLElement): HTMLElement | null {
  for (const stop of STOPS) {
    const found = [...root.querySelectorAll<HTMLElement>(stop)].find((one) => one.checkVisibility());
    if (found) return found;
  }
  return null;
}
