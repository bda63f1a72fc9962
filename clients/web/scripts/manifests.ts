import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FOLDERS = fileURLToPath(new URL("../src/i18n/", import.meta.url));

/** The language of a page that has not said its own yet. */
const FIRST = "en";

/** Pages that an installed application offers beside its icon, and the words that are their names. */
const SHORTCUTS = [
  { url: "/competitions", words: "pages/competitions", name: ["list", "title"] },
  { url: "/companies", words: "pages/companies", name: ["title"] },
  { url: "/messages", words: "pages/conversations", name: ["title"] },
  { url: "/matches", words: "table/records", name: ["matches", "title"] },
];

/**
 * `manifest.<language>.webmanifest`, one for each language, of `manifest.json` and the page's own words, and
 * `manifest.webmanifest` in English. The page names the one of its language (`first-paint.js`, `src/i18n/index.ts`).
 */
export function manifests(): Plugin {
  return {
    name: "manifests",
    apply: "build",
    generateBundle() {
      for (const language of languages()) {
        const source = JSON.stringify(manifestIn(language));
        this.emitFile({ type: "asset", fileName: `manifest.${language}.webmanifest`, source });
        if (language === FIRST) this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source });
      }
    },
  };
}

function languages(): string[] {
  const folders = readdirSync(FOLDERS, { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.map(({ name }) => name).sort();
}

function manifestIn(language: string): object {
  const base = JSON.parse(readFileSync(fileURLToPath(new URL("manifest.json", import.meta.url)), "utf8")) as object;
  const words = (file: string, path: readonly string[]) => textAt(`${FOLDERS}${language}/${file}.json`, path);
  const name = words("app", ["house", "name"]);
  return {
    ...base,
    lang: language,
    name,
    short_name: name,
    description: words("app", ["welcome", "lead"]),
    shortcuts: SHORTCUTS.map((each) => ({ name: words(each.words, each.name), url: each.url })),
  };
}

function textAt(file: string, path: readonly string[]): string {
  let found: unknown = JSON.parse(readFileSync(file, "utf8"));
  for (const part of path) found = (found as Record<string, unknown>)[part];
  if (typeof found !== "string") throw new Error(`${file} has no text ${path.join(".")}`);
  return found;
}
