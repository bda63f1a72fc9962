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
/** The time that is offered first. */
export const WAIT_S = 600;

/** The search that this browser remembers. */
export const lastSearch = (): Search | null => load<Search | null>(KEY, null);

/** What is kept of the last search, as far as it is still offered; else the first game, for nothing where that may be. */
export function searchFrom(kept: Search | null, games: readonly GameInfo[], rules: StakeRules): Search {
  const known = games.map(({ game }) => game);
  const chosen = kept?.games.filter((game) => known.includes(game)) ?? known.slice(0, 1);
  const offered = offeredStakes(rules, chosen);
  const stakes = kept?.stakes.filter((stake) => offered.includes(stake)) ?? offered.slice(0, 1);
  return { games: chosen, stakes, waitS: WAITS_S.find((each) => each === kept?.waitS) ?? WAIT_S };
}

/**
 * The search after a change of it. Stakes that none of the games may be played for go, unless nothing would be left: then
 * the least one stays. While no game is chosen nobody knows yet, and all stay.
 */
export function changed(search: Search, part: Partial<Search>, rules: StakeRules): Search {
  const next = { ...search, ...part };
  if (next.games.length === 0) return next;
  const offered = offeredStakes(rules, next.games);
  const stakes = next.stakes.filter((stake) => offered.includes(stake));
  return { ...next, stakes: stakes.length === 0 && next.stakes.length > 0 ? offered.slice(0, 1) : stakes };
}

export const keepSearch = (search: Search): void => save(KEY, search);

/** Stakes that at least one of the games may be played for; while no game is chosen, those of any game. */
export function offeredStakes(rules: StakeRules, games: readonly string[]): number[] {
  const asked = games.length > 0 ? games : rules.friendly_games;
  const friendly = asked.find((game) => mayBeFriendly(rules, game));
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
