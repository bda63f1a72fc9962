import type { PlayerLine, SeatLine, TableLine } from "kafeneio-client";
import type { Room } from "./room";
import { finds } from "./search";
import { isVisitor } from "./visitors";

/** The players list in its order: group, longest here first, then the name. */
export function playersInOrder(players: Iterable<PlayerLine>): PlayerLine[] {
  return [...players].sort(
    (a, b) => a.group - b.group || a.login_at_ms - b.login_at_ms || byName(a.name.toLowerCase(), b.name.toLowerCase()),
  );
}

/** Tables in the order people look for them: those with a free chair, then the running ones, practice after all others;
 * older first. */
export function tablesInOrder(tables: Iterable<TableLine>): TableLine[] {
  return [...tables].sort((a, b) => rank(a) - rank(b) || a.created_at_ms - b.created_at_ms);
}

/** Stakes from … to, both included. */
export const STAKE_RANGES = { small: [1, 500], middle: [501, 5_000], large: [5_001, Infinity] } as const;
export type StakeChoice = "free" | keyof typeof STAKE_RANGES;

/** Which tables to show; null chooses everything. */
export interface TableFilter {
  game: string | null;
  stake: StakeChoice | null;
  /** Only tables where one can sit down. */
  free: boolean;
  /** What was typed: words that begin a word of the table's name, or of somebody's at it. */
  text: string;
}

export const NO_FILTER: TableFilter = { game: null, stake: null, free: false, text: "" };

/** Whether the filter hides anything. */
export function isFiltering({ game, stake, free, text }: TableFilter): boolean {
  return game !== null || stake !== null || free || text !== "";
}

export function passes(filter: TableFilter, line: TableLine): boolean {
  if (filter.game !== null && line.game !== filter.game) return false;
  if (filter.stake !== null && !isOfStake(filter.stake, line.stake_chips)) return false;
  if (!finds(filter.text, [line.name, ...line.seats.flatMap((seat) => seat.name ?? [])])) return false;
  return !filter.free || isJoinable(line);
}

function isOfStake(choice: StakeChoice, chips: number): boolean {
  if (choice === "free") return chips === 0;
  const [least, most] = STAKE_RANGES[choice];
  return least <= chips && chips <= most;
}

/** Somebody sits there: an invited player does not yet. */
export const isTaken = (seat: SeatLine): boolean => seat.name !== null && !seat.invited;

export const isFree = (seat: SeatLine): boolean => seat.name === null;

export function isJoinable(line: TableLine): boolean {
  return line.mode === "open" && line.state === "filling" && line.seats.some(isFree);
}

export function isWatchable(line: TableLine): boolean {
  return line.state === "started" && line.spectators;
}

/** A table of the room: one of a company is listed there, except for who sits at it. */
export function isPublic({ company, table }: TableLine, { seatedAt }: Pick<Room, "seatedAt">): boolean {
  return (company ?? null) === null || table === seatedAt;
}

/** A practice table whose person has gone: nobody is there. Where the hall's list is cut short one cannot know. */
export function isDeserted({ practice, seats }: TableLine, { players, more }: Pick<Room, "players" | "more">): boolean {
  return practice && more.players === 0 && !seats.some(({ account }) => account !== null && players.has(account));
}

/** What the players list says of somebody: who sits at a table that has not started is at it, who was asked to one is
 * invited. */
export function statusWord({ status, table }: Pick<PlayerLine, "status" | "table">): PlayerLine["status"] | "asked" {
  return status === "invited" && table === null ? "asked" : status;
}

/** The table that "Play now" would take: the oldest with a free chair that one can afford. */
export function tableToPlayNow(room: Room, filter: TableFilter): TableLine | null {
  const visits = isVisitor(room.me); // their chips are counted at home
  const fitting = tablesInOrder(room.tables.values()).filter(
    (line) =>
      isPublic(line, room) && passes(filter, line) && isJoinable(line) && (visits || line.stake_chips <= room.chips),
  );
  return fitting[0] ?? null;
}

export function myTable(room: Room): TableLine | null {
  return room.seatedAt === null ? null : (room.tables.get(room.seatedAt) ?? null);
}

function rank(line: TableLine): number {
  if (line.practice) return 3;
  if (isJoinable(line)) return 0;
  return line.state === "started" ? 1 : 2;
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
