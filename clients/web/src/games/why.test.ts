import { describe, expect, it } from "vitest";
import play from "../i18n/en/play.json";
import { decidedByPoints } from "../parts/decided";
import { why as buraco } from "./buraco/why";
import { why as dominoes } from "./dominoes/why";
import dominoesWords from "./dominoes/words/en.json";
import { why as koumkan } from "./koumkan/why";
import koumkanWords from "./koumkan/words/en.json";
import { why as tictactoe } from "./tictactoe/why";
import tictactoeWords from "./tictactoe/words/en.json";

const SEATS = ["Ana", "Ben", "Cleo", "Dan"].map((name) => ({ name, bot: false }));

/** Looks words up as a family's board does: its own catalogue, or that of all tables by `play:`. */
function sayOf(own: object) {
  return (key: string, values: Record<string, unknown> = {}): string => {
    const [space, path] = key.startsWith("play:") ? [play, key.slice(5)] : [own, key];
    const find = (name: string) =>
      name.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], space);
    const plural = values["count"] === 1 ? `${path}_one` : `${path}_other`;
    const text = String(find(path) ?? find(plural));
    return text.replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => String(values[name]));
  };
}

describe("a match to a target says", () => {
  const standing = { you: 1, players: 4, totals: [93, 112], target: 101, last: [3, 20] } as const;
  const said = (more: object = {}) => decidedByPoints({ ...standing, ...more }, SEATS, sayOf({}));

  it("both sums, one's own first, what the last hand brought, and the side that has reached the target", () => {
    expect(said()).toBe(
      "Ben & Dan: 112, Ana & Cleo: 93. Of these the last hand brought Ben & Dan 20 and Ana & Cleo 3. " +
        "The match was to 101; reached by Ben & Dan.",
    );
  });

  it("that more points win where both have reached it, or where one hand decides, and that sums are equal", () => {
    expect(said({ totals: [105, 112] })).toContain("Both sides have the 101 that were played for: more points win.");
    expect(said({ target: null, last: null })).toBe(
      "Ben & Dan: 112, Ana & Cleo: 93. One hand decides: more points win.",
    );
    expect(said({ totals: [112, 112] })).toContain("The sums are equal.");
  });

  it("single names where two play", () => {
    expect(said({ players: 2, last: null })).toContain("Ben: 112, Ana: 93.");
  });
});

it("a round of buraco has no target, and a match that goes on says nothing", () => {
  const view = { seat: null, seats: 2, match_mode: "round", target_score: 2000, totals: [310, 55] } as const;
  const scores: [number, number][] = [[310, 55]];
  expect(buraco({ ...view, phase: "match_over", totals: [310, 55], scores }, SEATS, sayOf({}))).toBe(
    "Ana: 310, Ben: 55. One hand decides: more points win.",
  );
  expect(buraco({ ...view, phase: "play", totals: [310, 55], scores }, SEATS, sayOf({}))).toBeNull();
});

it("dominoes says how the last hand ended, and of a Run Out Match the hands won", () => {
  const last_hand = {
    number: 7,
    leader: 0,
    result: "block",
    seat: 2,
    left: {},
    pips: [9, 12],
    side: 0,
    points: 1,
  } as const;
  const view = {
    seat: 0,
    target: "runout",
    phase: "match_over",
    totals: [4, 2],
    entries: [[0, 1], "C", [1, 1], [0, 1], [1, 1], [0, 1], [0, 1]],
    last_hand: { ...last_hand, pips: [9, 12], entry: [0, 1] },
  } satisfies Parameters<typeof dominoes>[0];
  expect(dominoes(view, SEATS, sayOf(dominoesWords))).toBe(
    "Cleo has blocked. The hand goes to Ana & Cleo. Hands won: Ana & Cleo 4, Ben & Dan 2. " +
      "Four hands win, with two more than the other side.",
  );
});

it("koum-kan names the player left below the target, or that the lowest sum wins", () => {
  const view = { seat: 1, seats: 3, target_score: 51, phase: "match_over", totals: [54, 33, 60], winner: 1 } as const;
  const said = (more: object) => koumkan({ ...view, totals: [54, 33, 60], ...more }, SEATS, sayOf(koumkanWords));
  expect(said({})).toBe(
    "Points: Ben 33, Cleo 60, Ana 54. Ben is the last one below 51, where one is out of the match.",
  );
  expect(said({ totals: [54, 52, 60] })).toContain("Nobody is left below 51: the lowest sum wins.");
});

it("tic-tac-toe says which line it was, or that the board is full", () => {
  const say = sayOf(tictactoeWords);
  const view = { phase: "match_over", k: 3, winner: 1 } as const;
  expect(tictactoe({ ...view, line: ["1,1", "2,2", "3,3"] }, SEATS, say)).toBe(
    "Ben has 3 in a row, from row 1, column 1 to row 3, column 3.",
  );
  expect(tictactoe({ ...view, winner: null, line: [] }, SEATS, say)).toBe(
    "The board is full, and nobody has 3 in a row.",
  );
});
