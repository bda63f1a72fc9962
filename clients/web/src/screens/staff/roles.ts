import { createContext, useContext } from "react";
import { useApp } from "../../app/context";

/** The roles of who looks, as moderation says them. */
export const Roles = createContext<readonly string[]>([]);

/** What who looks may do here; the services decide anew with each request (services/moderation/RULES.md §10). */
export function useMay() {
  const roles = useContext(Roles);
  const own = useApp((state) => state.room?.me.account ?? null);
  const has = (...wanted: string[]) => wanted.some((each) => roles.includes(each));
  return {
    /** Players' files, and what has to do with them. */
    read: has("moderator", "administrator", "auditor"),
    /** Ignore, warn, mute, close a case, write a note. */
    mild: has("moderator", "administrator"),
    /** Red cards, blocks, lifting, rulings. */
    hard: has("administrator"),
    /** Orders. */
    operate: has("operator"),
    /** Whether a decision was one's own, which another one takes back (§15). */
    isOwn: (by: string) => own !== null && by === own,
  };
}
