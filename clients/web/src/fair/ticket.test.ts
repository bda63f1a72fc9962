import { describe, expect, it } from "vitest";
import type { Ticket } from "kafeneio-client";
import { Chance } from "./recording";
import { verifyTicket } from "./ticket";

const ROOT = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join("");
const ID = "00000000-0000-4000-8000-000000000001";
const SEED = "1".repeat(32);
const COMMIT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

async function ticket(change: Partial<Ticket> = {}): Promise<Ticket> {
  const draw = await (await (await Chance.of(ROOT, ID, SEED)).stream(1, "lottery")).below(10_000);
  const made = { ticket: ID, lottery: "free", price_chips: 0, commit: COMMIT, opened_at_ms: 0, drawn_at_ms: 1 };
  return { ...made, seed: SEED, root: ROOT, draw, prize_chips: 100, ...change };
}

describe("a drawn ticket", () => {
  it("follows the rules' own draw", async () => {
    const seeds = ["1", "2", "3", "4"].map((digit) => digit.repeat(32)).join(".");
    const stream = await (await Chance.of(ROOT, ID, seeds)).stream(1, "lottery");
    expect(await stream.below(10_000)).toBe(9839);
  });

  it("is sound when seal, seed and number fit", async () => {
    expect(await verifyTicket(await ticket(), { commit: COMMIT, seed: SEED })).toBe(true);
  });

  it("is not when any of them does not", async () => {
    const promised = { commit: COMMIT, seed: SEED };
    const drawn = await ticket();
    expect(await verifyTicket({ ...drawn, draw: ((drawn.draw ?? 0) + 1) % 10_000 }, promised)).toBe(false);
    expect(await verifyTicket(drawn, { ...promised, seed: "2".repeat(32) })).toBe(false);
    expect(await verifyTicket(drawn, { ...promised, commit: "0".repeat(64) })).toBe(false);
  });

  it("cannot be checked before it is drawn", async () => {
    expect(await verifyTicket(await ticket({ root: null }), { commit: COMMIT, seed: SEED })).toBe(null);
  });
});
