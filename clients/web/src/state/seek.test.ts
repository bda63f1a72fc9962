import { describe, expect, it } from "vitest";
import type { GameInfo, StakeRules } from "kafeneio-client";
import { changed, clock, offeredStakes, searchFrom, toBody } from "./seek";

const RULES: StakeRules = {
  min_chips: 200,
  max_chips: 1_000_000,
  friendly_games: ["dominoes"],
  helpline: "",
  regulator: "",
  rake_steps: [],
};
const games = ["tavli", "dominoes"].map((game) => ({ game }) as GameInfo);

describe("a search for a game", () => {
  it("begins with the first game at the smallest stake", () => {
    expect(searchFrom(null, games, RULES)).toEqual({ games: ["tavli"], stakes: [200], waitS: 600 });
  });

  it("begins without a stake where the first game may be played so", () => {
    const rules = { ...RULES, friendly_games: ["tavli"] };
    expect(searchFrom(null, games, rules)).toEqual({ games: ["tavli"], stakes: [0], waitS: 600 });
  });

  it("is the one of the last time, without what is not offered any more", () => {
    const kept = { games: ["dominoes", "chess"], stakes: [0, 500, 77], waitS: 300 };
    expect(searchFrom(kept, games, RULES)).toEqual({ games: ["dominoes"], stakes: [0, 500], waitS: 300 });
  });

  it("offers games without a stake where one of them may be played so", () => {
    expect(offeredStakes(RULES, ["tavli"])).not.toContain(0);
    expect(offeredStakes(RULES, ["tavli", "dominoes"])).toContain(0);
    expect(offeredStakes(RULES, [])).toContain(0);
    expect(offeredStakes({ ...RULES, friendly_games: [] }, [])).not.toContain(0);
  });

  it("keeps a stake while other games are chosen, the least one where the old ones are not offered", () => {
    const search = { games: ["dominoes"], stakes: [0], waitS: 600 };
    const none = changed(search, { games: [] }, RULES);
    expect(none.stakes).toEqual([0]);
    expect(changed(none, { games: ["dominoes"] }, RULES)).toEqual(search);
    expect(changed(none, { games: ["tavli"] }, RULES).stakes).toEqual([200]);
    expect(changed(search, { stakes: [] }, RULES).stakes).toEqual([]);
  });

  it("never asks for a longer wait than the server allows", () => {
    expect(toBody({ games: ["tavli"], stakes: [200], waitS: 1_800 }, 900)).toEqual({
      games: [{ game: "tavli" }],
      stakes_chips: [200],
      wait_s: 900,
    });
  });

  it("shows times as a clock does", () => {
    expect([clock(0), clock(65_900), clock(600_000), clock(-5)]).toEqual(["0:00", "1:05", "10:00", "0:00"]);
  });
});
