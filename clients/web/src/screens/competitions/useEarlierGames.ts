import { useState } from "react";
import type { GameLine, Games } from "kafeneio-client";

const NO_PAGE: Games = { games: [], next_before_ms: null, next_before_table: null };

/** The newest page of games with the earlier ones that were asked for, and how to ask for more; null: there are none. */
export function useEarlierGames(
  newest: Games | null,
  ask: (follows: { before_ms: number; before_table: string | null }) => Promise<Games>,
): [readonly GameLine[], (() => Promise<void>) | null] {
  const [earlier, setEarlier] = useState<Games | null>(null);
  const { next_before_ms: next, next_before_table: table } = earlier ?? newest ?? NO_PAGE;
  const games = new Map<string, GameLine>();
  for (const game of [...(earlier?.games ?? []), ...(newest?.games ?? [])]) games.set(game.table, game);
  const more = async () => {
    if (next === null) return;
    const page = await ask({ before_ms: next, before_table: table ?? null }).catch(() => null);
    if (page === null) return;
    setEarlier((before) => ({ ...page, games: [...(before?.games ?? newest?.games ?? []), ...page.games] }));
  };
  const sorted = [...games.values()].toSorted((one, other) => other.called_at_ms - one.called_at_ms);
  return [sorted, next === null ? null : more];
}
