import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { Block, Rules } from "../src/games/api.ts";

const GAMES = fileURLToPath(new URL("../src/games/", import.meta.url));
const LANGUAGES = fileURLToPath(new URL("../src/i18n/", import.meta.url));

/** Where the rules of all games are in a language, without a network too: the service worker keeps the reader's own. */
export const rulesFile = (language: string): string => `offline-rules.${language}.html`;

/** The words of `offline.json` that are about rules. */
interface Words {
  rules: string;
  again: string;
}

/**
 * `offline-rules.<language>.html`: the rules of every game in a page that needs nothing else, no script either. It is
 * made of the same texts as the dialog at the table.
 */
export function offlineRules(): Plugin {
  return {
    name: "offline-rules",
    apply: "build",
    generateBundle() {
      const languages = readdirSync(LANGUAGES, { withFileTypes: true }).filter((each) => each.isDirectory());
      for (const { name } of languages)
        this.emitFile({ type: "asset", fileName: rulesFile(name), source: rulesPage(name) });
    },
  };
}

/** The page of one language. */
export function rulesPage(language: string): string {
  const words = read<Words>(`${LANGUAGES}${language}/offline.json`);
  const games = readdirSync(GAMES)
    .filter((game) => existsSync(`${GAMES}${game}/rules/${language}.json`))
    .sort();
  const chapters = games.map((game) => {
    const { games: names } = read<{ games: Record<string, string> }>(`${GAMES}${game}/words/${language}.json`);
    const name = Object.values(names)[0] ?? game;
    return { game, name, text: written(read<Rules>(`${GAMES}${game}/rules/${language}.json`)) };
  });
  const contents = chapters.map(({ game, name }) => `<li><a href="#${game}">${escaped(name)}</a></li>`).join("");
  const body = chapters.map(
    ({ game, name, text }) => `<section id="${game}"><h2>${escaped(name)}</h2>${text}</section>`,
  );
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<title>${escaped(words.rules)} · Kafeneio</title><link rel="stylesheet" href="/offline.css" /></head>`,
    `<body class="long"><h1>${escaped(words.rules)}</h1><nav><ul>${contents}</ul></nav>${body.join("")}`,
    `<a class="press" href="/">${escaped(words.again)}</a></body></html>`,
  ].join("\n");
}

function written(rules: Rules): string {
  return rules.map(({ title, blocks }) => `<h3>${escaped(title)}</h3>${blocks.map(blockOf).join("")}`).join("");
}

function blockOf(block: Block): string {
  if (typeof block === "string") return `<p>${escaped(block)}</p>`;
  if ("list" in block) return `<ul>${block.list.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
  const [head = [], ...rows] = block.table;
  const line = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${line(head, "th")}${rows.map((row) => line(row, "td")).join("")}</table>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
