import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";

const start = (id: string) => ({ t: "start_table", id, table: "t" }) as const;

describe("the outbox", () => {
  it("keeps commands in their order until they are answered", async () => {
    const outbox = new Outbox();
    const first = outbox.add(start("a"));
    void outbox.add(start("b"));
    expect(outbox.frames().map((frame) => frame.id)).toEqual(["a", "b"]);
    expect(outbox.settle({ t: "done", id: "a", version: 3 })).toBe(true);
    expect(await first).toEqual({ t: "done", id: "a", version: 3 });
    expect(outbox.frames().map((frame) => frame.id)).toEqual(["b"]);
  });

  it("ignores answers to commands that are not waiting", () => {
    const outbox = new Outbox();
    expect(outbox.settle({ t: "refused", error: "bad_request" })).toBe(false);
    expect(outbox.settle({ t: "done", id: "unknown" })).toBe(false);
  });

  it("answers everything when it is cleared", async () => {
    const outbox = new Outbox();
    const waiting = [outbox.add(start("a")), outbox.add(start("b"))];
    outbox.clear("not_connected");
    expect((await Promise.all(waiting)).map((answer) => answer.t === "refused" && answer.error)).toEqual([
      "not_connected",
      "not_connected",
    ]);
    expect(outbox.frames()).toEqual([]);
  });
});
