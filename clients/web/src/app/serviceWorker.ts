const SCRIPT = "/sw.js";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * Installs the service worker (public/sw.js) for the offline page and for notifications. Browsers that a program drives
 * go without it, so that what is tested is what the server sends; the test of it says otherwise.
 */
export function installServiceWorker(): void {
  if (navigator.webdriver) return;
  register().catch(() => undefined); // closed with the storage of the page, or missing: the page works without it
}

/** The browser's service workers; null where it has none. Asking for them throws where they are closed, as with storage. */
export function workers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

async function register(): Promise<void> {
  await workers()?.register(trusted(SCRIPT));
}

/** The only address of a script that this page makes by itself: the policy of the page demands a mark for it. */
function trusted(url: string): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy("kafeneio-worker", {
    createScriptURL: (asked) => {
      if (asked !== SCRIPT) throw new TypeError("no such script");
      return asked;
    },
  });
  return policy ? policy.createScriptURL(url) : url;
}
