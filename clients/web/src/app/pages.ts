import { useSyncExternalStore } from "react";
import { pushAddress, replaceAddress } from "../parts/layers";

/**
 * The address of every page, by its name. `:name` is a parameter, `:name?` one that may be missing.
 * A new page is a line here and one in `screens.tsx`; the compiler asks for both.
 */
export const PATTERNS = {
  room: "/",
  table: "/table/:table",
  matches: "/matches",
  replay: "/replay/:match/:hand?/:position?",
  studies: "/studies",
  imports: "/imports",
  academy: "/academy/:match/:hand?/:position?/:branch?",
  verify: "/verify/:match?",
  analysis: "/analysis/:match",
  chance: "/chance",
  problems: "/problems",
  problem: "/problems/:game/:day?",
  wallet: "/wallet",
  lotteries: "/lotteries",
  shop: "/shop",
  gallery: "/gallery",
  invites: "/invites",
  limits: "/limits",
  pay: "/shop/pay/:payment",
  companies: "/companies",
  company: "/company/:company",
  competitions: "/competitions",
  competition: "/competitions/:competition",
  operator: "/operator/competitions/:competition?",
  terms: "/terms",
  register: "/register",
  account: "/account",
  messages: "/messages/:player?",
  statistics: "/statistics",
  boards: "/boards/:board?/:period?",
  classification: "/classification",
  player: "/players/:player",
  provider: "/provider",
  consent: "/oauth/authorize",
  erased: "/erased/:receipt",
  staff: "/staff/:part?/:about?",
  forgotten: "/forgotten",
  password: "/password",
  confirm: "/confirm",
  unsubscribe: "/unsubscribe",
  call: "/i/:call",
  rooms: "/rooms",
  visit: "/visit",
} as const;

/** Parameters that are whole numbers; all others are identifiers. */
const NUMBERS: ReadonlySet<string> = new Set(["hand", "position"]);
type Value<Name> = Name extends "hand" | "position" ? number : string;

type Parameter<Part> = Part extends `:${infer Name}?`
  ? { [Key in Name]: Value<Key> | null }
  : Part extends `:${infer Name}`
    ? { [Key in Name]: Value<Key> }
    : unknown;
type Parameters<Path> = Path extends `${infer Part}/${infer Rest}`
  ? Parameter<Part> & Parameters<Rest>
  : Parameter<Path>;

export type PageName = keyof typeof PATTERNS;
export type PageOf<Name extends PageName> = Name extends PageName
  ? { at: Name } & Parameters<(typeof PATTERNS)[Name]>
  : never;
/** A page with its parameters, as the address names it. */
export type Page = PageOf<PageName>;

/** Pages about chips, in the order in which they are listed. */
export const CHIPS_PAGES = ["wallet", "lotteries", "shop", "gallery", "invites", "limits"] as const;
export type ChipsPage = (typeof CHIPS_PAGES)[number];

/** `~` ends the name of the cell in an id of one of several cells. */
const ID = /^[\w.:~-]{1,64}$/;
const COUNT = /^\d{1,6}$/;
/** Dispatched on `window` when the page itself changes the address, which fires no event of the browser's own. */
const MOVED = "kafeneio:moved";

/** The page at a path; null: there is none. A trailing slash is ignored. */
export function readPage(path: string): Page | null {
  const given = path.split("/").filter(Boolean);
  for (const at of Object.keys(PATTERNS) as PageName[]) {
    const found = matched(PATTERNS[at].split("/").filter(Boolean), given);
    if (found) return { at, ...found } as Page;
  }
  return null;
}

/** The parameters of a path that follows a pattern, both in parts; null: it does not. */
function matched(pattern: readonly string[], given: readonly string[]): Record<string, string | number | null> | null {
  if (given.length > pattern.length) return null;
  const found: Record<string, string | number | null> = {};
  for (const [index, part] of pattern.entries()) {
    const [, name, optional] = /^:(\w+)(\??)$/.exec(part) ?? [];
    const said = given[index];
    if (name === undefined) {
      if (said !== part) return null;
      continue;
    }
    const value = said === undefined ? null : valueOf(name, said);
    if (value === null && (said !== undefined || !optional)) return null;
    found[name] = value;
  }
  return found;
}

function valueOf(name: string, said: string): string | number | null {
  if (NUMBERS.has(name)) return COUNT.test(said) ? Number(said) : null;
  return ID.test(said) ? said : null;
}

/** The path of a page; null stands for the room. */
export function addressOf(page: Page | null): string {
  if (page === null) return "/";
  const values = page as unknown as Record<string, string | number | null>;
  const parts: string[] = [];
  for (const part of PATTERNS[page.at].split("/").filter(Boolean)) {
    const name = /^:(\w+)\??$/.exec(part)?.[1];
    const value = name === undefined ? part : values[name];
    if (value === null || value === undefined) break;
    parts.push(String(value));
  }
  return `/${parts.join("/")}`;
}

/** Shows another page, as if a link had been followed. */
export function goTo(page: Page | null): void {
  follow(addressOf(page));
}

/** Shows another page in place of this one: Back does not come here again. */
export function goInstead(page: Page | null): void {
  replaceAddress(addressOf(page));
  window.dispatchEvent(new Event(MOVED));
}

/** Follows an address of this site without loading the page anew. */
export function follow(address: string): void {
  if (address === window.location.pathname) return;
  pushAddress(address, () => {
    window.scrollTo(0, 0);
    window.dispatchEvent(new Event(MOVED));
  });
}

/** Keeps the address of a replay at the play shown, without a step of Back for each play. */
export function stayAt(page: PageOf<"replay">): void {
  const here = readPage(window.location.pathname);
  if (here?.at === "replay" && here.match === page.match) replaceAddress(addressOf(page));
}

/** What of the page its address asks for: `?game=tavli`, or nothing. */
export function useQuery(): string {
  return useSyncExternalStore(listen, () => window.location.search);
}

/** Asks for something else of the page that is shown: Back returns to what was asked before. */
export function goToQuery(query: string): void {
  if (query === window.location.search) return;
  pushAddress(window.location.pathname + query, () => window.dispatchEvent(new Event(MOVED)));
}

/** The page that the address names; null: no page has this address. */
export function usePage(): Page | null {
  return readPage(useSyncExternalStore(listen, () => window.location.pathname));
}

function listen(changed: () => void): () => void {
  const events = ["popstate", MOVED];
  for (const event of events) window.addEventListener(event, changed);
  return () => {
    for (const event of events) window.removeEventListener(event, changed);
  };
}

/** The props of a screen: the page that it draws. */
export interface PageProps<Name extends PageName = PageName> {
  page: PageOf<Name>;
}
