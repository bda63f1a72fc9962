import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "./ask.ts";
import { streamEvents, streamTable } from "./streams.ts";

const URL_OF = "https://play.example";

/** Answers that go on, in the order in which they are asked for; a number is a connection that fails. */
function serve(...answers: (string[] | { error: string } | "broken")[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const answer = answers.shift() ?? "broken";
    if (answer === "broken") return Promise.reject(new TypeError("no network"));
    if (!Array.isArray(answer)) return Promise.resolve(new Response(JSON.stringify(answer), { status: 422 }));
    const parts = answer.map((each) => new TextEncoder().encode(each));
    const body = new ReadableStream<Uint8Array>({
      start(to) {
        for (const part of parts) to.enqueue(part);
        to.close();
      },
    });
    return Promise.resolve(new Response(body));
  });
  return asked;
}

async function taken<T>(from: AsyncGenerator<T>, count: number): Promise<T[]> {
  const found: T[] = [];
  for await (const each of from) if (found.push(each) === count) break;
  return found;
}

describe("streams over HTTP", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("goes on after the last cursor when a stream of events has ended or broken", async () => {
    const line = (cursor: string, id: string) => `${JSON.stringify({ cursor, id, topic: "t", at_ms: 1, data: {} })}\n`;
    const whole = line("1.0", "a") + `{"cursor":"4.0"}\n`;
    const asked = serve([whole.slice(0, 20), whole.slice(20)], "broken", [line("5.0", "b")]);
    const found = await taken(streamEvents(URL_OF, "kaf_1", { topics: ["t", "u"] }), 2);
    expect(found.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(asked.map((each) => new URL(each).searchParams.get("after"))).toEqual(["", "4.0", "4.0"]);
    expect(asked[0]).toBe("https://play.example/api/v1/stream/events?after=&topics=t%2Cu");
  });

  it("throws what is refused", async () => {
    serve({ error: "cursor_expired" });
    await expect(taken(streamEvents(URL_OF, "kaf_1"), 1)).rejects.toEqual(new Refused("cursor_expired", undefined));
  });

  it("ends with the table, and passes empty lines by", async () => {
    const frame = (t: string, phase: string) => `${JSON.stringify({ t, version: 1, view: { phase } })}\n`;
    const asked = serve([frame("table", "playing"), "\n"], [frame("table", "playing"), frame("update", "closed")]);
    const found = await taken(streamTable(URL_OF, "kaf_1", "t/1"), 9);
    expect(found.map(({ t }) => t)).toEqual(["table", "table", "update"]);
    expect(asked[1]).toBe("https://play.example/api/v1/stream/table/t%2F1");
  });

  it("ends when the table has closed while the connection was lost", async () => {
    serve([`${JSON.stringify({ t: "table", version: 1, view: { phase: "over" } })}\n`], { error: "table_unknown" });
    expect(await taken(streamTable(URL_OF, "kaf_1", "t-1"), 9)).toHaveLength(1);
  });
});
