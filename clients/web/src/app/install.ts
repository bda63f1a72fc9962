import { load, save } from "../state/storage";

/**
 * Installing: kept on the home screen, Kafeneio opens like any other application. It is offered to who has finished
 * some matches here, never during one, three times at most, and not again for a long time to who did not want it.
 */

/** How it is done: by the browser's own question, or by hand, in words. */
export type InstallWay = "ask" | "words";

/** Chromium's event, which no types know yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

interface Kept {
  /** Matches that were finished in this browser. */
  finished: number;
  /** How often it was offered, and when last. */
  offers: number;
  atMs: number;
}

const KEY = "kafeneio.install";
const FRESH: Kept = { finished: 0, offers: 0, atMs: 0 };
const FINISHED_MIN = 2;
export const OFFERS_MAX = 3;
export const NOT_NOW_MS = 90 * 86_400_000;
/** Safari of phones and tablets, which asks nothing by itself: not the other browsers there. */
const BY_HAND = /iPhone|iPad|iPod/;
const NOT_SAFARI = /CriOS|FxiOS|EdgiOS|OPiOS/;

let prompt: InstallPrompt | null = null;
let offered: InstallWay | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's question until it is the right moment; the browser shows none by itself then. */
export function followInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
  });
  window.addEventListener("appinstalled", () => {
    prompt = null;
    save(KEY, { ...kept(), offers: OFFERS_MAX });
    show(null);
  });
}

/** How it could be installed here; null: it is already, or cannot be. */
export function installWay(): InstallWay | null {
  if (isInstalled()) return null;
  if (prompt !== null) return "ask";
  const { userAgent } = navigator;
  return BY_HAND.test(userAgent) && !NOT_SAFARI.test(userAgent) ? "words" : null;
}

/** A match has come to its end: it is counted, and offered if this is the moment. */
export function matchFinished(nowMs: number = Date.now()): void {
  const before = kept();
  const now = { ...before, finished: before.finished + 1 };
  const way = installWay();
  const isDue = now.offers < OFFERS_MAX && nowMs - now.atMs >= NOT_NOW_MS && now.finished >= FINISHED_MIN;
  if (way === null || !isDue) {
    save(KEY, now);
    return;
  }
  save(KEY, { ...now, offers: now.offers + 1, atMs: nowMs });
  show(way);
}

/** The offer goes: it was answered, or a match has begun. */
export function endInstallOffer(): void {
  show(null);
}

/** Lets the browser ask; returns whether it is installed now. */
export async function install(): Promise<boolean> {
  const asking = prompt;
  prompt = null;
  show(null);
  if (asking === null) return false;
  await asking.prompt();
  return (await asking.userChoice).outcome === "accepted";
}

export function installOffered(): InstallWay | null {
  return offered;
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isInstalled(): boolean {
  const isIos = (navigator as { standalone?: boolean }).standalone === true;
  return isIos || window.matchMedia("(display-mode: standalone)").matches;
}

function kept(): Kept {
  return { ...FRESH, ...load<Partial<Kept>>(KEY, FRESH) };
}

function show(way: InstallWay | null): void {
  offered = way;
  for (const listener of listeners) listener();
}
