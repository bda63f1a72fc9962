import type { RefusalBody } from "./generated/wire.ts";
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

export interface Asked {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  token?: string;
  body?: unknown;
  /** A picture, sent as it is. */
  image?: Blob;
}

export async function call<A>(path: string, { method = "GET", token, body, image }: Asked = {}): Promise<A> {
  const headers: Record<string, string> = { traceparent: newTraceparent() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (image) headers["Content-Type"] = image.type;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: image ?? (body === undefined ? null : JSON.stringify(body)) });
  } catch {
    throw new Refused("offline");
  }
  const read: unknown = await answer.json().catch(() => null);
  if (answer.ok) return read as A;
  const refusal = read as RefusalBody | null;
  throw new Refused(refusal?.error ?? "server_error", refusal?.detail);
}

/** A path with what is asked of it; nothing stands for null. */
export function asking(path: string, asked: Record<string, string | number | null>): string {
  const said = Object.entries(asked).filter((each): each is [string, string | number] => each[1] !== null);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${path}?${query}` : path;
}

/** `call` for paths of one site. */
export type Call = <A>(path: string, asked?: Asked) => Promise<A>;

/** Calls the site at `url`, without a slash at its end; empty: the one that a page came from. */
export const at =
  (url: string): Call =>
  (path, asked) =>
    call(url + path, asked);
