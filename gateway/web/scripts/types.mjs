// Makes src/generated/*.ts from schema/*.json (README, "Types"). `typesOf` is also what the test compares with.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, "schema");
export const into = join(root, "src", "generated");

const options = {
  additionalProperties: false,
  bannerComment: "/* Made from schema/ by `npm run types`. Do not edit. */",
  style: { printWidth: 120 },
};

/** The files to write: name inside src/generated → text. */
export async function typesOf() {
  const names = (await readdir(from, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  const texts = await Promise.all(names.map((name) => oneFile(join(from, name))));
  return new Map(names.map((name, at) => [name.replace(/\.json$/, ".ts"), texts[at]]));
}

async function oneFile(path) {
  const schema = JSON.parse(await readFile(path, "utf8"));
  return compile(schema, schema.title, options);
}

async function write() {
  for (const [name, text] of await typesOf()) {
    const path = join(into, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(relative(root, path));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
