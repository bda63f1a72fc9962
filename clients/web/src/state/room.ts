import type {
  Account,
  ChatFrame,
  ChatLine,
  ChipsFrame,
  Counts,
  CountsFrame,
  HallLine,
  Invitation,
  InvitationFrame,
  LinesFrame,
  PlayerLine,
  PlayersFrame,
  RoomFrame,
  TableLine,
  TablesFrame,
} from "kafeneio-client";

const CHAT_LINES_KEPT = 200;
export const LOBBY = "lobby";
export const ACADEMY = "academy:hall";

export type ListName = "players" | "tables";

/** The meeting room as this client knows it. `seatedAt`: the table where one sits, started or not. */
export interface Room {
  me: Account;
  chips: number;
  /** Which news of chips that is. */
  chipsSeq: number;
  elo: number;
  players: ReadonlyMap<string, PlayerLine>;
  tables: ReadonlyMap<string, TableLine>;
  /** How many lines of the hall's lists the server has left out, because the hall is full. */
  more: Readonly<Record<ListName, number>>;
  invitations: ReadonlyMap<string, Invitation>;
  chat: Readonly<Record<string, readonly ChatLine[]>>;
  unread: Readonly<Record<string, number>>;
  seatedAt: string | null;
  /** Old enough for house-banked tables. */
  mayBank: boolean;
  /** From which age on one is, in whole years. */
  houseAge: number;
  /** The notice about games of chance was read in this session. */
  noticeGiven: boolean;
  /** The hall where one is; players, tables and the lobby's chat are its own. */
  hall: number;
  /** The halls near one's own when one came in, and how many were in each. */
  halls: readonly HallLine[];
  /** People and games of all halls, as the server counts them; null: from a server of the release before. */
  counts: Counts | null;
  /** The posted version of the terms, and the one this account has accepted. */
  terms: number;
  termsAccepted: number;
}

/** The whole room anew; what was unread stays so, and rooms that the server does not repeat keep their lines. */
export function fromRoom(frame: RoomFrame, before: Room | null): Room {
  const { room, chips, chips_seq, elo } = frame;
  const repeated: Record<string, ChatLine[]> = {};
  for (const line of room.chat) (repeated[line.room] ??= []).push(line);
  return {
    me: room.me,
    chips,
    chipsSeq: chips_seq,
    elo,
    players: keyed(room.players, (line) => line.account),
    tables: keyed(room.tables, (line) => line.table),
    more: { players: frame.players_more ?? 0, tables: frame.tables_more ?? 0 }, // older gateways leave nothing out
    invitations: keyed(room.invitations, (line) => line.invitation),
    chat: { ...(before?.hall === room.hall ? before.chat : { ...before?.chat, [LOBBY]: [] }), ...repeated },
    unread: before?.unread ?? {},
    seatedAt: room.table,
    mayBank: room.may_bank,
    houseAge: room.house_age,
    noticeGiven: room.notice_given,
    hall: room.hall,
    halls: room.halls,
    counts: room.counts,
    terms: room.terms,
    termsAccepted: room.terms_accepted ?? 1, // from before versions were counted
  };
}

/** Everybody in one's own hall, those who are not listed among them. */
export function presentHere({ players, more }: Pick<Room, "players" | "more">): number {
  return players.size + more.players;
}

export function onCounts(room: Room, { counts }: CountsFrame): Room {
  return { ...room, counts };
}

export function onPlayers(room: Room, { changed, gone }: PlayersFrame): Room {
  return { ...room, players: patched(room.players, changed, gone, (line) => line.account) };
}

export function onTables(room: Room, { changed, gone }: TablesFrame): Room {
  return { ...room, tables: patched(room.tables, changed, gone, (line) => line.table) };
}

/** Lines that the server had left out. */
export function onLines(room: Room, { players, tables }: LinesFrame): Room {
  const next = {
    players: patched(room.players, players, [], (line) => line.account),
    tables: patched(room.tables, tables, [], (line) => line.table),
  };
  const more = {
    players: Math.max(room.more.players - (next.players.size - room.players.size), 0),
    tables: Math.max(room.more.tables - (next.tables.size - room.tables.size), 0),
  };
  return { ...room, ...next, more };
}

/** All lines of a list are here. */
export function onWhole(room: Room, list: ListName): Room {
  return { ...room, more: { ...room.more, [list]: 0 } };
}

/** What one has now, unless something newer is known already: news may overtake each other. */
export function onChips(room: Room, { chips, seq }: ChipsFrame): Room {
  return seq < room.chipsSeq ? room : { ...room, chips, chipsSeq: seq };
}

export function onInvitation(room: Room, { invitation, open }: InvitationFrame): Room {
  const id = invitation.invitation;
  const [changed, gone] = open ? [[invitation], []] : [[], [id]];
  return { ...room, invitations: patched(room.invitations, changed, gone, (line) => line.invitation) };
}

/** A new line at the end of its room; one that is there already (said again after a cut) changes nothing. */
export function onChat(room: Room, { line }: ChatFrame): Room {
  const lines = room.chat[line.room] ?? [];
  if (lines.some((known) => known.id === line.id)) return room;
  // Who is not in the Academy is not called there.
  const isQuiet = line.account === room.me.account || line.room === ACADEMY;
  const unread = isQuiet ? 0 : (room.unread[line.room] ?? 0) + 1;
  return {
    ...room,
    chat: { ...room.chat, [line.room]: [...lines, line].slice(-CHAT_LINES_KEPT) },
    unread: { ...room.unread, [line.room]: unread },
  };
}

/** What was said before in a room of the chat, in its order with what has come since. */
export function onEarlier(room: Room, chatRoom: string, earlier: readonly ChatLine[]): Room {
  const lines = new Map([...earlier, ...(room.chat[chatRoom] ?? [])].map((line) => [line.id, line]));
  const inOrder = [...lines.values()].toSorted((one, other) => one.id - other.id);
  return { ...room, chat: { ...room.chat, [chatRoom]: inOrder.slice(-CHAT_LINES_KEPT) } };
}

export function readUp(room: Room, chatRoom: string): Room {
  if (!room.unread[chatRoom]) return room;
  return { ...room, unread: { ...room.unread, [chatRoom]: 0 } };
}

function keyed<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [key(item), item]));
}

function patched<T>(
  held: ReadonlyMap<string, T>,
  changed: readonly T[],
  gone: readonly string[],
  key: (item: T) => string,
): ReadonlyMap<string, T> {
  const next = new Map(held);
  for (const item of changed) next.set(key(item), item);
  for (const id of gone) next.delete(id);
  return next;
}
