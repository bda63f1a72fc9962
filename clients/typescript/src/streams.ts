import { Refused, versioned } from "./ask.ts";
import { backoffMs } from "./backoff.ts";
import type { RefusalBody, TableFrame, UpdateFrame } from "./generated/wire.ts";

/** An event about the token's player, or about nobody in particular. Store `cursor` with its effect, and continue after it. */
export interface StreamedEvent {
  cursor: string;
  id: string;
  topic: string;
  at_ms: number;
  data: Record<string, unknown>;
}

/** A stream has a line, if an empty one, every few seconds; one that is silent for so long is dead. */
const SILENT_MS = 30_000;
const COME_BACK = new Set([
  "offline",
  "service_unavailable",
  "overloaded",
  "rate_limited",
  "streams_busy",
  "table_unavailable",
]);
const OVER = new Set(["closed", "stopped"]);

/**
 * Events as they happen, each once: after a cursor, or from now on. `topics`: which; none: all. It survives lost
 * connections and restarts; a refusal (`cursor_expired`, `scope_missing` …) is thrown.
 */
export async function* streamEvents(
  url: string,
  token: string,
  { topics = [], after = "" }: { topics?: string[]; after?: string } = {},
): AsyncGenerator<StreamedEvent> {
  for (let tries = 0; ; tries += 1) {
    const query = new URLSearchParams({ after, topics: topics.join(",") });
    try {
      for await (const line of lines(url, `/api/stream/events?${query}`, token)) {
        const event = line as StreamedEvent;
        after = event.cursor;
        tries = 0;
        if (event.id) yield event;
      }
    } catch (error) {
      if (!comesBack(error)) throw error;
    }
    await pause(tries);
  }
}

/**
 * What a table shows to the token's player, seated there or looking on, until it closes: `table` first, then `update`; after
 * a lost connection `table` again. A seat counts as present while its stream is open. A refusal is thrown.
 */
export async function* streamTable(
  url: string,
  token: string,
  table: string,
): AsyncGenerator<TableFrame | UpdateFrame> {
  let isKnown = false;
  for (let tries = 0; ; tries += 1) {
    try {
      for await (const line of lines(url, `/api/stream/table/${encodeURIComponent(table)}`, token)) {
        const frame = line as TableFrame | UpdateFrame;
        isKnown = true;
        tries = 0;
        yield frame;
        if (OVER.has(frame.view.phase)) return;
      }
    } catch (error) {
      if (isKnown && error instanceof Refused && error.error === "table_unknown") return; // it has closed meanwhile
      if (!comesBack(error)) throw error;
    }
    await pause(tries);
  }
}

const comesBack = (error: unknown): boolean => error instanceof Refused && COME_BACK.has(error.error);

const pause = (tries: number): Promise<void> => new Promise((done) => setTimeout(done, backoffMs(tries)));

/** The lines of one stream, read, without the empty ones. A connection that breaks is `offline`. */
export async function* lines(url: string, path: string, token: string): AsyncGenerator<unknown> {
  const stop = new AbortController();
  let silent = setTimeout(() => stop.abort(), SILENT_MS);
  try {
    const answer = await fetch(url.replace(/\/$/, "") + versioned(path), {
      headers: { Authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    if (!answer.ok) {
      const refusal = (await answer.json().catch(() => null)) as RefusalBody | null;
      throw new Refused(refusal?.error ?? "server_error", refusal?.detail);
    }
    const reader = answer.body!.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silent);
      silent = setTimeout(() => stop.abort(), SILENT_MS);
      const found = (text + decoder.decode(part.value, { stream: true })).split("\n");
      text = found.pop()!;
      for (const line of found) if (line) yield JSON.parse(line);
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("offline");
  } finally {
    clearTimeout(silent);
    stop.abort();
  }
}
