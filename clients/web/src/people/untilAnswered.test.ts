import { Refused } from "kafeneio-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { untilAnswered } from "./untilAnswered";

describe("what a session needs all through it", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const failing = (times: number, code = "offline") => {
    let tried = 0;
    return vi.fn(() => (tried++ < times ? Promise.reject(new Refused(code)) : Promise.resolve("here")));
  };

  it("is asked for again, ever later, until it is answered", async () => {
    const ask = failing(8);
    const answer = untilAnswered("a", ask, () => true);
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect(ask).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(8_000 + 16_000 + 3 * 30_000);
    expect(await answer).toBe("here");
    expect(ask).toHaveBeenCalledTimes(9);
  });

  it("is asked for once by two parts of the page", async () => {
    const ask = failing(0);
    expect(await Promise.all([untilAnswered("a", ask, () => true), untilAnswered("a", ask, () => true)])).toEqual([
      "here",
      "here",
    ]);
    expect(ask).toHaveBeenCalledTimes(1);
    await untilAnswered("a", ask, () => true);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("is given up with the session, and where it is refused for good", async () => {
    let wanted = true;
    const ask = failing(99);
    const answer = untilAnswered("a", ask, () => wanted);
    await vi.advanceTimersByTimeAsync(500);
    wanted = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(await untilAnswered("b", failing(1, "session_expired"), () => true)).toBeNull();
  });
});
