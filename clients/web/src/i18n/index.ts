import i18next, { type i18n } from "i18next";
import type { Language } from "../state/settings";

type Words = Record<string, object>;

/** One chunk per language, loaded when somebody reads it. */
const LOADERS: Record<Language, () => Promise<{ own: Words; games: Words }>> = {
  el: () => import("./el"),
  en: () => import("./en"),
  es: () => import("./es"),
};

/** Languages by their own names, as a list of languages shows them. */
export const LANGUAGE_NAMES: Record<Language, string> = { el: "Ελληνικά", en: "English", es: "Español" };

/** Namespaces by their words: the page's own are named by their file, a game's by its folder. */
export function namespaces(own: Words, games: Words): Map<string, object> {
  const named = new Map<string, object>();
  for (const [path, words] of Object.entries(own)) named.set(path.replace(/^.*\/|\.json$/g, ""), words);
  for (const [path, words] of Object.entries(games)) named.set(path.split("/").at(-3) ?? path, words);
  return named;
}

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, "app")) return;
  const { own, games } = await LOADERS[language]();
  for (const [name, words] of namespaces(own, games)) i18next.addResourceBundle(language, name, words);
}

/** Loads the language's words and shows them; the page says its language too, for screen readers and hyphenation. */
export async function speak(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
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
  await speak(language);
  return i18next;
}
