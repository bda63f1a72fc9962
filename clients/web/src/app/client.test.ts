import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeWire, type FromClient } from "kafeneio-client";
import { resultView, roomFrame, tableFrame, tableLine, updateFrame } from "../state/samples";
import { Client } from "./client";

type Kind = FromClient["t"];
type Of<K extends Kind> = Extract<FromClient, { t: K }>;

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage;
}

describe("the client", () => {
  let wires: FakeWire[];
  let client: Client;
  const wire = () => wires.at(-1)!;
  const state = () => client.store.getState();
  const sent = <K extends Kind>(kind: K) => wire().sent.filter((frame): frame is Of<K> => frame.t === kind);
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const answer = (id: string, data: unknown = null) => wire().receive({ t: "done", id, data });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("localStorage", memoryStorage());
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ games: [] })));
    localStorage.setItem("kafeneio.session", '"secret"');
    wires = [];
    client = new Client(() => {
      wires.push(new FakeWire());
      return wire();
    });
    client.resume();
    wire().open();
  });

  afterEach(() => {
    client.logout();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Comes in, seated at a started table whose first view is shown. */
  function sitDown(frame = tableFrame(5)) {
    wire().receive(roomFrame({ tables: [tableLine({ state: "started" })], table: "t" }));
    wire().receive(frame);
  }

  function comeBack(frame = roomFrame({ tables: [tableLine({ state: "started" })], table: "t" })) {
    wire().break();
    vi.advanceTimersByTime(1_000);
    wire().open();
    wire().receive(frame);
  }

  it("opens the started table at which it sits", () => {
    wire().receive(roomFrame({ tables: [tableLine({ state: "started" })], table: "t" }));
    expect(sent("watch")).toMatchObject([{ table: "t", version: -1 }]);
  });

  it("waits in the room while the table has not started, and opens it then", () => {
    wire().receive(roomFrame({ tables: [tableLine()], table: "t" }));
    expect(state().open).toBeNull();
    wire().receive({ t: "tables", changed: [tableLine({ state: "started" })], gone: [] });
    expect(state().open?.table).toBe("t");
    expect(sent("watch")).toHaveLength(1);
  });

  it("sits at the table that it has created", async () => {
    wire().receive(roomFrame());
    void client.playComputer("Practice", "tictactoe", [1]);
    const [frame] = sent("create_table");
    expect(frame).toMatchObject({ stake_chips: 0, mode: "open", bots: [1] });
    wire().receive({ t: "tables", changed: [tableLine({ state: "started" })], gone: [] });
    answer(frame!.id, tableLine({ state: "started" }));
    await settled();
    expect(state().open?.table).toBe("t");
  });

  it("asks for the last events of a hand in play where the board marks the last move by them", () => {
    const view = { game: "dominoes", hand_version: 20 };
    sitDown(tableFrame(30, view));
    expect(sent("watch").map(({ version }) => version)).toEqual([-1, 20]);
    const lay = { version: 29, kind: "lay", data: { seat: 1, tile: "6-4" } };
    const events = [{ version: 21, kind: null, data: null }, lay, { version: 30, kind: "lost", data: { seat: 1 } }];
    wire().receive({ ...updateFrame(30, view), events });
    expect(state().open).toMatchObject({ events: [], recent: [lay] });
    const skip = { version: 31, kind: "pass", data: { seat: 2 } };
    wire().receive({ ...updateFrame(31, view), events: [skip] });
    wire().receive({ ...updateFrame(32, view), events: [{ version: 32, kind: "returned", data: { seat: 1 } }] });
    expect(state().open?.recent).toEqual([lay, skip]);
    expect(sent("watch")).toHaveLength(2);
  });

  it("asks for earlier events until the last move is among them, however often the page was loaded since", () => {
    const view = { game: "dominoes", hand_version: 3 };
    const loads = (from: number) =>
      Array.from({ length: 100 - from }, (_, at) => ({
        version: from + 1 + at,
        kind: at % 2 ? "returned" : "lost",
        data: { seat: 0 },
      }));
    const lay = { version: 62, kind: "lay", data: { seat: 0, tile: "6-4" } };
    sitDown(tableFrame(100, view));
    wire().receive({ ...updateFrame(100, view), events: loads(84) });
    wire().receive({ ...updateFrame(100, view), events: loads(68) });
    expect(state().open?.recent).toEqual([]);
    wire().receive({ ...updateFrame(100, view), events: [...loads(36).filter((e) => e.version !== 62), lay] });
    expect(sent("watch").map(({ version }) => version)).toEqual([-1, 84, 68, 36]);
    expect(state().open?.recent).toEqual([lay]);
  });

  it("asks for all events of the running game that the worker has where the board lists moves", () => {
    const view = { game: "tavli", hand_version: 3 };
    const plays = (from: number) =>
      Array.from({ length: 100 - from }, (_, at) => ({
        version: from + 1 + at,
        kind: "play",
        data: { seat: 0, steps: [] },
      }));
    sitDown(tableFrame(100, view));
    wire().receive({ ...updateFrame(100, view), events: plays(84) });
    const begun = plays(68).map((event) => (event.version === 71 ? { ...event, kind: "game" } : event));
    wire().receive({ ...updateFrame(100, view), events: begun });
    expect(sent("watch").map(({ version }) => version)).toEqual([-1, 84, 68]);
    expect(state().open?.recent).toHaveLength(32);
  });

  it("lists nothing over a hole: after a cut that was too long it asks for the last events anew", () => {
    const view = { game: "tavli", hand_version: 3 };
    const play = (version: number) => ({ version, kind: "play", data: { seat: 0, steps: [] } });
    sitDown(tableFrame(20, view));
    wire().receive({ ...updateFrame(21, view), events: [play(21)] });
    expect(state().open?.recent).toEqual([play(21)]);
    wire().receive(tableFrame(120, view));
    expect(state().open?.recent).toEqual([]);
    expect(sent("watch").at(-1)).toMatchObject({ version: 104 });
    wire().receive({ ...updateFrame(125, view), events: [play(125)] });
    expect(state().open?.recent).toEqual([play(125)]);
  });

  it("stops asking for earlier events where the worker has no more of them, or the hand began", () => {
    const view = { game: "tavli", hand_version: 3 };
    sitDown(tableFrame(100, view));
    wire().receive(tableFrame(100, view));
    wire().receive({ ...updateFrame(101, view), events: [{ version: 101, kind: "lost", data: { seat: 0 } }] });
    expect(sent("watch")).toHaveLength(2);
  });

  it("watches again from the version it has, after a cut", () => {
    sitDown();
    comeBack();
    expect(sent("watch")).toMatchObject([{ table: "t", version: 5 }]);
    wire().receive(tableFrame(4, { spectator_count: 9 }));
    expect(state().open?.view?.spectator_count).toBe(0);
  });

  it("sends the decision that is due, and none where none is due", () => {
    sitDown();
    void client.move({ move: "place", row: 1, col: 1 });
    expect(sent("move")).toMatchObject([{ match: "m1", number: 7, move: { move: "place", row: 1, col: 1 } }]);
    wire().receive(updateFrame(6, { due: [] }, [sent("move")[0]!.id]));
    void client.move({ move: "call" });
    expect(sent("move")[1]).toMatchObject({ number: null });
  });

  it("sends a move again with its id, and takes back what was refused", async () => {
    sitDown();
    void client.move({ move: "place", row: 1, col: 1 });
    const first = sent("move")[0]!;
    comeBack();
    expect(sent("move")).toEqual([first]);
    wire().receive({ t: "refused", id: first.id, error: "cell_taken" });
    await settled();
    expect(state().open?.pending).toBeNull();
    expect(state().notices).toMatchObject([{ kind: "refused", code: "cell_taken", game: "tictactoe" }]);
  });

  it("takes a refusal of one match away when the next begins", async () => {
    sitDown();
    void client.move({ move: "place", row: 1, col: 1 });
    wire().receive({ t: "refused", id: sent("move")[0]!.id, error: "cell_taken" });
    await settled();
    wire().receive(updateFrame(6, { due: [] }));
    expect(state().notices).toMatchObject([{ code: "cell_taken" }]);
    wire().receive(updateFrame(7, { match: "m2" }));
    expect(state().notices).toEqual([]);
  });

  it("gives its share of chance once for a match, to seats only", () => {
    sitDown(tableFrame(1, { phase: "asking", due: [] }));
    wire().receive(updateFrame(2, { phase: "asking", due: [] }));
    expect(sent("seed")).toMatchObject([{ match: "m1", seed: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    client.show("t");
    wire().receive(tableFrame(1, { phase: "asking", match: "m2", you: null }));
    expect(sent("seed")).toHaveLength(1);
  });

  it("gives its share of chance for every shoe of a house-banked table", () => {
    sitDown(tableFrame(1, { house: true, wants_seeds: true, match: "s1" }));
    wire().receive(updateFrame(2, { house: true, wants_seeds: false, match: "s1" }));
    wire().receive(updateFrame(3, { house: true, wants_seeds: true, match: "s2" }));
    expect(sent("seed").map(({ match }) => match)).toEqual(["s1", "s2"]);
  });

  it("takes a seat at a house-banked table, and watches when it has got up again", async () => {
    sitDown(tableFrame(1, { house: true }));
    wire().receive({ t: "sent", table: null, reason: "", name: null, come_ms: null });
    expect(state().open).toMatchObject({ table: "t", ended: false });
    expect(sent("watch").at(-1)).toMatchObject({ table: "t", version: -1 });
    void client.sitDown("t", 3, true);
    const asked = sent("join_table")[0]!;
    expect(asked).toMatchObject({ table: "t", seat: 3, notice: true });
    wire().receive({ t: "done", id: asked.id, data: { table: "t" } });
    await settled();
    expect(state().room).toMatchObject({ seatedAt: "t", noticeGiven: true });
  });

  it("goes back to the room when it leaves a house-banked table", () => {
    sitDown(tableFrame(1, { house: true }));
    void client.leaveMatch();
    wire().receive({ t: "sent", table: null, reason: "left", name: null, come_ms: null });
    expect(state().open).toBeNull();
  });

  it("chooses about the match that has ended, with a seed for the next", () => {
    sitDown(tableFrame(9, { phase: "choosing", match: "m2", commit: "c2", result: resultView("m1"), due: [] }));
    void client.choose("rematch");
    expect(sent("choose")).toMatchObject([
      { match: "m1", choice: "rematch", seed: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    wire().receive(updateFrame(10, { phase: "asking", match: "m2", commit: "c2" }));
    expect(sent("seed")).toEqual([]);
  });

  it("keeps a result on the screen when it is sent to the room, until it is put away", () => {
    sitDown(tableFrame(9, { phase: "choosing", result: resultView("m1"), due: [] }));
    wire().receive({ t: "sent", table: null, reason: "", name: null, come_ms: null });
    expect(state().open?.ended).toBe(true);
    client.goBack();
    expect(state().open).toBeNull();
    expect(sent("choose")).toEqual([]);
  });

  it("goes at once when it was its own wish", () => {
    sitDown(tableFrame(9, { phase: "choosing", result: resultView("m1"), due: [] }));
    client.goBack();
    expect(sent("choose")).toMatchObject([{ choice: "communication", seed: null }]);
    wire().receive({ t: "sent", table: null, reason: "", name: null, come_ms: null });
    expect(state().open).toBeNull();
  });

  it("says why it was sent to the room", () => {
    wire().receive(roomFrame({ tables: [tableLine()], table: "t" }));
    wire().receive({ t: "sent", table: null, reason: "invitation_rejected", name: "Nikos", come_ms: null });
    expect(state().notices).toMatchObject([{ kind: "sent", code: "invitation_rejected", name: "Nikos" }]);
    expect(state().room?.seatedAt).toBeNull();
  });

  it("asks again for a table that has started and is not there yet, and says nothing of it", () => {
    wire().receive(roomFrame({ tables: [tableLine({ state: "started" })], table: "t" }));
    for (const error of ["table_unknown", "table_unavailable"]) {
      wire().receive({ t: "refused", id: sent("watch").at(-1)!.id, error, detail: null });
      expect(state().open?.table).toBe("t");
      vi.advanceTimersByTime(300);
    }
    expect(sent("watch")).toHaveLength(3);
    expect(state().notices).toEqual([]);
    wire().receive(tableFrame(5));
    expect(state().open?.version).toBe(5);
  });

  it("does not ask for ever, nor for a table that is gone, nor on a refusal of something else", () => {
    wire().receive(roomFrame({ tables: [tableLine({ state: "started" })], table: "t" }));
    wire().receive({ t: "refused", id: "another", error: "table_unknown", detail: null });
    expect(state().open).toBeNull();
    client.show("t");
    for (let n = 0; n < 100; n++) {
      wire().receive({ t: "refused", id: sent("watch").at(-1)!.id, error: "table_unknown", detail: null });
      vi.advanceTimersByTime(300);
    }
    expect(state().open?.table).toBe("t");
    wire().receive({ t: "refused", id: sent("watch").at(-1)!.id, error: "table_unknown", detail: null });
    expect(state().open).toBeNull();
    client.show("t");
    wire().receive({ t: "refused", id: sent("watch").at(-1)!.id, error: "table_unknown", detail: null });
    wire().receive({ t: "tables", changed: [], gone: ["t"] });
    const asked = sent("watch").length;
    vi.advanceTimersByTime(1_000);
    expect(sent("watch")).toHaveLength(asked);
  });

  it("keeps a table that a full hall's list leaves out, until there is none", () => {
    sitDown();
    comeBack({ ...roomFrame(), tables_more: 3 });
    expect(state().open).toMatchObject({ table: "t", ended: false });
    wire().receive({ t: "refused", id: sent("watch").at(-1)!.id, error: "table_unknown", detail: null });
    expect(state().open).toBeNull();
  });

  it("loads what a full hall's list leaves out page by page, and once", async () => {
    wire().receive({ ...roomFrame(), tables_more: 2 });
    void client.loadList("tables");
    void client.loadList("tables");
    wire().receive({ t: "lines", players: [], tables: [tableLine()] });
    answer(sent("list_more")[0]!.id, { after: "t" });
    await settled();
    expect(sent("list_more").map(({ list, after }) => [list, after])).toEqual([
      ["tables", ""],
      ["tables", "t"],
    ]);
    answer(sent("list_more")[1]!.id, { after: null });
    await settled();
    expect([state().room?.tables.size, state().room?.more.tables]).toEqual([1, 0]);
    await client.loadList("tables");
    expect(sent("list_more")).toHaveLength(2);
  });

  it("lets go of a table that it may not watch", () => {
    wire().receive(roomFrame());
    client.show("t");
    wire().receive({ t: "refused", id: sent("watch")[0]!.id, error: "spectators_full" });
    expect(state().open).toBeNull();
    expect(state().notices).toMatchObject([{ code: "spectators_full" }]);
  });

  it("looks away from a watched table when it sits down elsewhere", () => {
    wire().receive(roomFrame({ tables: [tableLine()] }));
    client.show("watched");
    wire().receive({ t: "sent", table: "t", reason: "", name: null, come_ms: null });
    expect(state().open).toBeNull();
    expect(sent("unwatch")).toMatchObject([{ table: "watched" }]);
    expect(state().room?.seatedAt).toBe("t");
  });

  it("does not drag a player back to a table that they have turned away from, but leads there when asked", () => {
    sitDown(tableFrame(9, { phase: "stopped", due: [] }));
    client.goBack();
    wire().receive({ t: "tables", changed: [tableLine({ state: "started", spectators: false })], gone: [] });
    expect(state().open).toBeNull();
    client.show("t");
    expect(state().open?.table).toBe("t");
  });

  it("stays at the table when the wish to leave is refused", async () => {
    sitDown();
    void client.leaveMatch();
    expect(state().open?.leaving).toBe(true);
    wire().receive({ t: "refused", id: sent("move")[0]!.id, error: "match_over" });
    await settled();
    expect(state().open?.leaving).toBe(false);
  });

  it("goes back to the room though the others' choices have closed the table first", async () => {
    const choosing = { phase: "choosing", result: resultView("m") } as const;
    sitDown(tableFrame(9, choosing));
    client.goBack();
    wire().receive(updateFrame(10, { ...choosing, phase: "closed" }));
    wire().receive({ t: "refused", id: sent("choose")[0]!.id, error: "table_unknown" });
    await settled();
    expect(state().open).toBeNull();
    expect(state().notices).toEqual([]);
  });

  it("unwatches a table that is not on the screen any more", () => {
    wire().receive(roomFrame());
    client.show("t");
    client.goBack();
    expect(sent("unwatch")).toMatchObject([{ table: "t" }]);
  });

  it("forgets everything with a bye, and says why on the welcome page", () => {
    sitDown();
    wire().receive({ t: "bye", error: "session_expired" });
    expect(state()).toMatchObject({ token: null, room: null, open: null, farewell: "session_expired" });
    expect(localStorage.getItem("kafeneio.session")).toBeNull();
  });

  it("keeps its session when another tab uses it, and takes it back", () => {
    sitDown();
    wire().receive({ t: "bye", error: "session_replaced" });
    expect(state()).toMatchObject({ elsewhere: true, room: null, farewell: null });
    expect(localStorage.getItem("kafeneio.session")).not.toBeNull();
    client.takeOver();
    expect(state().elsewhere).toBe(false);
  });

  it("goes on under a new token of its session, and says hello with it from then on", () => {
    wire().receive(roomFrame());
    wire().receive({ t: "token", token: "newer" });
    expect(state().token).toBe("newer");
    expect(localStorage.getItem("kafeneio.session")).toBe('"newer"');
    comeBack(roomFrame({ token: "newest" }));
    expect(sent("hello")[0]?.token).toBe("newer");
    expect(state().token).toBe("newest");
  });

  it("goes on under the token that comes with a new password", async () => {
    wire().receive(roomFrame());
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ token: "newer" })));
    await client.changePassword("old", "new");
    expect(state().token).toBe("newer");
  });

  it("shows first steps until a match of one's own has ended, however many are watched", () => {
    client.firstSteps.begin("me");
    sitDown(tableFrame(8, { you: null }));
    wire().receive(updateFrame(9, { you: null, phase: "choosing", result: resultView("m1"), due: [] }));
    expect(state().newcomer).toBe("me");
    client.show("t");
    wire().receive(tableFrame(10));
    expect(state().newcomer).toBe("me");
    wire().receive(updateFrame(11, { phase: "choosing", result: resultView("m1"), due: [] }));
    expect(state().newcomer).toBeNull();
    expect(localStorage.getItem("kafeneio.newcomer")).toBeNull();
  });

  describe("a guest that has pressed a game", () => {
    const GAME = { game: "tictactoe", seats: [2], sides: [[0], [1]], options: { size: [3] } };
    let catalogue: () => Response;

    beforeEach(async () => {
      client.logout();
      catalogue = () => Response.json({ games: [GAME], stakes: null });
      vi.stubGlobal("fetch", async (path: string) =>
        path.endsWith("/guest")
          ? Response.json({ token: "guest", account: { account: "guest-1" }, key: "k", keep_days: 30 })
          : catalogue(),
      );
      wires.length = 0;
    });

    const begin = (wish: Partial<Parameters<Client["playAsGuest"]>[0]> = {}) =>
      client.playAsGuest({ game: "tictactoe", table: "Practice", ...wish }, "en");

    it("has the socket opened and the games asked for while the account is being made", async () => {
      const begun = begin();
      expect(wires).toHaveLength(1);
      wire().open();
      expect(sent("hello")).toHaveLength(0);
      await begun;
      expect(wires).toHaveLength(1);
      expect(sent("hello")).toMatchObject([{ token: "guest" }]);
    });

    it("needs the list of games once, which the page at the door has asked for; a minute later anew", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      let asked = 0;
      const answered = globalThis.fetch;
      vi.stubGlobal("fetch", async (path: string) => {
        asked += Number(path.endsWith("/catalogue"));
        return answered(path);
      });
      await client.catalogueAhead();
      await begin();
      await client.catalogueAhead();
      expect(asked).toBe(2); // taken with the way in, and asked for once more afterwards
      await client.catalogueAhead();
      expect(asked).toBe(2);
      vi.advanceTimersByTime(60_000);
      await client.catalogueAhead();
      expect(asked).toBe(3);
      vi.useRealTimers();
    });

    it("asks for the list of games again after it was refused", async () => {
      const answered = catalogue;
      catalogue = () => Response.json({ error: "overloaded" }, { status: 503 });
      await expect(client.catalogueAhead()).rejects.toThrow();
      catalogue = answered;
      await expect(client.catalogueAhead()).resolves.toMatchObject({ games: [GAME] });
    });

    it("makes one account, also where another way in is pressed before the server has answered", async () => {
      const asked: string[] = [];
      const answered = globalThis.fetch;
      vi.stubGlobal("fetch", async (path: string) => {
        asked.push(path);
        return answered(path);
      });
      const begun = begin();
      const form = { username: "Eleni", email: "e@example.org", password: "a long one", birth_date: "1990-12-31" };
      await client.register({ ...form, terms: 1, language: "en" });
      await begin();
      await begun;
      expect(asked.filter((path) => /\/(guest|register|login)$/.test(path))).toEqual(["/api/guest"]);
      client.logout();
      await client.login("Eleni", "a long one");
      expect(asked).toContain("/api/login");
    });

    it("sees no room before the table", async () => {
      await begin();
      wire().open();
      expect(state().begins).toBe(true);
      wire().receive(roomFrame());
      await settled();
      const [frame] = sent("create_table");
      expect(frame).toMatchObject({ game: "tictactoe", bots: [1] });
      expect(state().begins).toBe(true);
      wire().receive({ t: "tables", changed: [tableLine({ state: "started" })], gone: [] });
      answer(frame!.id, tableLine({ state: "started" }));
      await settled();
      expect(state()).toMatchObject({ begins: false, open: { table: "t" } });
    });

    it("sees the room where the table was refused", async () => {
      await begin();
      wire().open();
      wire().receive(roomFrame());
      await settled();
      wire().receive({ t: "refused", id: sent("create_table")[0]!.id, error: "overloaded" });
      await settled();
      expect(state()).toMatchObject({ begins: false, open: null });
    });

    it("sees the room while the list of games does not come", async () => {
      catalogue = () => Response.json({ error: "overloaded" }, { status: 503 });
      await begin();
      await settled();
      expect(state().begins).toBe(false);
    });

    it.each([{ table: null }, { call: "c" }, { table: null, watch: "t" }])(
      "sees the room at once by %o",
      async (wish) => {
        await begin(wish);
        expect(state().begins).toBe(false);
      },
    );
  });
});
