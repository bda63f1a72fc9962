import i18next, { type i18n } from "i18next";
import type { Language } from "../state/settings";
import { formatsOf } from "./useFormats";
import { loadPageWords, loadTableWords, loadWords, type Words } from "./languages";

/** Namespaces by their words: the page's own are named by their file, a game's by its folder. */
export function namespaces(own: Words, games: Words): Map<string, object> {
  const named = new Map<string, object>();
  for (const [path, words] of Object.entries(own)) named.set(path.replace(/^.*\/|\.json$/g, ""), words);
  for (const [path, words] of Object.entries(games)) named.set(path.split("/").at(-3) ?? path, words);
  return named;
}

/** The words behind the door: those of the table, and those of the other pages, by which namespace one sees that they are here. */
const BEHIND = {
  table: { load: loadTableWords, has: "seek" },
  pages: { load: loadPageWords, has: "account" },
} as const;
type Part = keyof typeof BEHIND;

/** Which of them have been needed so far: another language needs them too. */
const needed = new Set<Part>();

async function load(language: Language): Promise<void> {
  await Promise.all([loadDoor(language), ...[...needed].map((part) => loadPart(language, part))]);
}

async function loadDoor(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, "app")) return;
  const { own, games } = await loadWords(language);
  add(language, namespaces(own, games));
}

async function loadPart(language: Language, part: Part): Promise<void> {
  needed.add(part);
  if (i18next.hasResourceBundle(language, BEHIND[part].has)) return;
  const { own } = await BEHIND[part].load(language);
  add(language, namespaces(own, {}));
}

function add(language: Language, named: Map<string, object>): void {
  for (const [name, words] of named) i18next.addResourceBundle(language, name, words);
}

/** Loads a part of the client that is behind the door, and its words with it: it is not drawn before they are there. */
export function withPageWords<T>(loadScreen: () => Promise<T>): () => Promise<T> {
  return withWords(loadScreen, ["table", "pages"]);
}

/** The same for the table, which needs few of them: who has pressed a game at the door waits for it. */
export function withTableWords<T>(loadScreen: () => Promise<T>): () => Promise<T> {
  return withWords(loadScreen, ["table"]);
}

function withWords<T>(loadScreen: () => Promise<T>, parts: readonly Part[]): () => Promise<T> {
  return async () => {
    const language = i18next.language as Language;
    const [screen] = await Promise.all([loadScreen(), ...parts.map((part) => loadPart(language, part))]);
    return screen;
  };
}

/** Loads the language's words and shows them; the page says its language too, for screen readers and hyphenation, and
 * names the manifest in it, for who installs it. */
export async function speak(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", `/manifest.${language}.webmanifest`);
}

interface PluralResolver {
  getRule: (code: string, options?: object) => Intl.PluralRules;
}

/** Our Portuguese is Portugal's, which says "0 partidas"; `pt` alone counts as Brazil does: "0 partida". */
function countAsPortugal(): void {
  const plurals = i18next.services.pluralResolver as PluralResolver;
  const rule = plurals.getRule.bind(plurals);
  plurals.getRule = (code, options) => rule(code === "pt" ? "pt-PT" : code, options);
}

export async function startWords(language: Language): Promise<i18n> {
  await i18next.init({
    lng: language,
    fallbackLng: false,
    resources: {},
    defaultNS: "app",
    interpolation: { escapeValue: false }, // React escapes
    returnNull: false,
    partialBundledLanguages: true,
  });
  countAsPortugal();
  // Spanish groups from five digits on by itself: a text would write 1000 where the amount beside it is 1.000.
  i18next.services.formatter?.add("number", (value, spoken) => formatsOf(spoken ?? language).number(Number(value)));
  await speak(language);
  return i18next;
}
