import { read, write } from "../state/storage";

const KEY = "kafeneio.updated";
/** Two loadings for a new release are at least so far apart, also where two releases answer in turn. */
const PAUSE_MS = 60_000;

/** A part of the client that is not there any more, because the server has another release by now, loads the page again. */
export function followUpdates(): void {
  window.addEventListener("vite:preloadError", () => void loadAnew());
}

let trying: Promise<boolean> | null = null;

/** Loads the page again if the server has another release than this page; whether it does. */
export function loadAnew(): Promise<boolean> {
  trying ??= tryAnew().finally(() => {
    trying = null;
  });
  return trying;
}

async function tryAnew(): Promise<boolean> {
  const last = Number(read(KEY, "tab") ?? 0);
  if (Date.now() - last < PAUSE_MS || !(await isOutdated())) return false;
  write(KEY, String(Date.now()), "tab");
  window.location.reload();
  return true;
}

/** Whether the page that the server gives now begins with another script. Without an answer it is not known, and no page
 * is given up for it. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const text = answer.ok ? await answer.text() : null;
    return script !== null && text !== null && !text.includes(new URL(script.src).pathname);
  } catch {
    return false;
  }
}
