import { useEffectEvent, useLayoutEffect } from "react";

/** In the state of an entry of the history: something lies over the page there. */
const MARK = "kafeneio:layer";

type Close = () => void;

/** What lies over the page (dialogs, menus, drawers), the newest last. */
const layers: Close[] = [];
/** The mark is being taken off: the browser goes back to the entry below, which takes a moment. */
let isReturning = false;
/** What the entry below the mark is called meanwhile. */
let below: string | null = null;
/** Steps to other pages that were asked for while the mark was being taken off. */
const steps: (() => void)[] = [];

/**
 * Lies over the page while it is drawn (and `isOpen`): the browser's Back and Escape then close it, the newest first, and
 * leave the page where it is, for which one entry is added to the history, and taken off again with the last layer.
 */
export function useLayer(onBack: Close, isOpen = true): void {
  const close = useEffectEvent(onBack);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = () => close();
    layers.push(layer);
    queueMicrotask(settle);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      queueMicrotask(settle); // not at once: a menu's entry that opens a dialog only changes the layer
    };
  }, [isOpen]);
}

/** Goes on to an address in the history, from below whatever lies over the page. */
export function pushAddress(address: string, then: () => void): void {
  if (isReturning) {
    steps.push(() => pushAddress(address, then));
    return;
  }
  if (isMarked()) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
  queueMicrotask(settle);
  then();
}

/** Gives the page another address in the history, whatever lies over it. */
export function replaceAddress(address: string): void {
  const isOver = isMarked();
  if (isOver) below = address;
  window.history.replaceState(isOver ? window.history.state : null, "", address);
}

/** To be called once, before anything else listens to the history. */
export function followBack(): void {
  window.addEventListener("popstate", onMoved);
  window.addEventListener("keydown", onKey);
  settle(); // a page that was loaded again has nothing over it any more
}

function isMarked(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && MARK in state;
}

/** An entry for what lies over the page if and only if something does. */
function settle(): void {
  if (isReturning || layers.length > 0 === isMarked()) return;
  if (layers.length === 0) {
    isReturning = true;
    window.history.back();
    return;
  }
  try {
    window.history.pushState({ [MARK]: true }, "");
  } catch {
    // Some browsers allow so many entries in a while: until then Back leaves the page, as it would without layers.
  }
}

/** Escape closes the newest layer and nothing else, wherever the focus is. */
function onKey(event: KeyboardEvent): void {
  const newest = layers.at(-1);
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || !newest) return;
  event.preventDefault();
  newest();
}

function onMoved(): void {
  const wasReturning = isReturning;
  isReturning = false;
  if (isMarked()) return settle(); // Forward, to where something once lay over the page
  if (below !== null) window.history.replaceState(null, "", below);
  below = null;
  if (!wasReturning) layers.at(-1)?.();
  for (const step of steps.splice(0)) step();
  queueMicrotask(settle);
}
