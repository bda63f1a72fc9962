import type { Language } from "../state/settings";
import type { AnyFamily, Rules } from "./api";

/** Every folder beside this file that has an index.tsx is a family: nothing is listed by hand. */
const modules = import.meta.glob<{ family: AnyFamily }>("./*/index.tsx", { eager: true });

/** Boards by their file, each loaded when first needed. */
const boards = import.meta.glob("./*/Board.tsx");

/** Rules by their file, `./tavli/rules/el.json`, each loaded when somebody reads it. */
const rules = import.meta.glob<Rules>("./*/rules/*.json", { import: "default" });

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

/** What a match of a game is played in: its words are `round.hand.…` or `round.game.…`. */
export function roundOf(game: string): "hand" | "game" {
  return family(game)?.rounds ?? "hand";
}

/** The folder of a game's family, which is also the name of its words. */
export function familyOf(game: string): string | null {
  return folders.get(game) ?? null;
}

/** Loads the playing surface of a game before it is shown. */
export async function loadBoard(game: string): Promise<void> {
  await boards[`./${familyOf(game)}/Board.tsx`]?.();
}

/** The rules of a game in a language; empty if this page has none. */
export async function loadRules(game: string, language: Language): Promise<Rules> {
  return (await rules[`./${familyOf(game)}/rules/${language}.json`]?.()) ?? [];
}
