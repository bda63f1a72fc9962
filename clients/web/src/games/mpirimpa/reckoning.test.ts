import { describe, expect, it } from "vitest";
import { meldName } from "../../cards/melds/names";
import { runOf } from "../../cards/melds/runs";
import { shown } from "./melds";
import { badgeName } from "./names";
import { entriesOf } from "./reckoning";
import type { MeldView, SideScore } from "./view";

const run = (cards: string, lo: number, trump: string) =>
  shown(runOf(cards.at(-1) ?? "", lo, cards.split(" ")), 1, 0, trump);

function side(melds: MeldView[], change: Partial<SideScore>): SideScore {
  const points = melds.reduce((sum, meld) => sum + meld.points, 0);
  return { melds, bonus: 0, table_points: points, closing: 0, hand_points: 0, score: 0, total: 0, ...change };
}

const written = (sides: [SideScore, SideScore]) =>
  entriesOf({ sides }).map(({ key, trump, values }) => `${key}${trump ? "!" : ""} ${values.join(" | ")}`);

describe("the arithmetic of a hand", () => {
  it("goes from the biribas to the score, as in the rules' first example", () => {
    const clean = run("3s 4s 5s 6s 7s 8s 9s Ts", 3, "s");
    const other = run("Qd Kd Ad", 12, "s");
    const closer = side([clean, other], { closing: 100, score: 690 });
    const loser = side([run("5h 6h 7h", 5, "s")], { hand_points: 35, score: -20 });
    expect(written([closer, loser])).toEqual([
      "clean! 500 | ",
      "table 90 | 15",
      "closing 100 | ",
      "left 0 | −35",
      "score 690 | −20",
    ]);
  });

  it("counts biribas of a kind together, and leaves out what no player has", () => {
    const one = run("3c 4c 5c 6c 7c 8c 9c", 3, "h");
    const dirty = run("8d 9d X Jd Qd Kd Ad", 8, "h");
    expect(written([side([one, one], { score: 500 }), side([dirty], { score: 185 })])).toEqual([
      "clean 2 × 200 | ",
      "dirty  | 100",
      "table 90 | 85",
      "left 0 | 0",
      "score 500 | 185",
    ]);
  });
});

describe("a meld in words", () => {
  const say = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(":");

  it("says its ends, what the wild card stands for, and which biriba it is", () => {
    const words = meldName(run("8d 9d X Jd Qd Kd Ad", 8, "d"), badgeName, say);
    expect(words).toContain("cards:ranks.8:cards:ranks.A");
    expect(words).toContain("meld.wild:cards:specials.joker");
    expect(words).toContain("badge.trump:badge.dirty:300");
  });
});
