import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Kinds of files that shrink; fonts and pictures are compressed already. */
const KINDS = new Set([".css", ".html", ".js", ".json", ".svg", ".webmanifest"]);
/** Below this size the headers of a response weigh more than what would be saved. */
const WORTH_BYTES = 1_024;

/** Writes `file.br` and `file.gz` beside every file of the build that shrinks by it, so that no server compresses again. */
export function compressed(folder: string): Plugin {
  return { name: "compressed", apply: "build", closeBundle: () => compressAll(folder) };
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (!KINDS.has(extname(file)) || !statSync(file).isFile()) continue;
    const plain = readFileSync(file);
    if (plain.length < WORTH_BYTES) continue;
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: hint }));
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  }
}
