import {
  type Answer,
  newId,
  type TableFrame,
  type TableView,
  type UnwatchFrame,
  type UpdateFrame,
  type WatchFrame,
} from "kafeneio-client";
import { hasEnded, opened, type OpenTable } from "../state/openTable";
import type { Room } from "../state/room";
import type { Notice, Store } from "../state/store";

const NOTICES_SHOWN = 3;
const AGAIN_MS = 300;
const TRIES_MAX = 100;
/** As many of the last events are asked for at first to mark the last move. Rolls, skips, and comings and goings lie
 * between two moves; where none of the wanted kinds is among them, twice as many are asked for, as far as the worker
 * has them. */
const RECENT_EVENTS = 16;
/** Why a table that has started cannot be shown yet, or not for a moment: its worker does not know it yet, or is away. */
const PASSING = new Set(["table_unknown", "table_unavailable", "service_unavailable", "overloaded"]);

/** The table on the screen, as its player or as a spectator. Changes the store and sends which table is viewed. */
export class ViewedTable {
  /** Tables that the player has turned away from while still seated there. */
  private readonly dismissed = new Set<string>();
  /** The last wish to look at the table on the screen, and how often it has been put off. */
  private wish = { id: "", tries: 0 };
  /** After which version the last events were asked for, and how many; null: nothing is awaited. */
  private recent: { version: number; count: number } | null = null;

  constructor(
    readonly store: Store,
    private readonly send: (frame: WatchFrame | UnwatchFrame) => void,
  ) {}

  inRoom(change: (room: Room) => Room): void {
    this.store.setState(({ room }) => (room ? { room: change(room) } : {}));
  }

  atTable(change: (open: OpenTable) => OpenTable): void {
    this.store.setState(({ open }) => (open ? { open: change(open) } : {}));
  }

  /** The table on the screen as it was last received. */
  view(): TableView | null {
    return this.store.getState().open?.view ?? null;
  }

  /** From now on the player sits there, or nowhere; whoever sits down no longer watches another table. */
  sitAt(table: string | null): void {
    const { open } = this.store.getState();
    this.inRoom((room) => ({ ...room, seatedAt: table }));
    if (table !== null && open && open.table !== table) this.closeTable();
  }

  /** Shows a started table, as its player or as a spectator. */
  show(table: string): void {
    this.dismissed.delete(table);
    const { open } = this.store.getState();
    if (open?.table === table && open.inRoom) return this.atTable((held) => ({ ...held, inRoom: false }));
    this.store.setState({ open: opened(table) });
    this.wish.tries = 0;
    this.watch();
  }

  /** The table where one sits has started: show it, unless the player has turned away from it. */
  showStarted(): void {
    const { room, open } = this.store.getState();
    const line = room?.seatedAt ? room.tables.get(room.seatedAt) : undefined;
    if (line?.state !== "started" || open?.table === line.table || this.dismissed.has(line.table)) return;
    this.show(line.table);
  }

  /** Asks for the table on the screen, from the version that is held. */
  watch(): void {
    const { open, link } = this.store.getState();
    if (!open || link !== "up") return;
    this.wish.id = newId();
    this.send({ t: "watch", id: this.wish.id, table: open.table, version: open.version });
  }

  /** The wish to look at the table on the screen was refused: asks again in a moment if that may help; whether it does. */
  putOff(id: string | null | undefined, error: string): boolean {
    const { room, open } = this.store.getState();
    const hasStarted = open !== null && room?.tables.get(open.table)?.state === "started";
    if (id !== this.wish.id || !PASSING.has(error) || !hasStarted || this.wish.tries >= TRIES_MAX) return false;
    this.wish.tries += 1;
    setTimeout(() => {
      if (this.wish.id === id && this.store.getState().open?.table === open.table) this.watch();
    }, AGAIN_MS);
    return true;
  }

  /** Asks for what has happened in the hand, to show it again. */
  watchHand(): void {
    const { open } = this.store.getState();
    if (!open?.view) return;
    this.wish.id = newId();
    this.send({ t: "watch", id: this.wish.id, table: open.table, version: open.view.hand_version - 1 });
  }

  /** Asks for the last events of the hand in play, which the table as a whole does not bring. */
  watchRecent(count = RECENT_EVENTS): void {
    const { open } = this.store.getState();
    if (!open?.view) return;
    const version = Math.max(open.view.hand_version, open.version - count, 0);
    this.recent = version < open.version ? { version, count } : null;
    if (!this.recent) return;
    this.wish.id = newId();
    this.send({ t: "watch", id: this.wish.id, table: open.table, version });
  }

  /** What came may be the last events that were asked for. With none of the wanted kinds among them, earlier ones are
   * asked for. */
  lookFurther(frame: TableFrame | UpdateFrame, wanted: readonly string[]): void {
    const asked = this.recent;
    const came = frame.t === "update" ? frame.events : [];
    if (!asked || (frame.t === "update" && came[0]?.version !== asked.version + 1)) return;
    this.recent = null; // a table as a whole: the worker has no earlier events
    const isEarliest = asked.version <= frame.view.hand_version;
    if (frame.t === "update" && !isEarliest && !came.some(({ kind }) => wanted.includes(kind ?? "")))
      this.watchRecent(asked.count * 2);
  }

  /** To the meeting room. Who plays at the table goes on watching it: looking away would count as a lost connection. */
  closeTable(): void {
    const { open } = this.store.getState();
    if (!open) return;
    const plays = open.view !== null && open.view.you !== null && !open.view.house;
    const runs = open.view?.phase === "playing" || open.view?.phase === "asking";
    if (plays && runs && !open.ended) return this.atTable((table) => ({ ...table, inRoom: true }));
    if (!open.ended) this.send({ t: "unwatch", id: newId(), table: open.table });
    this.dismissed.add(open.table);
    this.store.setState({ open: null });
  }

  /** Whether a wish to go back was refused because there is nothing to choose any more: the others' choices were first. */
  hasClosed(answer: Answer): boolean {
    return answer.t === "refused" && (answer.error === "table_unknown" || this.view()?.phase === "closed");
  }

  /** The player has left the table on the screen: a house-banked one goes on and is watched; any other is over. */
  up(): void {
    const { open } = this.store.getState();
    if (!open?.view?.house || open.leaving || open.ended) return this.end();
    this.send({ t: "watch", id: newId(), table: open.table, version: -1 });
  }

  /** The table on the screen is over for this client: its result stays to be read, anything less goes. */
  end(): void {
    const { open } = this.store.getState();
    const keep = open !== null && !open.leaving && hasEnded(open);
    // A match may go on without this player: then its table would go on sending.
    if (open && !keep && !open.ended) this.send({ t: "unwatch", id: newId(), table: open.table });
    this.store.setState({ open: keep ? { ...open, ended: true, pending: null } : null });
  }

  notice(said: Partial<Notice> & Pick<Notice, "kind" | "code">): void {
    const notice = { id: newId(), name: null, detail: null, game: null, ...said };
    this.store.setState(({ notices }) => ({
      notices: [...notices.filter((shown) => shown.code !== said.code), notice].slice(-NOTICES_SHOWN),
    }));
  }

  /** Takes away the notices that `done` says are done with. */
  clearNotices(done: (notice: Notice) => boolean): void {
    this.store.setState(({ notices }) =>
      notices.some(done) ? { notices: notices.filter((notice) => !done(notice)) } : {},
    );
  }
}
