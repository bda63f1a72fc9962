import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeWire } from "./fakeWire.ts";
import type { RoomFrame, TableFrame, TableView } from "./generated/wire.ts";
import { Player, type Table } from "./player.ts";
import { Refused } from "./ask.ts";

/** As much of the frames as a player reads. */
const ROOM = { t: "room", beat_s: 5, chips: 5_000, chips_seq: 3, room: { token: null } } as RoomFrame;

function frame(version: number, change: object = {}): TableFrame {
  const view = { table: "t", match: "m", you: 0, phase: "playing", due: [], wants_seeds: false, ...change };
  return { t: "table", version, now_ms: 0, view: view as unknown as TableView };
}
const due = (number: number) => ({ due: [{ seat: 0, number }] });

describe("a player", () => {
  let wire: FakeWire;
  let player: Player;
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const last = () => wire.sent.at(-1) as { t: string; id: string };
  const done = (data: unknown = null) => wire.receive({ t: "done", id: last().id, data });

  async function logIn(): Promise<void> {
    const coming = Player.logIn("http://kafeneio.example", "eleni", "secret", () => (wire = new FakeWire()));
    await settled();
    wire.open();
    wire.receive(ROOM);
    player = await coming;
  }

  async function table(): Promise<Table> {
    const opened = player.createTable("tictactoe", { bots: [1] });
    done({ table: "t" });
    return opened;
  }

  beforeEach(async () => {
    vi.useFakeTimers();
    const session = { token: "token", account: { name: "Eleni" } };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(session)));
    await logIn();
  });

  afterEach(() => {
    player.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is here when the room has come, and counts chips by the newest stamp", () => {
    expect(wire.sent[0]).toMatchObject({ t: "hello", token: "token" });
    wire.receive({ t: "chips", chips: 4_800, seq: 4 } as Parameters<FakeWire["receive"]>[0]);
    wire.receive({ t: "chips", chips: 9_999, seq: 2 } as Parameters<FakeWire["receive"]>[0]);
    expect(player.chips).toBe(4_800);
  });

  it("throws a refusal with its code", async () => {
    const opened = player.createTable("chess");
    wire.receive({ t: "refused", id: last().id, error: "game_unknown" });
    await expect(opened).rejects.toMatchObject({ error: "game_unknown" });
    await expect(opened).rejects.toBeInstanceOf(Refused);
  });

  it("sends one seed a match, when seeds are wanted", async () => {
    await table();
    wire.receive(frame(1, { phase: "asking" }));
    wire.receive(frame(2, { wants_seeds: true }));
    expect(wire.kinds().filter((kind) => kind === "seed")).toHaveLength(1);
  });

  it("gets each decision that it owes once, and is done when the match has ended", async () => {
    const turns = player.turns(await table());
    const first = turns.next();
    await settled();
    expect(last()).toMatchObject({ t: "watch", version: -1 });
    done();
    wire.receive(frame(1, due(7)));
    const turn = (await first).value!;
    expect(turn.number).toBe(7);
    const moved = turn.move({ t: "place", cell: 4 });
    expect(last()).toMatchObject({ t: "move", table: "t", match: "m", number: 7, move: { t: "place", cell: 4 } });
    done();
    await moved;
    const second = turns.next();
    wire.receive(frame(2, due(7)));
    await settled();
    wire.receive(frame(3, due(9)));
    expect((await second).value?.number).toBe(9);
    wire.receive(frame(4, { phase: "ended", result: { match: "m" } }));
    expect((await turns.next()).done).toBe(true);
  });

  it("waits until the platform seats it, and does not forget that it has", async () => {
    const first = player.called();
    wire.receive({ t: "sent", table: null, reason: "expelled", name: null, come_ms: null });
    wire.receive({ t: "sent", table: "a", reason: "called", name: "Cup", come_ms: 30_000 });
    wire.receive({ t: "sent", table: "b", reason: "matched", name: null, come_ms: null });
    expect((await first).id).toBe("a");
    expect((await player.called()).id).toBe("b");
  });

  it("asks its own site over REST", async () => {
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", async (path: string) => asked.push(path) && new Response("{}"));
    await player.rest.catalogue();
    expect(asked).toEqual(["http://kafeneio.example/api/v1/catalogue"]);
  });

  it("passes by what is older than what it has", async () => {
    const opened = await table();
    wire.receive(frame(5));
    wire.receive(frame(4, { phase: "ended" }));
    expect([opened.version, opened.view?.phase]).toEqual([5, "playing"]);
  });

  it("tries again to look at a table that is only just starting", async () => {
    const turns = player.turns(await table());
    const first = turns.next();
    await settled();
    wire.receive({ t: "refused", id: last().id, error: "table_unknown" });
    await vi.advanceTimersByTimeAsync(500);
    expect(wire.kinds().filter((kind) => kind === "watch")).toHaveLength(2);
    done();
    wire.receive(frame(1, due(1)));
    expect((await first).value?.number).toBe(1);
  });

  it("looks at its tables again after a cut, from the version that it has", async () => {
    await table();
    wire.receive(frame(8));
    wire.break();
    await vi.advanceTimersByTimeAsync(400);
    wire.open();
    wire.receive(ROOM);
    expect(last()).toMatchObject({ t: "watch", table: "t", version: 8 });
  });

  it("does not look at tables again from which nothing comes any more", async () => {
    const left = await table();
    wire.receive(frame(8, { phase: "choosing", result: { match: "m" } }));
    const leaving = left.leave();
    await settled();
    done();
    wire.receive({ t: "sent", table: null, reason: "left", name: null, come_ms: null });
    await leaving;
    const closed = player.createTable("tictactoe");
    done({ table: "u" });
    await closed;
    wire.receive(frame(3, { table: "u", phase: "closed" }));
    wire.break();
    await vi.advanceTimersByTimeAsync(400);
    wire.open();
    wire.receive(ROOM);
    expect(wire.kinds().filter((kind) => kind === "watch")).toEqual([]);
  });
});
