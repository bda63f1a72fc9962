import { follow, goInstead, readPage } from "./pages";
import { workers } from "./serviceWorker";

/** From now on links to pages of this site are followed without loading the client anew. */
export function followLinks(): void {
  document.addEventListener("click", onClick);
  window.addEventListener("hashchange", readOldAddress);
  workers()?.addEventListener("message", onWorker);
  readOldAddress();
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
  if (link.hash || readPage(link.pathname) === null) return;
  event.preventDefault();
  follow(link.pathname);
}

/** The service worker leads to what a pressed notification is about (public/sw.js). */
function onWorker({ data }: MessageEvent<unknown>): void {
  const { kafeneio, path } = (data ?? {}) as { kafeneio?: unknown; path?: unknown };
  if (kafeneio === "go" && typeof path === "string" && readPage(path) !== null) follow(path);
}

/** Addresses of earlier versions named pages behind `#`: they lead to the page's address of today. */
function readOldAddress(): void {
  const page = readPage(window.location.hash.replace(/^#\/?/, "/").replace(/^\/pay\//, "/shop/pay/"));
  if (window.location.hash.length > 1 && page) goInstead(page);
}
