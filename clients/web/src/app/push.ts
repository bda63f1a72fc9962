import { ask, type PushChoices } from "kafeneio-client";
import { load, save } from "../state/storage";
import { workers } from "./serviceWorker";

/**
 * Web push: this browser is notified while no page is open in it (services/lobby/RULES.md §24). Nothing is asked before
 * a person has pressed for it.
 */

/** What stands in the way, if anything: `install`: only on the home screen; `denied`: in the browser's own settings;
 * `unreached`: the service of the browser's maker did not answer, which may be otherwise later. */
export type Obstacle = "none" | "install" | "denied" | "unreached";
/** When a player has just done something whose answer may come later. */
export type Moment = "call" | "competition" | "turn";

/** What this browser has agreed to: of which account, and when the platform was last reached about it. */
interface Kept {
  account: string;
  endpoint: string;
  atMs: number;
}

const KEY = "kafeneio.push";
const ASKED_KEY = "kafeneio.push.asked";
const AGAIN_MS = 7 * 86_400_000;
/** So long nobody is asked again who did not want it. */
const NOT_NOW_MS = 30 * 86_400_000;
const READY_MS = 10_000;

/** Phones of one maker have it only on the home screen. */
const NEEDS_INSTALL = /iPhone|iPad|iPod/;

/** What keeps this browser from being notified; null: nothing. */
export function obstacle(): Obstacle | null {
  const isThere = workers() !== null && "PushManager" in window && "Notification" in window;
  if (!isThere) return NEEDS_INSTALL.test(navigator.userAgent) ? "install" : "none";
  return Notification.permission === "denied" ? "denied" : null;
}

/** Whether this browser is notified of what concerns an account. */
export function isNotified(account: string): boolean {
  return kept()?.account === account && obstacle() === null && Notification.permission === "granted";
}

/** Asks the browser, then adds it; returns what stands in the way, or the account's choices. */
export async function beNotified(token: string, account: string): Promise<PushChoices | Obstacle> {
  const found = obstacle();
  if (found) return found;
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { key } = await ask("GET /api/me/push", { token });
  const subscription = await subscribe(key);
  return typeof subscription === "string" ? subscription : add(token, account, subscription);
}

/** Ends it, here and there. */
export async function beLeftAlone(token: string): Promise<PushChoices> {
  const subscription = await (await worker())?.pushManager.getSubscription();
  const endpoint = subscription?.endpoint ?? kept()?.endpoint ?? "";
  save(KEY, null);
  await subscription?.unsubscribe().catch(() => false);
  return endpoint
    ? ask("DELETE /api/me/push/browsers", { token, query: { endpoint } })
    : ask("GET /api/me/push", { token });
}

/** The session was logged out, which has ended it there. */
export async function forgetPush(): Promise<void> {
  if (kept() === null) return;
  save(KEY, null);
  const subscription = await (await worker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** The platform is reached again about a browser that is notified: its address or the platform's key may be another by now. */
export async function keepNotified(token: string, account: string): Promise<void> {
  const before = kept();
  if (before === null || before.account !== account || !isNotified(account)) return;
  const subscription = await (await worker())?.pushManager.getSubscription();
  const isFresh = Date.now() - before.atMs < AGAIN_MS;
  if (subscription?.endpoint === before.endpoint && isFresh) return;
  const { key } = await ask("GET /api/me/push", { token });
  const renewed = await subscribe(key);
  if (typeof renewed !== "string") await add(token, account, renewed);
}

async function add(token: string, account: string, subscription: PushSubscription): Promise<PushChoices> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { endpoint: endpoint ?? "", p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "", zone };
  const choices = await ask("POST /api/me/push/browsers", { token, body });
  save(KEY, { account, endpoint: body.endpoint, atMs: Date.now() } satisfies Kept);
  return choices;
}

/** The browser's subscription under a key, or why there is none; one under another key is ended first. */
async function subscribe(key: string): Promise<PushSubscription | Obstacle> {
  const manager = (await worker())?.pushManager;
  if (!manager || !key) return "none";
  const wanted = bytesOf(key);
  try {
    const before = await manager.getSubscription();
    if (before && !isSame(before.options.applicationServerKey, wanted)) await before.unsubscribe();
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
  } catch {
    return obstacle() ?? "unreached";
  }
}

/** The worker once it is installed; not waited for where none is coming. */
async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  const found = workers();
  if (!found || !(await found.getRegistration())) return undefined;
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), READY_MS));
  return Promise.race([found.ready, late]);
}

function kept(): Kept | null {
  return load<Kept | null>(KEY, null);
}

/** Base64url as bytes. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}

// --- the right moment ----------------------------------------------------------------------------------------------

let offered: Moment | null = null;
const listeners = new Set<() => void>();

/** It is offered now, unless this browser is notified already, cannot be, or was asked not long ago. */
export function offerPush(moment: Moment, account: string): void {
  const askedMs = load<number>(ASKED_KEY, 0);
  if (obstacle() !== null || isNotified(account) || Date.now() - askedMs < NOT_NOW_MS) return;
  show(moment);
}

/** The offer was seen, and is not made again for a while. */
export function endOffer(): void {
  save(ASKED_KEY, Date.now());
  show(null);
}

export function offeredNow(): Moment | null {
  return offered;
}

export function onOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(moment: Moment | null): void {
  offered = moment;
  for (const listener of listeners) listener();
}
