import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeWire } from "./fakeWire.ts";
import type { RoomFrame, ToClient } from "./generated/wire.ts";
import { Player } from "./player.ts";

const ROOM = { t: "room", beat_s: 5, chips: 5_000, chips_seq: 3, room: { token: null } } as RoomFrame;

interface Sent {
  asked: string;
  body: Record<string, unknown> | null;
}

describe("a player among others", () => {
  let wire: FakeWire;
  let player: Player;
  let sent: Sent[];
  let answers: (object | number)[];
  const last = () => wire.sent.at(-1) as { t: string; id: string };
  const done = (data: unknown = null) => wire.receive({ t: "done", id: last().id, data });

  /** The next answer; a number is a status without a body, 0 no answer at all. */
  const fetched = async (path: string, { method, body }: RequestInit) => {
    sent.push({
      asked: `${method} ${new URL(path).pathname}${new URL(path).search}`,
      body: body ? JSON.parse(body as string) : null,
    });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === 0) throw new TypeError("no network");
    if (typeof next === "number")
      return new Response(JSON.stringify({ error: "service_unavailable" }), { status: next });
    return new Response(JSON.stringify(next));
  };

  beforeEach(async () => {
    vi.useFakeTimers();
    [sent, answers] = [[], [{ token: "token", account: { account: "a-eleni", name: "Eleni" } }]];
    vi.stubGlobal("fetch", fetched);
    const coming = Player.logIn("http://kafeneio.example", "eleni", "secret", () => (wire = new FakeWire()));
    await vi.advanceTimersByTimeAsync(0);
    wire.open();
    wire.receive(ROOM);
    player = await coming;
    sent = [];
  });

  afterEach(() => {
    player.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks again under the same id while the site is away", async () => {
    answers = [0, 503, { call: "c-1" }];
    const called = player.people.call("tavli", { friend: "Nikos" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await called).call).toBe("c-1");
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => body?.["id"])).size).toBe(1);
    expect(sent[0]).toMatchObject({ asked: "POST /api/v1/me/calls", body: { game: "tavli", friend: "Nikos" } });
  });

  it("gives up after five times", async () => {
    answers = [0];
    const looked = expect(player.people.card("nikos")).rejects.toMatchObject({ error: "offline" });
    await vi.advanceTimersByTimeAsync(60_000);
    await looked;
    expect(sent.map(({ asked }) => asked)).toEqual(Array(5).fill("GET /api/v1/players/nikos/card"));
  });

  it("challenges a friend to a table for two", async () => {
    const opened = player.people.challenge("Nikos", "tavli", { options: { variant: "portes" } });
    expect(last()).toMatchObject({ t: "create_table", mode: "invite", invite: { 1: "Nikos" }, game: "tavli" });
    done({ table: "t-1" });
    expect((await opened).id).toBe("t-1");
  });

  it("reads a conversation from the newest line back, page by page", async () => {
    const line = (id: number) => ({ id, account: "a-nikos", to: "a-eleni", text: `${id}`, at_ms: id });
    answers = [
      { lines: [line(3), line(4)], next_before: 3 },
      { lines: [line(1), line(2)], next_before: null },
    ];
    const found: number[] = [];
    for await (const { id } of player.people.lines("a-nikos")) found.push(id);
    expect(found).toEqual([4, 3, 2, 1]);
    expect(sent.map(({ asked }) => asked)).toEqual([
      "GET /api/v1/me/conversations/a-nikos",
      "GET /api/v1/me/conversations/a-nikos?before=3",
    ]);
  });

  it("gets what friends write, and not its own lines", async () => {
    const frame = (account: string, to: string) =>
      ({ t: "private_message", name: account, line: { id: 1, account, to, text: "hello", at_ms: 1 } }) as ToClient;
    wire.receive(frame("a-eleni", "a-nikos"));
    wire.receive(frame("a-nikos", "a-eleni"));
    for await (const { name } of player.people.messages()) {
      expect(name).toBe("a-nikos");
      break;
    }
  });

  it("takes a call and sits at its table", async () => {
    answers = [{ table: "t-9" }];
    expect((await player.people.takeCall("c-1")).id).toBe("t-9");
    expect(sent[0]?.asked).toBe("POST /api/v1/calls/c-1/take");
  });

  it("runs a company: founded, invited to, with an evening, a table and a chat", async () => {
    answers = [{ company: "k-1" }];
    const club = await player.companies.found("Thursdays");
    await player.companies.invite(club, "Nikos");
    await player.companies.setEvening(club, { weekday: 3, minute: 1_200, zone: "Europe/Athens", game: "tavli" });
    await player.companies.setEvening(club, null);
    await player.companies.setRole(club, "a-nikos", "host");
    await player.companies.leave(club);
    expect(sent.map(({ asked }) => asked)).toEqual([
      "POST /api/v1/companies",
      "POST /api/v1/companies/k-1/invitations",
      "PUT /api/v1/companies/k-1/evening",
      "PUT /api/v1/companies/k-1/evening",
      "POST /api/v1/companies/k-1/members/a-nikos/role",
      "POST /api/v1/companies/k-1/leave",
    ]);
    expect(sent[3]?.body).toMatchObject({ evening: null });
    expect(new Set(sent.map(({ body }) => body?.["id"])).size).toBe(6);
    const opened = player.companies.openTable(club, "tavli");
    expect(last()).toMatchObject({ t: "create_table", company: "k-1" });
    done({ table: "t-2" });
    await opened;
    const spoken = player.companies.say(club, "hello");
    expect(last()).toMatchObject({ t: "say", room: "company:k-1", text: "hello" });
    done();
    await spoken;
  });

  it("finds companies to join, page by page", async () => {
    answers = [{ companies: [{ company: "k-1" }], next: "k-1" }, { companies: [{ company: "k-2" }] }];
    const found: string[] = [];
    for await (const { company } of player.companies.toJoin()) found.push(company);
    expect(found).toEqual(["k-1", "k-2"]);
    expect(sent.map(({ asked }) => asked)).toEqual(["GET /api/v1/companies?after=", "GET /api/v1/companies?after=k-1"]);
  });

  it("keeps the newest thousand lines of companies until they are read", async () => {
    for (let id = 1; id <= 1_001; id += 1) {
      const line = { id, room: id === 7 ? "lobby" : "company:k-1", account: "a", name: "A", text: "x", at_ms: id };
      wire.receive({ t: "chat", line } as ToClient);
    }
    wire.receive({ t: "chat", line: { id: 1_002, room: "company:k-1" } } as ToClient);
    for await (const { id } of player.companies.lines()) {
      expect(id).toBe(2);
      break;
    }
    wire.receive({ t: "company", company: "k-1", name: "Thursdays", news: "soon" } as ToClient);
    for await (const { news } of player.companies.notices()) {
      expect(news).toBe("soon");
      break;
    }
  });
});
