import { read, write } from "../state/storage";

const KEY = "kafeneio.updated";
/** Two loadings for a new release are at least so far apart, also where two releases answer in turn. */
const PAUSE_MS = 60_000;

/** A part of the client that is not there any more, because the server has another release by now, loads the page again. */
export function followUpdates(): void {
  write("kafeneio.loading", null, "tab"); // public/first-paint.js counts from here how long the page could not be loaded
  window.addEventListener("vite:preloadError", () => void loadAnew());
}

let loading: Promise<boolean> = Promise.resolve(false);

/** Loads the page again if the server has another release than this page; whether it does. One attempt after the other:
 * a release that was only half there a moment ago may be whole now. */
export function loadAnew(): Promise<boolean> {
  loading = loading.then((already) => already || tryAnew());
  return loading;
}

async function tryAnew(): Promise<boolean> {
  const last = Number(read(KEY, "tab") ?? 0);
  if (Date.now() - last < PAUSE_MS || !(await isOutdated())) return false;
  write(KEY, String(Date.now()), "tab");
  window.location.reload();
  return true;
}

/** Whether the page that the server gives now begins with another script, and this script is there: while a release is
 * put in place the page may come before its scripts. Without an answer it is not known, and no page is given up for it. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (script === null || !answer.ok) return false;
    const newest = /<script type="module"[^>]* src="([^"]+)"/.exec(await answer.text())?.[1];
    if (!newest || new URL(newest, script.src).href === script.src) return false;
    return (await fetch(newest, { cache: "no-store", method: "HEAD" })).ok;
  } catch {
    return false;
  }
}
