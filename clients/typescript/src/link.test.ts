import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeWire } from "./fakeWire.ts";
import type { RoomFrame, ToClient, UpdateFrame } from "./generated/wire.ts";
import { Link, type LinkState } from "./link.ts";

const START = { t: "start_table", id: "a", table: "t" } as const;
/** As much of the frames as the link reads. */
const ROOM = { t: "room", beat_s: 5 } as RoomFrame;
const UPDATE = { t: "update", version: 9, done: ["a"] } as UpdateFrame;

/** From now on timers run at whole minutes, as those of a page that has been hidden for long. */
function hidePage() {
  const { setTimeout: once, setInterval: often } = globalThis;
  const untilMinute = (ms: number) => Math.ceil((Date.now() + ms) / 60_000) * 60_000 - Date.now();
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0) => once(run, untilMinute(ms)));
  vi.stubGlobal("setInterval", (run: () => void, ms = 0) => often(run, untilMinute(ms)));
}

describe("the link", () => {
  let wires: FakeWire[];
  let heard: ToClient[];
  let states: LinkState[];
  let slow: boolean[];
  let link: Link;
  let onFrame: (frame: ToClient) => void;
  const wire = () => wires.at(-1)!;

  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
    heard = [];
    states = [];
    slow = [];
    onFrame = () => undefined;
    const open = () => {
      wires.push(new FakeWire());
      return wire();
    };
    const events = {
      frame: (frame: ToClient) => {
        heard.push(frame);
        onFrame(frame);
      },
      state: (state: LinkState) => void states.push(state),
      slow: (isSlow: boolean) => void slow.push(isSlow),
    };
    link = new Link(open, events, () => 1);
  });

  afterEach(() => {
    link.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  function comeUp() {
    if (wires.length === 0) link.start("secret");
    wire().open();
    wire().receive(ROOM);
  }

  it("sends once what is commanded because the room has come", () => {
    onFrame = (frame) => void (frame.t === "room" && link.command(START));
    comeUp();
    expect(wire().sent).toEqual([{ t: "hello", token: "secret", protocol: 1 }, START]);
  });

  it("says hello with the token in the frame, and is up when the room answers", () => {
    link.start("secret");
    wire().open();
    expect(wire().sent).toEqual([{ t: "hello", token: "secret", protocol: 1 }]);
    expect(states).toEqual(["connecting"]);
    wire().receive(ROOM);
    expect(states).toEqual(["connecting", "up"]);
    expect(heard.map((frame) => frame.t)).toEqual(["room"]);
  });

  it("says hello on the socket that was opened while the session was asked for", () => {
    link.prepare();
    link.prepare();
    wire().open();
    expect(wire().sent).toEqual([]);
    expect(states).toEqual([]);
    link.start("secret");
    expect(wires).toHaveLength(1);
    expect(wire().sent).toEqual([{ t: "hello", token: "secret", protocol: 1 }]);
    wire().receive(ROOM);
    expect(states).toEqual(["connecting", "up"]);
  });

  it("says hello once a socket is open that was opened early", () => {
    link.prepare();
    link.start("secret");
    expect(wire().sent).toEqual([]);
    wire().open();
    expect(wires).toHaveLength(1);
    expect(wire().kinds()).toEqual(["hello"]);
  });

  it("opens another socket where the server has closed the early one", () => {
    link.prepare();
    wire().open();
    wire().break();
    expect(states).toEqual([]);
    link.start("secret");
    expect(wires).toHaveLength(2);
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

  it("does not keep what is sent now or never", () => {
    comeUp();
    wire().break();
    link.sendIfUp({ t: "watch", id: "w", table: "t" });
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

  it("gives up a connection on which a beat is not answered", () => {
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

  it("is lost, and keeps trying, where the server could not be reached at all", () => {
    link.start("secret");
    wire().break();
    expect(states).toEqual(["connecting", "lost"]);
    vi.advanceTimersByTime(400);
    comeUp();
    expect(states).toEqual(["connecting", "lost", "up"]);
  });

  it("stays where the timers of a hidden page run once a minute, and nothing is said meanwhile", () => {
    hidePage();
    comeUp();
    for (let second = 0; second < 360; second += 1) {
      const before = wire().sent.length;
      vi.advanceTimersByTime(1_000);
      if (wire().sent.length > before) wire().receive({ t: "beat", now_ms: 1 });
    }
    expect(wire().kinds()).toContain("beat");
    expect(states.at(-1)).toBe("up");
    expect(wires).toHaveLength(1);
  });

  it("tries at once when it is woken while it waits, and the waits begin anew", () => {
    comeUp();
    for (const wait of [400, 800, 1_600, 3_200]) {
      wire().break();
      vi.advanceTimersByTime(wait);
    }
    wire().break();
    const before = wires.length;
    vi.advanceTimersByTime(1_000);
    link.wake();
    expect(wires).toHaveLength(before + 1);
    link.wake();
    expect(wires).toHaveLength(before + 1);
    wire().break();
    vi.advanceTimersByTime(800);
    expect(wires).toHaveLength(before + 2);
  });

  it("tries at once with a network, though an attempt without one has failed a moment ago", () => {
    comeUp();
    link.cut();
    vi.advanceTimersByTime(500); // the attempt after the first wait is under way
    wire().break();
    const before = wires.length;
    link.wake();
    expect(wires).toHaveLength(before);
    link.wake(true);
    expect(wires).toHaveLength(before + 1);
    link.wake(true); // that attempt goes on
    expect(wires).toHaveLength(before + 1);
  });

  it("begins an attempt anew that hangs when it is woken", () => {
    link.start("secret");
    vi.advanceTimersByTime(3_000);
    link.wake();
    expect(wires[0]?.closed).toBe(true);
    expect(wires).toHaveLength(2);
  });

  it("finds soon after sleep that a connection has died", () => {
    comeUp();
    vi.setSystemTime(Date.now() + 3_600_000); // the machine slept, timers did not run
    link.wake();
    expect(wire().kinds().at(-1)).toBe("beat");
    vi.advanceTimersByTime(2_500);
    expect(wires[0]?.closed).toBe(true);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    comeUp();
    expect(states.at(-1)).toBe("up");
  });

  it("keeps a connection that answers when it is woken", () => {
    comeUp();
    link.wake();
    vi.advanceTimersByTime(2_000);
    wire().receive({ t: "beat", now_ms: 1 });
    vi.advanceTimersByTime(2_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toBe("up");
  });

  it("is not woken once it has ended", () => {
    comeUp();
    link.stop();
    link.wake();
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toBe("off");
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
