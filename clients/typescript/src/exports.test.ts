import { afterEach, describe, expect, it, vi } from "vitest";
import { allRecordings } from "./exports.ts";

const encoder = new TextEncoder();

/** Streams, each in the parts in which it comes; `cut`: it breaks off instead of ending. */
function streams(...found: { parts: string[]; cut?: boolean }[]) {
  const addresses: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    addresses.push(address);
    const { parts, cut } = found[addresses.length - 1] ?? { parts: [] };
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part !== undefined) controller.enqueue(encoder.encode(part));
        else if (cut) controller.error(new TypeError("cut"));
        else controller.close();
      },
    });
    return Promise.resolve(new Response(body, { status: 200 }));
  });
  return addresses;
}

async function matches(after: string | null = null): Promise<(string | undefined)[]> {
  const found = [];
  for await (const line of allRecordings("https://play.example", "t", after)) found.push(line.match);
  return found;
}

describe("all recordings of an account", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("reads lines wherever they are cut into parts, up to the last one", async () => {
    streams({
      parts: ['{"cursor":"1.a","ma', 'tch":"a"}\n{"cursor":"2.b","match":"b"}\n{"cur', 'sor":"2.b","done":true}\n'],
    });
    expect(await matches()).toEqual(["a", "b"]);
  });

  it("goes on after the last whole line when a stream is cut", async () => {
    const addresses = streams(
      { parts: ['{"cursor":"1.a","match":"a"}\n{"cursor":"2.b","mat'], cut: true },
      { parts: ['{"cursor":"2.b","match":"b"}\n{"cursor":"2.b","done":true}\n'] },
    );
    expect(await matches("0.z")).toEqual(["a", "b"]);
    expect(addresses).toEqual([
      "https://play.example/api/v1/me/recordings/export?after=0.z",
      "https://play.example/api/v1/me/recordings/export?after=1.a",
    ]);
  });

  it("throws why a stream has ended for good", async () => {
    streams({ parts: ['{"cursor":"1.a","match":"a"}\n{"cursor":"1.a","error":"session_expired"}\n'] });
    await expect(matches()).rejects.toMatchObject({ error: "session_expired" });
  });

  it("throws a refusal", async () => {
    const refusal = new Response('{"error":"export_running","detail":null}', { status: 422 });
    vi.stubGlobal("fetch", () => Promise.resolve(refusal));
    await expect(matches()).rejects.toMatchObject({ error: "export_running" });
  });
});
