// Makes the types of the web client (games) and of the package kafeneio-client (frames, REST) from their schemas
// (README, "Types"). `typesOf` is also what the test compares with.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Folders with `schema/*.json`, of which `src/generated/*.ts` are made. */
const packages = [root, join(root, "..", "..", "clients", "typescript")];

const options = {
  additionalProperties: false,
  bannerComment: "/* Made from schema/ by `npm run types`. Do not edit. */",
  style: { printWidth: 120 },
};

/** The files to write: path → text. */
export async function typesOf() {
  const found = await Promise.all(packages.map(typesOfPackage));
  return new Map(found.flat());
}

async function typesOfPackage(folder) {
  const from = join(folder, "schema");
  const into = join(folder, "src", "generated");
  const names = (await readdir(from, { recursive: true })).filter((name) => name.endsWith(".json")).sort();
  const texts = await Promise.all(names.map((name) => oneFile(join(from, name))));
  return names.map((name, at) => [join(into, name.replace(/\.json$/, ".ts")), texts[at]]);
}

async function oneFile(path) {
  const schema = JSON.parse(await readFile(path, "utf8"));
  return compile(schema, schema.title, options);
}

async function write() {
  for (const [path, text] of await typesOf()) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(relative(root, path));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
