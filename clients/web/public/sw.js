// The service worker: shows a page of its own where the network is away, and keeps the build's files, whose names change
// with their content. It touches nothing else: no page, no answer of the API, no socket is ever kept. Storage may be full,
// closed or gone at any time: what the network answers is given whether it can be kept or not.
const OFFLINE = "kafeneio-offline-2";
const ASSETS = "kafeneio-assets-1";
const LANGUAGES = ["el", "en", "es", "it", "pt"];
/** The rules in the reader's language; those of another one are kept once they were read. What else is to be there
 * without a network is a page `/offline-….html`, and a line here. */
const RULES = `/offline-rules.${languageOf(self.navigator.languages ?? [])}.html`;
const OFFLINE_FILES = ["/offline.html", "/offline.css", "/cup.svg", RULES];
const OFFLINE_PAGE = /^\/offline-[a-z]+\.[a-z]{2}\.html$/;
/** Files of older builds go when there are more than these. */
const ASSETS_MAX = 200;

self.addEventListener("install", (event) => {
  event.waitUntil(tried(keepOfflineFiles).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tried(dropOtherCaches).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(event));
  else if (OFFLINE_PAGE.test(pathname)) event.respondWith(offlinePage(event, pathname));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    event.respondWith(fetch(request).catch(() => offline("/offline.html")));
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => offline(pathname)));
});

/** What the server sends while no page is open (services/lobby/RULES.md §24): its words and where it leads. */
self.addEventListener("push", (event) => event.waitUntil(tried(() => notify(event.data))));

/** A press on a notification leads to what it is about, on a page that is open if there is one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.path));
});

/** The browser has another address for pushes: the old one and its secret prove to the server that it is the same. */
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(tried(() => renew(event))));

async function notify(data) {
  const { kind, title, body, tag, path } = data.json();
  if (kind === "game" && (await isInSight())) return; // the page calls by itself
  await self.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: { path } });
}

async function isInSight() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.some((page) => page.visibilityState === "visible");
}

/** `path` undefined: the page that showed the notification by itself. */
async function lead(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => each.visibilityState === "visible") ?? pages[0];
  const target = new URL(path ?? "/", self.location.origin);
  if (target.origin !== self.location.origin) return;
  if (!page) await self.clients.openWindow(target.href);
  else {
    await tried(() => page.focus());
    if (path !== undefined) page.postMessage({ kafeneio: "go", path: target.pathname }, []);
  }
}

async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const { userVisibleOnly, applicationServerKey } = oldSubscription.options;
  const fresh =
    newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly, applicationServerKey }));
  const [before, now] = [oldSubscription.toJSON(), fresh.toJSON()];
  const body = { old_endpoint: before.endpoint, old_auth: before.keys.auth, endpoint: now.endpoint, ...now.keys };
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/push/renew", { method: "POST", headers, body: JSON.stringify(body) });
}

async function asset(event) {
  const { request } = event;
  const kept = await tried(async () => (await caches.open(ASSETS)).match(request));
  if (kept) return kept;
  const answer = await fetch(request);
  if (isFile(answer)) {
    const copy = answer.clone();
    event.waitUntil(tried(() => keepAsset(request, copy)));
  }
  return answer;
}

/** A page for the time without a network: the newest there is, which is kept. */
async function offlinePage(event, path) {
  const answer = await tried(() => fetch(event.request));
  if (!answer) return offline(path);
  if (answer.status === 200 && !answer.redirected) {
    const copy = answer.clone();
    event.waitUntil(tried(async () => (await caches.open(OFFLINE)).put(path, copy)));
  }
  return answer;
}

function languageOf(wanted) {
  return wanted.map((each) => each.slice(0, 2)).find((each) => LANGUAGES.includes(each)) ?? "en";
}

/** Whether it is the whole file: a portal that answers in the server's place would else be kept under its name for good. */
function isFile({ status, redirected, headers }) {
  return status === 200 && !redirected && !(headers.get("Content-Type") ?? "").startsWith("text/html");
}

async function keepAsset(request, answer) {
  const cache = await caches.open(ASSETS);
  await cache.put(request, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - ASSETS_MAX)).map((old) => cache.delete(old)));
}

/** A file that was kept for the time without a network; without it the browser says in its own words what is wrong. */
async function offline(path) {
  return (await tried(() => caches.match(path))) ?? Response.error();
}

async function keepOfflineFiles() {
  const cache = await caches.open(OFFLINE);
  await Promise.all(OFFLINE_FILES.map((file) => tried(() => cache.add(file))));
}

async function dropOtherCaches() {
  const others = (await caches.keys()).filter((name) => ![OFFLINE, ASSETS].includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** What it comes to; undefined where the browser's storage fails, without which everything here can go on. */
async function tried(doing) {
  try {
    return await doing();
  } catch {
    return undefined;
  }
}
