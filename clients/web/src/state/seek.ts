import type { GameInfo, SeekBody, StakeRules } from "kafeneio-client";
import { mayBeFriendly, usualStakes } from "../economy/rules";
import { load, save } from "./storage";

/** What a player looks for; remembered by this browser, so that it is chosen once. */
export interface Search {
  games: readonly string[];
  stakes: readonly number[];
  waitS: number;
}

const KEY = "kafeneio.search";
/** The times that are offered, in seconds. */
export const WAITS_S = [300, 600, 1_800] as const;
const WAIT_S = 600;

/** The search that this browser remembers. */
export const lastSearch = (): Search | null => load<Search | null>(KEY, null);

/** What is kept of the last search, as far as it is still offered; else the first game at the smallest stake. */
export function searchFrom(kept: Search | null, games: readonly GameInfo[], rules: StakeRules): Search {
  const known = games.map(({ game }) => game);
  const chosen = kept?.games.filter((game) => known.includes(game)) ?? known.slice(0, 1);
  const offered = offeredStakes(rules, chosen);
  const stakes = kept?.stakes.filter((stake) => offered.includes(stake)) ?? [rules.min_chips];
  return { games: chosen, stakes, waitS: WAITS_S.find((each) => each === kept?.waitS) ?? WAIT_S };
}

export const keepSearch = (search: Search): void => save(KEY, search);

/** Stakes that at least one of the games may be played for. */
export function offeredStakes(rules: StakeRules, games: readonly string[]): number[] {
  const friendly = games.find((game) => mayBeFriendly(rules, game));
  return usualStakes(rules, friendly ?? "");
}

/** The search as the server wants it, within the longest wait that it allows. */
export function toBody({ games, stakes, waitS }: Search, waitMaxS: number): SeekBody {
  return {
    games: games.map((game) => ({ game })),
    stakes_chips: [...stakes],
    wait_s: Math.min(waitS, waitMaxS),
  };
}

/** A time as a clock shows it: `3:05`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
