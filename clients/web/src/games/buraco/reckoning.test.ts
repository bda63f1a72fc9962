import { describe, expect, it } from "vitest";
import { meldName } from "../../cards/melds/names";
import { groupOf } from "../../cards/melds/groups";
import { runOf } from "../../cards/melds/runs";
import { shown } from "./melds";
import { badgeName } from "./names";
import { entriesOf } from "./reckoning";
import type { MeldView, SideScore } from "./view";

const run = (cards: string, lo: number) => shown(runOf(cards.at(-1) ?? "", lo, cards.split(" ")), 1, 0);
const group = (cards: string, wild = "") => shown(groupOf(cards.split(" "), wild ? wild.split(" ") : []), 1, 0);

function side(melds: MeldView[], change: Partial<SideScore>): SideScore {
  const points = melds.reduce((sum, meld) => sum + meld.points, 0);
  const none = { bonus: 0, beating: 0, hand_points: 0, pot_penalty: 0, score: 0, total: 0 };
  return { melds, table_points: points, ...none, ...change };
}

const written = (sides: [SideScore, SideScore]) =>
  entriesOf({ sides }).map(({ key, values }) => `${key} ${values.join(" | ")}`);

const SUIT = "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd";

describe("the arithmetic of a hand", () => {
  it("goes from the canastas to the score, as in the rules' first example", () => {
    const one = side([run(SUIT, 1), group("9s 9d 9h 9c")], { beating: 100, score: 750 });
    const other = side([run("5c 2h 7c 8c 9c Tc Jc", 5)], { hand_points: 25, score: 135 });
    expect(written([one, other])).toEqual([
      "half_royal 500 | ",
      "dirty  | 100",
      "table 150 | 60",
      "beating 100 | ",
      "left 0 | −25",
      "score 750 | 135",
    ]);
  });

  it("takes 100 off for a pot that was not taken, as in the second", () => {
    const one = side([run("2h 3h 4h 5h 6h 7h 8h", 2)], { hand_points: 30, score: 215 });
    const other = side([run("Tc Jc Qc", 10)], { hand_points: 15, pot_penalty: 100, score: -85 });
    expect(written([one, other])).toEqual([
      "clean 200 | ",
      "table 45 | 30",
      "left −30 | −15",
      "pot  | −100",
      "score 215 | −85",
    ]);
  });

  it("counts canastas of a kind together", () => {
    const clean = run("4s 5s 6s 7s 8s 9s Ts", 4);
    expect(written([side([clean, clean], {}), side([run(`${SUIT} Ad`, 1)], {})]).slice(0, 2)).toEqual([
      "royal  | 1000",
      "clean 2 × 200 | ",
    ]);
  });
});

describe("a meld in words", () => {
  const say = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(":");

  it("says what every wild card stands for, and which canasta it is", () => {
    const words = meldName(run("5c 2h 7c 2d 9c Tc Jc", 5), badgeName, say);
    expect(words.match(/meld\.wild/g)).toHaveLength(2);
    expect(words).toContain("badge.canasta:badge.dirty:100");
  });

  it("says of a group that it is no canasta, however long", () => {
    expect(meldName(group("9s 9d 9h 9c 9s 9d", "2h 2c"), badgeName, say)).toMatch(/meld\.group:.*:8.*badge\.none$/);
  });
});
