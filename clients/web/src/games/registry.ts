import type { AnyFamily } from "./api";

/** Every folder beside this file that has an index.tsx is a family: nothing is listed by hand. */
const modules = import.meta.glob<{ family: AnyFamily }>("./*/index.tsx", { eager: true });

const families = new Map<string, AnyFamily>();
const folders = new Map<string, string>();
for (const [path, found] of Object.entries(modules)) {
  for (const game of found.family.games) {
    families.set(game, found.family);
    folders.set(game, path.split("/")[1] ?? game);
  }
}

/** The ids of all games that this page can show. */
export const GAMES: readonly string[] = [...families.keys()];

export function family(game: string): AnyFamily | null {
  return families.get(game) ?? null;
}

/** The folder of a game's family, which is also the name of its words. */
export function familyOf(game: string): string | null {
  return folders.get(game) ?? null;
}
