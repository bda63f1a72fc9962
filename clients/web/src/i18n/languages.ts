import type { Language } from "../state/settings";

export type Words = Record<string, object>;

/** Every folder here is a language. Its words are three chunks: those that the door needs, with the games' own; those of the
 * table, which who has pressed a game there sees next; and those of all other pages. */
const folders = import.meta.glob<{ own: Words; games: Words }>("./*/index.ts");
const table = import.meta.glob<{ own: Words }>("./*/table/index.ts");
const pages = import.meta.glob<{ own: Words }>("./*/pages/index.ts");

export const LANGUAGES = Object.keys(folders).map((path) => path.split("/")[1]) as readonly Language[];

export function loadWords(language: Language): Promise<{ own: Words; games: Words }> {
  const load = folders[`./${language}/index.ts`];
  return load ? load() : Promise.reject(new Error(`no words in ${language}`));
}

export function loadTableWords(language: Language): Promise<{ own: Words }> {
  const load = table[`./${language}/table/index.ts`];
  return load ? load() : Promise.reject(new Error(`no words of the table in ${language}`));
}

export function loadPageWords(language: Language): Promise<{ own: Words }> {
  const load = pages[`./${language}/pages/index.ts`];
  return load ? load() : Promise.reject(new Error(`no words of pages in ${language}`));
}

/** A language by its own name, as a list of languages shows it. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
