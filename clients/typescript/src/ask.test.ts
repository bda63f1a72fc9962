import { afterEach, describe, expect, it, vi } from "vitest";
import { ask, at, Refused } from "./ask.ts";

/** What was fetched last, and an answer to it. */
function server(status: number, answer: unknown) {
  const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer), { status })));
  vi.stubGlobal("fetch", fetched);
  return () => fetched.mock.lastCall as unknown as [string, RequestInit];
}

describe("asking an operation of REST", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("fills the path in and leaves null out of the query", async () => {
    const last = server(200, { rows: [] });
    const query = { period: null, place: 3, around: false };
    await ask("GET /api/boards/{board}", { token: "t", path: { board: "a b/c" }, query });
    const [address, sent] = last();
    expect(address).toBe("/api/boards/a%20b%2Fc?place=3&around=false");
    expect(sent.method).toBe("GET");
    expect(sent.headers).toMatchObject({ Authorization: "Bearer t" });
    expect(sent.body).toBeNull();
  });

  it("sends a body as JSON, to another server where one is named", async () => {
    const last = server(200, { token: "t" });
    const body = { username: "Ann", password: "correct horse" };
    await at("https://play.example")("POST /api/login", { body });
    const [address, sent] = last();
    expect([address, sent.method, sent.body]).toEqual([
      "https://play.example/api/v1/login",
      "POST",
      JSON.stringify(body),
    ]);
    expect(sent.headers).toMatchObject({ "Content-Type": "application/json" });
  });

  it("throws a refusal with its code and detail", async () => {
    server(422, { error: "ticket_not_ready", detail: { ready_at_ms: 7 } });
    const asked = ask("POST /api/lotteries/{lottery}/tickets", { token: "t", path: { lottery: "free" } });
    await expect(asked).rejects.toMatchObject({ error: "ticket_not_ready", detail: { ready_at_ms: 7 } });
  });

  it("is offline without an answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    await expect(ask("GET /api/counts", {})).rejects.toEqual(new Refused("offline"));
  });

  it("does not compile with what the server does not declare", () => {
    const never = () => [
      // @ts-expect-error there is no such operation
      ask("GET /api/nothing", {}),
      // @ts-expect-error a session is needed
      ask("GET /api/me", {}),
      // @ts-expect-error a part of the path is missing
      ask("GET /api/recordings/{match}", { token: "t" }),
      // @ts-expect-error a limit has no such name
      ask("PUT /api/care/limits", { token: "t", body: { name: "rent", value: 1 } }),
      // @ts-expect-error a hand must be named
      ask("GET /api/recordings/{match}/replay", { token: "t", path: { match: "m" } }),
    ];
    expect(never).toBeTypeOf("function");
  });
});
