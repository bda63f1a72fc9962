import { describe, expect, it } from "vitest";
import { ServerClock } from "./serverClock.ts";

describe("the server's clock", () => {
  it("runs on by this machine's ticks, whatever its time of day says", () => {
    let ticks = 1_000;
    const clock = new ServerClock(() => ticks);
    clock.observe(500_000);
    ticks += 250;
    expect(clock.nowMs()).toBe(500_250);
  });

  it("believes the stamp that was least delayed", () => {
    let ticks = 0;
    const clock = new ServerClock(() => ticks);
    clock.observe(10_000);
    ticks = 1_000;
    clock.observe(10_600); // 400 ms late
    expect(clock.nowMs()).toBe(11_000);
    clock.observe(11_200); // the first one was late
    expect(clock.nowMs()).toBe(11_200);
  });

  it("starts anew on a new connection", () => {
    const clock = new ServerClock(() => 0);
    clock.observe(20_000);
    clock.observe(10_000, true);
    expect(clock.nowMs()).toBe(10_000);
  });
});
