const PATH = /^\/r\/([0-9A-Za-z]{1,32})\/?$/;
const PAY = /^\/shop\/pay\/([\w.-]{1,64})\/?$/;
const CHANNELS = new Set(["facebook", "email", "whatsapp", "viber", "telegram", "twitter"]);
const KEY = "kafeneio.invitation";

/** The invitation by which somebody came to this browser tab. */
export interface Invitation {
  code: string;
  channel: string | null;
}

/** Reads addresses that lead here from outside (`/r/CODE?c=…`, `/shop/pay/ID`), and makes them the page's own. */
export function readArrival(): void {
  const { pathname, search, hash } = window.location;
  const code = PATH.exec(pathname)?.[1];
  const payment = PAY.exec(pathname)?.[1];
  if (code) {
    const channel = new URLSearchParams(search).get("c");
    const known = channel !== null && CHANNELS.has(channel) ? channel : null;
    sessionStorage.setItem(KEY, JSON.stringify({ code, channel: known }));
    window.history.replaceState(null, "", `/${hash}`);
  }
  if (payment) window.history.replaceState(null, "", `/#pay/${payment}`);
  else if (pathname === "/shop") window.history.replaceState(null, "", "/#shop");
}

export function invitation(): Invitation | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as Invitation);
}
