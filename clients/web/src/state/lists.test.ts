import { describe, expect, it } from "vitest";
import type { PlayerLine, SeatLine } from "kafeneio-client";
import {
  isDeserted,
  isTaken,
  NO_FILTER,
  passes,
  playersInOrder,
  statusWord,
  type TableFilter,
  tablesInOrder,
  tableToPlayNow,
} from "./lists";
import { fromRoom } from "./room";
import { roomFrame, tableLine } from "./samples";

const taken: SeatLine[] = [
  { seat: 0, name: "A", account: "a", bot: false, invited: false },
  { seat: 1, name: "B", account: "b", bot: false, invited: false },
];

const person = (name: string, group: number, at: number): PlayerLine => {
  return {
    account: name,
    name,
    status: "online",
    group,
    login_at_ms: at,
    elo: 1500,
    table: null,
    yellow_cards: 0,
    blue_cards: 0,
    photo: null,
    avatar: null,
    quintile: null,
  };
};

describe("lists", () => {
  it("orders people by group, then by how long they are here, then by name", () => {
    const people = [person("Zoe", 3, 1), person("béa", 1, 5), person("Ada", 1, 5), person("Max", 1, 2)];
    expect(playersInOrder(people).map((each) => each.name)).toEqual(["Max", "Ada", "béa", "Zoe"]);
  });

  it("finds tables by their name, by the players there, and by their stake", () => {
    const corner = tableLine({ table: "c", name: "Quiet corner", stake_chips: 501, seats: taken });
    const shown = (change: Partial<TableFilter>) => passes({ ...NO_FILTER, ...change }, corner);
    expect(shown({ text: "cor" })).toBe(true);
    expect(shown({ text: "b" })).toBe(true);
    expect(shown({ text: "loud" })).toBe(false);
    expect([shown({ stake: "small" }), shown({ stake: "middle" }), shown({ stake: "large" })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("shows tables with a free chair first, then the running ones", () => {
    const lines = [
      tableLine({ table: "invited", mode: "invite", created_at_ms: 1 }),
      tableLine({ table: "running", state: "started", seats: taken, created_at_ms: 2 }),
      tableLine({ table: "later", created_at_ms: 4 }),
      tableLine({ table: "first", created_at_ms: 3 }),
    ];
    expect(tablesInOrder(lines).map((line) => line.table)).toEqual(["first", "later", "running", "invited"]);
  });

  it("puts practice behind every other table, however old, and hides it when its person has gone", () => {
    const old = tableLine({ table: "old", practice: true, state: "started", spectators: true, created_at_ms: 1 });
    const match = tableLine({ table: "match", state: "ready", created_at_ms: 9 });
    expect(tablesInOrder([old, match]).map((line) => line.table)).toEqual(["match", "old"]);
    const room = fromRoom(roomFrame(), null);
    const here = new Map([["me", person("Eleni", 3, 0)]]);
    expect([isDeserted(old, room), isDeserted(match, room)]).toEqual([true, false]);
    expect(isDeserted(old, { ...room, players: here })).toBe(false);
    expect(isDeserted(old, { ...room, more: { players: 3, tables: 0 } })).toBe(false);
  });

  it("names an invited player apart from a seated one, and a promised chair apart from a taken one", () => {
    expect(statusWord({ status: "invited", table: null })).toBe("asked");
    expect(statusWord({ status: "invited", table: "t" })).toBe("invited");
    expect(statusWord({ status: "online", table: null })).toBe("online");
    const [seat] = tableLine().seats;
    expect([isTaken(seat!), isTaken({ ...seat!, invited: true }), isTaken({ ...seat!, name: null })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("filters by game, stake and chairs", () => {
    const staked = tableLine();
    const free = tableLine({ stake_chips: 0 });
    const running = tableLine({ state: "started", seats: taken });
    expect(passes(NO_FILTER, running)).toBe(true);
    expect(passes({ ...NO_FILTER, stake: "small" }, free)).toBe(false);
    expect(passes({ ...NO_FILTER, stake: "free" }, free)).toBe(true);
    expect(passes({ ...NO_FILTER, free: true }, running)).toBe(false);
    expect(passes({ ...NO_FILTER, free: true }, staked)).toBe(true);
    expect(passes({ ...NO_FILTER, game: "tavli" }, staked)).toBe(false);
  });

  it("offers the oldest free chair that one can afford, or none", () => {
    const lines = [
      tableLine({ table: "dear", stake_chips: 9_000, created_at_ms: 1 }),
      tableLine({ table: "fine", stake_chips: 5_000, created_at_ms: 2 }),
      tableLine({ table: "full", seats: taken, created_at_ms: 0 }),
    ];
    expect(tableToPlayNow(fromRoom(roomFrame({ tables: lines }), null), NO_FILTER)?.table).toBe("fine");
    expect(tableToPlayNow(fromRoom(roomFrame(), null), NO_FILTER)).toBeNull();
  });
});
