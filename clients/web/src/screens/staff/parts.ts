export const PARTS = [
  "queue",
  "live",
  "player",
  "companies",
  "trends",
  "audit",
  "roles",
  "operations",
  "settings",
  "shop",
] as const;

export type Part = (typeof PARTS)[number];

const READERS = ["moderator", "administrator", "auditor"];
const AUDITORS = ["administrator", "operator", "auditor"];
const ORDERS = ["operator", "auditor"];

/** Whose role opens which part; the services decide anew with each request (services/moderation/RULES.md §10). */
const OPEN_TO: Readonly<Record<Part, readonly string[]>> = {
  queue: READERS,
  live: READERS,
  player: READERS,
  companies: READERS,
  trends: READERS,
  audit: AUDITORS,
  roles: AUDITORS,
  operations: ORDERS,
  settings: ORDERS,
  shop: ORDERS,
};

/** The parts of the console that are open to somebody with these roles, in the order of its menu. */
export function partsFor(roles: readonly string[]): readonly Part[] {
  return PARTS.filter((part) => OPEN_TO[part].some((role) => roles.includes(role)));
}
