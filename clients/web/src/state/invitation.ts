import { read, write } from "./storage";

const PATH = /^\/r\/([0-9A-Za-z]{1,32})\/?$/;
const CHANNELS = new Set(["facebook", "email", "whatsapp", "viber", "telegram", "twitter"]);
const KEY = "kafeneio.invitation";

/** The invitation by which somebody came to this browser tab. */
export interface Invitation {
  code: string;
  channel: string | null;
}

/** Keeps the code of an invitation's link (`/r/CODE?c=…`), and shows the page itself instead. */
export function readArrival(): void {
  const { pathname, search, hash } = window.location;
  const code = PATH.exec(pathname)?.[1];
  if (code) {
    const channel = new URLSearchParams(search).get("c");
    const known = channel !== null && CHANNELS.has(channel) ? channel : null;
    write(KEY, JSON.stringify({ code, channel: known }), "tab");
    window.history.replaceState(null, "", `/${hash}`);
  }
}

export function invitation(): Invitation | null {
  const kept = read(KEY, "tab");
  return kept === null ? null : (JSON.parse(kept) as Invitation);
}
