import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { rulesFile } from "./offlineRules.ts";

const FOLDERS = fileURLToPath(new URL("../src/i18n/", import.meta.url));

const LANGUAGE = /\/src\/i18n\/([a-z]{2})\/index\.ts$/;
const BEHIND = /\/src\/i18n\/([a-z]{2})\/(pages|table)\/index\.ts$/;

/** The language of which a chunk has the words; undefined for others. */
function languageOf({ facadeModuleId }: { facadeModuleId: string | null }): string | undefined {
  return LANGUAGE.exec(facadeModuleId ?? "")?.[1];
}

/** Words are named by their language, other chunks by their file. */
export function chunkName(chunk: { facadeModuleId: string | null }): string {
  const behind = BEHIND.exec(chunk.facadeModuleId ?? "")
    ?.slice(1)
    .join("-");
  return `assets/${behind ?? languageOf(chunk) ?? "[name]"}-[hash].js`;
}

/**
 * Writes into the page which file has the words of which language, as `el=/assets/el-1a2b.js en=…`: `first-paint.js`
 * asks for the right one at once, and a slow line need not wait for the scripts first.
 */
export function namedWords(): Plugin {
  return {
    name: "named-words",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const words = Object.values(bundle).flatMap((file) => {
          const language = file.type === "chunk" ? languageOf(file) : undefined;
          return language ? [`${language}=/${file.fileName}`] : [];
        });
        return html.replace("<html ", `<html data-words="${words.sort().join(" ")}" `);
      },
    },
  };
}

interface Offline {
  text: string;
  again: string;
  rules: string;
}

/** `offline.html`: what is shown without a network, in every language, for no script runs there (`offline.json`). */
export function offlinePage(): Plugin {
  return {
    name: "offline-page",
    apply: "build",
    generateBundle() {
      const languages = readdirSync(FOLDERS, { withFileTypes: true }).filter((each) => each.isDirectory());
      const words = languages
        .map(({ name }) => ({ name, ...readOffline(name) }))
        .sort((a, b) => a.name.localeCompare(b.name));
      const lines = words.map(({ name, text }) => `<p lang="${name}">${text}</p>`).join("\n    ");
      const again = words.map(({ name, again: word }) => `<span lang="${name}">${word}</span>`).join(" · ");
      const rules = words.map(({ name, rules: word }) => `<a lang="${name}" href="/${rulesFile(name)}">${word}</a>`);
      const page = readFileSync(fileURLToPath(new URL("offline.html", import.meta.url)), "utf8");
      const source = page
        .replace("<!-- lines -->", lines)
        .replace("<!-- again -->", again)
        .replace("<!-- rules -->", rules.join(" · "));
      this.emitFile({ type: "asset", fileName: "offline.html", source });
    },
  };
}

function readOffline(language: string): Offline {
  return JSON.parse(readFileSync(`${FOLDERS}${language}/offline.json`, "utf8")) as Offline;
}
