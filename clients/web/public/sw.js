// The service worker: shows a page of its own where the network is away, and keeps the build's files, whose names change
// with their content. It touches nothing else: no page, no answer of the API, no socket is ever kept. Storage may be full,
// closed or gone at any time: what the network answers is given whether it can be kept or not.
const OFFLINE = "kafeneio-offline-1";
const ASSETS = "kafeneio-assets-1";
const OFFLINE_FILES = ["/offline.html", "/offline.css", "/cup.svg"];
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
  else if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    event.respondWith(fetch(request).catch(() => offline("/offline.html")));
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => offline(pathname)));
});

/** A press on a notification leads back to the page that showed it. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(([page]) => (page ? page.focus() : self.clients.openWindow("/"))),
  );
});

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
