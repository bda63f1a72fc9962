import { describe, expect, it } from "vitest";
import { familyOf, GAMES, roundOf } from "../games/registry";
import { namespaces } from "./index";
import { LANGUAGES, type Words } from "./languages";

const loaded = import.meta.glob<{ own: Words; games: Words }>("./*/index.ts", { eager: true });
const table = import.meta.glob<{ own: Words }>("./*/table/index.ts", { eager: true });

/** What a match of cards or tiles is played in, and what one of boards is played in, as the players of each language say. */
const ROUND: Record<string, Record<"hand" | "game", string>> = {
  el: { hand: "Μοιρασιά", game: "Παρτίδα" },
  en: { hand: "Hand", game: "Game" },
  es: { hand: "Mano", game: "Partida" },
  it: { hand: "Mano", game: "Partita" },
  pt: { hand: "Mão", game: "Partida" },
};
/** Words for a hand of cards or tiles: none of them is said of a game of a board, where a hand is what throws dice. */
const HANDS = /μοιρασι|(^|[^\p{L}])(χέρι|χέρια|hands?|mano|manos|mani|mão|mãos)([^\p{L}]|$)/iu;

/** Texts of pages for all games that name a round by its number, and the path to each. */
function numbered(node: object, path: string): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "string") return numbered(value as object, `${path}.${key}`);
    return /{{hand\b/.test(value) ? [[`${path}.${key}`, value] as [string, string]] : [];
  });
}
/** Of games with deals alone. */
const DEALS = ["analysis.moments.deal"];

const texts = (node: object): string[] =>
  Object.values(node).flatMap((value: unknown) =>
    typeof value === "string" ? [value.replace(/{{.*?}}/g, "")] : texts(value as object),
  );

const cases = LANGUAGES.flatMap((language) => GAMES.map((game) => [game, language] as const));

describe("what a match is played in", () => {
  it.each(cases)("%s in %s has the word that its players use", (game, language) => {
    const { own, games } = loaded[`./${language}/index.ts`]!;
    const words = namespaces({ ...own, ...table[`./${language}/table/index.ts`]!.own }, games);
    const records = words.get("records") as { round: Record<"hand" | "game", Record<string, string>> };
    const analysis = words.get("analysis") as { round: Record<"hand" | "game", string> };
    const kind = roundOf(game);
    const word = ROUND[language]?.[kind] ?? "";
    expect(word).not.toBe("");
    expect(records.round[kind]["name"]).toBe(word);
    if (kind === "hand") return;
    for (const text of texts([records.round[kind], { decision: analysis.round[kind] }]))
      expect(text).not.toMatch(HANDS);
    for (const text of texts(words.get(familyOf(game) ?? "") ?? {})) expect(text).not.toMatch(HANDS);
  });

  it("is a game where a board is played on, and a hand elsewhere", () => {
    expect(GAMES.filter((game) => roundOf(game) === "game").sort()).toEqual(["tavli", "tictactoe"]);
  });

  it.each(LANGUAGES)("is not called a hand in %s where a page is for games of boards too", (language) => {
    const { own } = loaded[`./${language}/index.ts`]!;
    const words = namespaces({ ...own, ...table[`./${language}/table/index.ts`]!.own }, {});
    const found = ["records", "analysis"].flatMap((name) => numbered(words.get(name) as object, name));
    expect(found.length).toBeGreaterThan(6);
    const wrong = found.filter(
      ([path, text]) => HANDS.test(text.replace(/{{.*?}}/g, "")) && !/\.hand(\.|$)/.test(path),
    );
    expect(wrong.map(([path]) => path).filter((path) => !DEALS.includes(path))).toEqual([]);
  });
});
