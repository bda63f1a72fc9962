// Checks custom resources against their operators' published schemas: types, allowed values, and unknown fields.
// Reads a JSON list of objects from standard input, writes one complaint a line; kinds without a schema are named too.

import { readFile } from "node:fs/promises";

const PACKAGES = {
  "gateway.networking.k8s.io": "gateway-api",
  "keda.sh": "keda",
  "monitoring.coreos.com": "prometheus-operator",
  "postgresql.cnpg.io": "cloudnative-pg",
};

/** An object that notes which of its fields a schema asks for, so that fields which no schema knows stand out. */
function watched(value, path, seen) {
  if (typeof value !== "object" || value === null) return value;
  const note = { keys: new Set(), all: Array.isArray(value) };
  seen.push({ value, path, note });
  const inner = {};
  for (const key of Object.keys(value)) inner[key] = watched(value[key], `${path}/${key}`, seen);
  const target = Array.isArray(value) ? Object.values(inner) : inner;
  return new Proxy(target, {
    get(found, key) {
      note.keys.add(key);
      return found[key];
    },
    ownKeys(found) {
      note.all = true;
      return Reflect.ownKeys(found);
    },
  });
}

/** Fields that no schema asked for. An object of which nothing was asked at all is free-form. */
function unknown(seen) {
  return seen
    .filter(({ note }) => !note.all && note.keys.size > 0)
    .flatMap(({ value, path, note }) =>
      Object.keys(value).filter((key) => !note.keys.has(key)).map((key) => `${path}/${key} is no field`),
    );
}

/** The generated validator of a kind: the package's model names its file. */
async function validator(folder, object) {
  const model = await readFile(new URL(`${object.apiVersion}/${object.kind}.js`, folder), "utf8");
  const [, file] = model.match(/_schemas\/([A-Za-z0-9]+\.js)/);
  return (await import(new URL(`_schemas/${file}`, folder))).validate;
}

async function complaints(object) {
  const group = object.apiVersion.split("/")[0];
  const where = `${object.kind} ${object.metadata.name}`;
  if (!(group in PACKAGES)) return [`${where}: no schema for ${object.apiVersion}`];
  const folder = new URL(`./node_modules/@kubernetes-models/${PACKAGES[group]}/`, import.meta.url);
  const validate = await validator(folder, object);
  const seen = [];
  const ok = validate({ ...object, spec: watched(object.spec, "/spec", seen) });
  const wrong = ok ? [] : validate.errors.map((each) => `${each.instancePath} ${each.message}`);
  return [...wrong, ...unknown(seen)].map((each) => `${where}: ${each}`);
}

let text = "";
for await (const chunk of process.stdin) text += chunk;
for (const object of JSON.parse(text)) for (const each of await complaints(object)) console.log(each);
