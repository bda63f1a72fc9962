import type { BoardPeriod } from "kafeneio-client";

/** The boards of a family's games, those of all games together, or the bots' ladders. */
export interface BoardGroup {
  /** What its games, or bots, are called; null: boards of no single family. */
  label: string | null;
  boards: BoardPeriod[];
}

interface Words {
  familyOf: (game: string) => string | null;
  gameName: (game: string) => string;
  boardName: (period: BoardPeriod) => string;
  bots: string;
  list: (names: readonly string[]) => string;
  compare: (one: string, other: string) => number;
}

/** Boards as a list to choose from: those of all games first, then each family's, in the order of the language, bots' last. */
export function boardGroups(boards: readonly BoardPeriod[], words: Words): BoardGroup[] {
  const found = new Map<string | null, BoardPeriod[]>();
  const ofBots = boards.filter(({ bots }) => bots);
  for (const each of boards.filter(({ bots }) => !bots)) {
    const families = new Set((each.games ?? []).map((game) => words.familyOf(game) ?? game));
    const [family = null] = families.size === 1 ? families : [];
    found.set(family, [...(found.get(family) ?? []), each]);
  }
  const byName = (one: BoardPeriod, other: BoardPeriod) => words.compare(words.boardName(one), words.boardName(other));
  const groups = [...found].map(([family, own]) => ({
    label: family === null ? null : labelOf(own, words),
    boards: own.toSorted(byName),
  }));
  const sorted = groups.toSorted((one, other) =>
    one.label === null || other.label === null
      ? Number(one.label !== null) - Number(other.label !== null)
      : words.compare(one.label, other.label),
  );
  return ofBots.length === 0 ? sorted : [...sorted, { label: words.bots, boards: ofBots.toSorted(byName) }];
}

function labelOf(boards: readonly BoardPeriod[], { gameName, list, compare }: Words): string {
  const games = new Set(boards.flatMap((each) => each.games ?? []));
  return list([...games].map(gameName).toSorted(compare));
}
