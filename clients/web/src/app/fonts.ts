import { loadTableScript } from "../screens/table/load";
import type { Store } from "../state/store";
import { guestHere } from "../state/guest";
import { hasVisited } from "../state/visited";
import { readPage } from "./pages";

/** Fonts wait no longer than this for what a first press needs, and than this for a game that has been pressed. */
const AHEAD_MAX_MS = 3_000;
/** So long a first press may take once it is possible, with the line to itself. */
const PRESS_MAX_MS = 1_500;
const BEGINS_MAX_MS = 8_000;

/**
 * Fonts weigh as much as the first script. On a first visit what a press for a game needs comes before them, and the page
 * is set in the system's own meanwhile; whoever has been here has them in the browser.
 */
export function showFonts(store: Store): void {
  const isDoor = readPage(window.location.pathname)?.at === "room";
  if (!isDoor || store.getState().token || hasVisited() || guestHere()) return show();
  const ahead = savesData() ? Promise.resolve() : loadTableScript().catch(() => undefined); // then the table asks again
  void within(AHEAD_MAX_MS, ahead)
    .then(() =>
      within(
        PRESS_MAX_MS,
        until(store, (begins) => begins),
      ),
    )
    .then(() =>
      within(
        BEGINS_MAX_MS,
        until(store, (begins) => !begins),
      ),
    )
    .then(show);
}

/** `tokens.css` names the fonts where this is said. */
function show(): void {
  document.documentElement.dataset["fonts"] = "own";
}

function within(ms: number, coming: Promise<unknown>): Promise<unknown> {
  return Promise.race([coming, new Promise((over) => setTimeout(over, ms))]);
}

/** Until a first game is being opened, or none is. */
function until(store: Store, isSo: (begins: boolean) => boolean): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (!isSo(store.getState().begins)) return;
      stop();
      done();
    };
    const stop = store.subscribe(look);
    look();
  });
}

/** Whether the person has asked the browser to load as little as it can. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
