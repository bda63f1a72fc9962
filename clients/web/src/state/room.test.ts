import { describe, expect, it } from "vitest";
import type { ChatLine, Invitation, PlayerLine } from "kafeneio-client";
import {
  fromRoom,
  onChat,
  onChips,
  onCounts,
  onInvitation,
  onLines,
  onPlayers,
  onTables,
  onWhole,
  presentHere,
  readUp,
} from "./room";
import { roomFrame, tableLine } from "./samples";

const line = (id: number, room = "lobby", account = "nikos"): ChatLine => {
  return { id, room, account, name: account, text: `${id}`, at_ms: id };
};
const player = (name: string): PlayerLine => {
  const cards = { photo: null, avatar: null, quintile: null, yellow_cards: 0, blue_cards: 0 };
  return { account: name, name, status: "online", group: 1, login_at_ms: 0, elo: 1500, table: null, ...cards };
};

describe("the room", () => {
  it("shows the figures that the server counts, of all halls", () => {
    const room = fromRoom(roomFrame({ counts: { players: 1_000_003, matches: 7, practising: 2 } }), null);
    expect(room.counts).toEqual({ players: 1_000_003, matches: 7, practising: 2 });
    const counts = { players: 2, matches: 0, practising: 0 };
    expect(onCounts(room, { t: "counts", counts }).counts).toEqual(counts);
  });

  it("counts those that a full hall's list leaves out until they are listed", () => {
    const frame = { ...roomFrame({ players: [player("a")] }), players_more: 3, tables_more: 2 };
    let room = fromRoom(frame, null);
    expect(presentHere(room)).toBe(4);
    room = onLines(room, { t: "lines", players: [player("a"), player("b")], tables: [tableLine()] });
    expect([presentHere(room), room.more]).toEqual([4, { players: 2, tables: 1 }]);
    expect(onWhole(room, "players").more).toEqual({ players: 0, tables: 1 });
  });

  it("takes over changes and lets go of what is gone", () => {
    let room = fromRoom(roomFrame({ players: [player("a"), player("b")], tables: [tableLine()] }), null);
    room = onPlayers(room, { t: "players", changed: [{ ...player("b"), elo: 1600 }, player("c")], gone: ["a"] });
    expect([...room.players.values()].map((one) => [one.name, one.elo])).toEqual([
      ["b", 1600],
      ["c", 1500],
    ]);
    room = onTables(room, { t: "tables", changed: [], gone: ["t"] });
    expect(room.tables.size).toBe(0);
  });

  it("does not replace newer chips by older ones", () => {
    let room = fromRoom(roomFrame(), null);
    room = onChips(room, { t: "chips", chips: 4_800, seq: 7 });
    room = onChips(room, { t: "chips", chips: 5_200, seq: 5 });
    expect([room.chips, room.chipsSeq]).toEqual([4_800, 7]);
    room = onChips(room, { t: "chips", chips: 4_800, seq: 7 });
    room = fromRoom({ ...roomFrame(), chips: 5_100, chips_seq: 8 }, room);
    expect(room.chips).toBe(5_100);
  });

  it("counts what others say as unread until it is read", () => {
    let room = fromRoom(roomFrame(), null);
    room = onChat(room, { t: "chat", line: line(1) });
    room = onChat(room, { t: "chat", line: line(2) });
    expect(room.unread["lobby"]).toBe(2);
    expect(readUp(room, "lobby").unread["lobby"]).toBe(0);
  });

  it("knows that a player that speaks has read what was said", () => {
    let room = fromRoom(roomFrame(), null);
    room = onChat(room, { t: "chat", line: line(1) });
    room = onChat(room, { t: "chat", line: line(2, "lobby", "me") });
    expect(room.unread["lobby"]).toBe(0);
  });

  it("shows a line once, however often it comes", () => {
    let room = fromRoom(roomFrame({ chat: [line(1)] }), null);
    room = onChat(room, { t: "chat", line: line(1) });
    expect(room.chat["lobby"]).toHaveLength(1);
  });

  it("keeps the spectators' lines that a new room does not repeat", () => {
    let room = fromRoom(roomFrame({ chat: [line(1)] }), null);
    room = onChat(room, { t: "chat", line: line(2, "spectators:t") });
    room = fromRoom(roomFrame({ chat: [line(1), line(3)] }), room);
    expect(room.chat["spectators:t"]).toHaveLength(1);
    expect(room.chat["lobby"]?.map((each) => each.id)).toEqual([1, 3]);
  });

  it("drops an invitation that is not valid any more", () => {
    const invitation: Invitation = {
      invitation: "i",
      table: "t",
      seat: 1,
      by: "Nikos",
      name: "Corner",
      game: "tictactoe",
      options: {},
      stake_chips: 200,
      expires_at_ms: 31_000,
      clock_factor: 1,
      bots_allowed: false,
    };
    let room = onInvitation(fromRoom(roomFrame(), null), { t: "invitation", invitation, open: true });
    expect(room.invitations.size).toBe(1);
    room = onInvitation(room, { t: "invitation", invitation, open: false });
    expect(room.invitations.size).toBe(0);
  });
});
