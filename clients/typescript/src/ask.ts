import { formOf } from "./deviceForm.ts";
import type { RefusalBody, Rest } from "./generated/wire.ts";
import { newTraceparent } from "./ids.ts";

/** A refusal of the server, or `offline` when it could not be reached. */
export class Refused extends Error {
  constructor(
    readonly error: string,
    readonly detail: unknown = null,
  ) {
    super(error);
  }
}

/** An operation of REST, by method and path: `GET /api/boards/{board}`. */
export type Operation = keyof Rest;
export type AnswerOf<O extends Operation> = Rest[O]["answer"];

type Named<Path extends string> = Path extends `${string}{${infer Name}}${infer More}` ? Name | Named<More> : never;
type Has<O extends Operation, Part extends string, Sent> = Rest[O] extends Record<Part, unknown> ? Sent : unknown;
type PartOf<O extends Operation, Part extends string> = Rest[O] extends Record<Part, infer Type> ? Type : never;

type QueryOf<Query> = [Query] extends [never]
  ? unknown
  : Partial<Query> extends Query
    ? { query?: Query }
    : { query: Query };

/** The arguments of an operation: parts of its path, a session's token, a body, a query, as far as it has them. */
export type Asked<O extends Operation> = ([Named<O>] extends [never] ? unknown : { path: Record<Named<O>, string> }) &
  Has<O, "session", { token: string }> &
  Has<O, "body", { body: PartOf<O, "body"> }> &
  QueryOf<PartOf<O, "query">> & {
    /** A picture, sent unchanged. */
    image?: Blob;
  };

interface AnyAsked {
  path?: Record<string, string>;
  token?: string;
  body?: unknown;
  query?: object;
  image?: Blob;
}

/** Calls an operation of REST; a refusal is thrown. Types and paths are those that the server declares. */
export type Ask = <O extends Operation>(operation: O, asked: Asked<O>) => Promise<AnswerOf<O>>;

/** Calls operations of the site at `origin`, without a slash at its end; empty: the site of the page. */
export const at =
  (origin: string): Ask =>
  <O extends Operation>(operation: O, asked: Asked<O>) =>
    send(origin, operation, asked as AnyAsked) as Promise<AnswerOf<O>>;

/** The version of REST that programs ask, in its paths: `/api/v1/…`. The page of a site is of its own release. */
export const REST_VERSION = "v1";

/** The address of an operation of another site, with the version. */
export const versioned = (path: string): string => path.replace(/^\/api\/(?!v\d+\/)/, `/api/${REST_VERSION}/`);

/** Calls operations of the site of the page. */
export const ask: Ask = at("");

async function send(origin: string, operation: string, asked: AnyAsked): Promise<unknown> {
  const { token, body, image } = asked;
  const [method = "GET"] = operation.split(" ", 1);
  const headers: Record<string, string> = { traceparent: newTraceparent() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (image) headers["Content-Type"] = image.type;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const form = origin ? null : formOf(globalThis.navigator);
  if (form) headers["Kafeneio-Form"] = form;
  const content = image ?? (body === undefined ? null : JSON.stringify(body));
  const address = addressOf(operation.slice(method.length + 1), asked);
  let answer: Response;
  try {
    answer = await fetch(origin ? origin + versioned(address) : address, {
      method,
      headers,
      body: content,
    });
  } catch {
    throw new Refused("offline");
  }
  const read: unknown = await answer.json().catch(() => null);
  if (answer.ok) return read;
  const refusal = read as RefusalBody | null;
  throw new Refused(refusal?.error ?? "server_error", refusal?.detail);
}

/** The path with its parts and query filled in; null values are left out. */
function addressOf(template: string, { path = {}, query = {} }: AnyAsked): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const said = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return `${filled}${text ? `?${text}` : ""}`;
}
