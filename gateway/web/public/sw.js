// The service worker: shows a page of its own where the network is away, and keeps the build's files, whose names change
// with their content. It touches nothing else: no page, no answer of the API, no socket is ever kept.
const OFFLINE = "kafeneio-offline-1";
const ASSETS = "kafeneio-assets-1";
const OFFLINE_FILES = ["/offline.html", "/offline.css", "/cup.svg"];
/** Files of older builds go when there are more than these. */
const ASSETS_MAX = 200;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(OFFLINE)
      .then((cache) => cache.addAll(OFFLINE_FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => ![OFFLINE, ASSETS].includes(name)).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (OFFLINE_FILES.includes(pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});

/** A press on a notification leads back to the page that showed it. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(([page]) => (page ? page.focus() : self.clients.openWindow("/"))),
  );
});

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - ASSETS_MAX)).map((old) => cache.delete(old)));
  }
  return answer;
}
