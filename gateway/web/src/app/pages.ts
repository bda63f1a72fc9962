import { useSyncExternalStore } from "react";

/** A page about what has been played, about chips, or about the house and oneself. It is named by the part of the address behind `#`, so that Back works. */
export type Page =
  | { at: "matches" }
  | { at: "replay"; match: string; hand: number | null; position: number | null }
  | { at: "studies" }
  | { at: "academy"; match: string; hand: number; position: number; branch: string | null }
  | { at: "verify"; match: string | null }
  | { at: ChipsPage }
  | { at: HousePage }
  | { at: "erased"; receipt: string }
  | { at: "pay"; payment: string };

/** Pages about chips, in the order in which they are listed. */
export const CHIPS_PAGES = ["wallet", "lotteries", "shop", "gallery", "invites", "limits"] as const;
export type ChipsPage = (typeof CHIPS_PAGES)[number];

/** Pages about the house and about oneself. */
export const HOUSE_PAGES = ["terms", "account", "statistics"] as const;
export type HousePage = (typeof HOUSE_PAGES)[number];

const ID = /^[\w.-]{1,64}$/;

export function readPage(hash: string): Page | null {
  const [at = "", match = "", hand, position, branch] = hash.replace(/^#/, "").split("/");
  if (at === "matches" || at === "studies") return { at };
  if (at === "verify") return { at, match: ID.test(match) ? match : null };
  const chips = CHIPS_PAGES.find((page) => page === at);
  if (chips) return { at: chips };
  const house = HOUSE_PAGES.find((page) => page === at);
  if (house) return { at: house };
  if (!ID.test(match)) return null;
  if (at === "erased") return { at, receipt: match };
  if (at === "pay") return { at, payment: match };
  if (at === "replay") return { at, match, hand: count(hand), position: count(position) };
  if (at !== "academy") return null;
  return { at, match, hand: count(hand) ?? 1, position: count(position) ?? 0, branch: idOf(branch) };
}

export function hashOf(page: Page | null): string {
  if (page === null) return "#";
  switch (page.at) {
    case "verify":
      return page.match === null ? "#verify" : `#verify/${page.match}`;
    case "replay":
      return ["#replay", page.match, page.hand, page.position].filter((part) => part !== null).join("/");
    case "academy":
      return ["#academy", page.match, page.hand, page.position, page.branch].filter((part) => part !== null).join("/");
    case "erased":
      return `#erased/${page.receipt}`;
    case "pay":
      return `#pay/${page.payment}`;
    default:
      return `#${page.at}`;
  }
}

/** Another page, as if a link had been followed. */
export function goTo(page: Page | null): void {
  window.location.hash = hashOf(page);
}

/** The same replay at another place: the address follows, Back does not stop at every play. Who has left stays away. */
export function stayAt(page: Extract<Page, { at: "replay" }>): void {
  const here = readPage(window.location.hash);
  if (here?.at === "replay" && here.match === page.match) window.history.replaceState(null, "", hashOf(page));
}

export function usePage(): Page | null {
  return readPage(useSyncExternalStore(listen, () => window.location.hash));
}

function listen(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function idOf(text: string | undefined): string | null {
  return text !== undefined && ID.test(text) ? text : null;
}
