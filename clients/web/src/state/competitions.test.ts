import { describe, expect, it } from "vitest";
import type { Competition } from "kafeneio-client";
import { withCompetitions } from "./competitions";

const line = (id: string, seq: number) => ({ id, seq }) as Competition;

describe("competitions pushed by the server", () => {
  it("replace older lines and not newer ones", () => {
    const held = withCompetitions(new Map(), { t: "competitions", changed: [line("a", 2), line("b", 1)] });
    const now = withCompetitions(held, { t: "competitions", changed: [line("a", 1), line("b", 3)] });
    expect([...now.values()].map(({ id, seq }) => [id, seq])).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
    expect(held.get("b")?.seq).toBe(1);
  });
});
