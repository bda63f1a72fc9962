import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeWire } from "./fakeWire.ts";
import type { RoomFrame, ToClient, UpdateFrame } from "./generated/wire.ts";
import { Link, type LinkState } from "./link.ts";

const START = { t: "start_table", id: "a", table: "t" } as const;
/** As much of the frames as the link reads. */
const ROOM = { t: "room", beat_s: 5 } as RoomFrame;
const UPDATE = { t: "update", version: 9, done: ["a"] } as UpdateFrame;

describe("the link", () => {
  let wires: FakeWire[];
  let heard: ToClient[];
  let states: LinkState[];
  let slow: boolean[];
  let link: Link;
  const wire = () => wires.at(-1)!;

  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
    heard = [];
    states = [];
    slow = [];
    const open = () => {
      wires.push(new FakeWire());
      return wire();
    };
    const events = {
      frame: (frame: ToClient) => void heard.push(frame),
      state: (state: LinkState) => void states.push(state),
      slow: (isSlow: boolean) => void slow.push(isSlow),
    };
    link = new Link(open, events, () => 1);
  });

  afterEach(() => {
    link.stop();
    vi.useRealTimers();
  });

  function comeUp() {
    if (wires.length === 0) link.start("secret");
    wire().open();
    wire().receive(ROOM);
  }

  it("says hello with the token in the frame, and is up when the room answers", () => {
    link.start("secret");
    wire().open();
    expect(wire().sent).toEqual([{ t: "hello", token: "secret", protocol: 1 }]);
    expect(states).toEqual(["connecting"]);
    wire().receive(ROOM);
    expect(states).toEqual(["connecting", "up"]);
    expect(heard.map((frame) => frame.t)).toEqual(["room"]);
  });

  it("says after three seconds that an answer is overdue, and that one has come", () => {
    comeUp();
    void link.command(START).catch(() => undefined);
    vi.advanceTimersByTime(2_900);
    expect(slow).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(slow).toEqual([true]);
    wire().receive({ t: "beat", now_ms: 1 });
    expect(slow).toEqual([true, false]);
    vi.advanceTimersByTime(4_000); // nothing was sent since
    expect(slow).toEqual([true, false]);
    expect(states.at(-1)).toBe("up");
  });

  it("is lost at once when the browser says that its network is gone, and comes back", () => {
    comeUp();
    link.cut();
    expect(states.at(-1)).toBe("lost");
    link.cut();
    vi.advanceTimersByTime(1_000);
    wire().open();
    wire().receive(ROOM);
    expect(states.at(-1)).toBe("up");
  });

  it("beats as often as the room says", () => {
    comeUp();
    vi.advanceTimersByTime(5_000);
    wire().receive({ t: "beat", now_ms: 1 });
    vi.advanceTimersByTime(5_000);
    expect(wire().kinds()).toEqual(["hello", "beat", "beat"]);
  });

  it("sends an unanswered command again, with its id, after a cut", async () => {
    comeUp();
    const answer = link.command(START);
    wire().break();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    comeUp();
    expect(wires).toHaveLength(2);
    expect(wire().sent.slice(1)).toEqual([START]);
    wire().receive({ t: "done", id: "a" });
    expect(await answer).toEqual({ t: "done", id: "a" });
    wire().break();
    vi.advanceTimersByTime(400);
    comeUp();
    expect(wire().kinds()).toEqual(["hello"]);
  });

  it("keeps a command that is given while there is no connection", () => {
    comeUp();
    wire().break();
    void link.command(START);
    vi.advanceTimersByTime(400);
    comeUp();
    expect(wire().kinds()).toEqual(["hello", "start_table"]);
  });

  it("does not keep what is only told", () => {
    comeUp();
    wire().break();
    link.tell({ t: "watch", id: "w", table: "t" });
    vi.advanceTimersByTime(400);
    comeUp();
    expect(wire().kinds()).toEqual(["hello"]);
  });

  it("counts a command as done that an update names", async () => {
    comeUp();
    const answer = link.command(START);
    wire().receive(UPDATE);
    expect(await answer).toEqual({ t: "done", id: "a", version: 9 });
    expect(heard.at(-1)?.t).toBe("update");
  });

  it("waits longer from failure to failure, and starts over after a success", () => {
    comeUp();
    for (const wait of [400, 800, 1600]) {
      wire().break();
      const before = wires.length;
      vi.advanceTimersByTime(wait - 1);
      expect(wires).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(wires).toHaveLength(before + 1);
    }
    comeUp();
    wire().break();
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(5);
  });

  it("gives up a connection on which nothing is heard for three beats", () => {
    comeUp();
    vi.advanceTimersByTime(14_999);
    expect(wire().closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(wires[0]?.closed).toBe(true);
    expect(states.at(-1)).toBe("lost");
  });

  it("does not wait for ever for the answer to hello", () => {
    link.start("secret");
    wire().open();
    vi.advanceTimersByTime(10_400);
    expect(wires).toHaveLength(2);
  });

  it("is lost, and keeps trying, where the house could not be reached at all", () => {
    link.start("secret");
    wire().break();
    expect(states).toEqual(["connecting", "lost"]);
    vi.advanceTimersByTime(400);
    comeUp();
    expect(states).toEqual(["connecting", "lost", "up"]);
  });

  it("tries at once when the browser is online again", () => {
    comeUp();
    wire().break();
    link.hurry();
    expect(wires).toHaveLength(2);
    link.hurry();
    expect(wires).toHaveLength(2);
  });

  it("ends with a bye, answers what waits, and does not come back", async () => {
    comeUp();
    const answer = link.command(START);
    wire().receive({ t: "bye", error: "session_replaced" });
    expect(await answer).toMatchObject({ t: "refused", error: "not_connected" });
    expect(states.at(-1)).toBe("off");
    expect(heard.at(-1)).toEqual({ t: "bye", error: "session_replaced" });
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });
});
