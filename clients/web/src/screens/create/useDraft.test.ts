import { describe, expect, it } from "vitest";
import type { GameInfo } from "kafeneio-client";
import { changed, computerSeats, type Draft, isComplete, isOfPairs, toFrame } from "./useDraft";

const game = (id: string, seats: number, options: GameInfo["options"]): GameInfo => ({
  game: id,
  seats: [seats],
  options,
  sides: Array.from({ length: seats }, (_, seat) => [seat]),
  clock_policy: "move_clock",
  return_policy: "budget",
  leave_policy: "forfeit",
  house_banked: false,
  rules: 1,
  max_timeouts: 4,
});

const draft: Draft = {
  name: "Corner",
  game: game("tictactoe", 2, { size: [3, 4, 5] }),
  options: { size: 5 },
  company: "open",
  stakeChips: 500,
  spectators: true,
  botsAllowed: false,
  timed: false,
  clockFactor: 1,
  computers: null,
  friendIsPartner: true,
  invite: { 1: "Nikos" },
  circle: null,
};

describe("a table being thought up", () => {
  it("stakes nothing against the computer, which gets every other seat", () => {
    expect(toFrame({ ...draft, company: "computer" })).toMatchObject({
      stake_chips: 0,
      bots: [1],
      invite: {},
      mode: "open",
    });
  });

  it("has a longer clock only where nothing is at stake and a clock runs", () => {
    const longer: Draft = { ...draft, clockFactor: 5 };
    expect(toFrame(longer).clock_factor).toBe(1);
    expect(toFrame({ ...longer, stakeChips: 0 }).clock_factor).toBe(5);
    expect(toFrame({ ...longer, company: "computer" })).toMatchObject({ timed: false, clock_factor: 1 });
    expect(toFrame({ ...longer, company: "computer", timed: true })).toMatchObject({ timed: true, clock_factor: 5 });
  });

  it("leaves chairs free for friends beside fewer computers", () => {
    const four: Draft = { ...draft, game: game("tichu", 4, { target: [1000] }), company: "computer", computers: 2 };
    expect(toFrame(four)).toMatchObject({ bots: [2, 3], stake_chips: 0, invite: {}, mode: "open" });
  });

  it("seats a friend as partner or as opponent where pairs play", () => {
    const pairs = {
      ...game("pilotta", 4, { variant: ["palatisti"] }),
      sides: [
        [0, 2],
        [1, 3],
      ],
    };
    const table = (computers: number, friendIsPartner: boolean): Draft => ({
      ...draft,
      game: pairs,
      options: {},
      company: "computer",
      computers,
      friendIsPartner,
    });
    const free = (each: Draft) => [1, 2, 3].filter((seat) => !computerSeats(each).includes(seat));
    expect(isOfPairs(table(2, true))).toBe(true);
    expect([free(table(2, true)), free(table(2, false))]).toEqual([[2], [1]]);
    expect([free(table(1, true)), free(table(1, false))]).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect([free(table(3, true)), free(table(3, false))]).toEqual([[], []]);
    expect(isOfPairs({ ...draft, game: game("koumkan", 4, {}), options: {} })).toBe(false);
  });

  it("invites only where one invites", () => {
    expect(toFrame(draft)).toMatchObject({ stake_chips: 500, bots: [], invite: {}, mode: "open" });
    expect(toFrame({ ...draft, company: "invite" })).toMatchObject({ invite: { 1: "Nikos" }, mode: "invite" });
  });

  it("starts with the options of a newly chosen game, and forgets guests of seats that are gone", () => {
    const four = changed(draft, { game: game("tichu", 4, { target: [1000, 500] }) });
    expect(four.options).toEqual({ target: 1000 });
    const two = changed({ ...four, invite: { 1: "Nikos", 3: "Maria" } }, { game: draft.game });
    expect(two.invite).toEqual({ 1: "Nikos" });
  });

  it("is complete when all players that have to be named are", () => {
    expect(isComplete({ ...draft, invite: {} })).toBe(true);
    expect(isComplete({ ...draft, company: "invite", invite: {} })).toBe(false);
    expect(isComplete({ ...draft, company: "invite" })).toBe(true);
  });
});
