import type { EventView, SeatView, TableFrame, TableView, UpdateFrame } from "kafeneio-client";
import { reused } from "./reused";

/** A move on its way. `version`: the journal position that the server answered; gone once the view has it. */
export interface PendingMove {
  id: string;
  move: Record<string, unknown>;
  version: number | null;
}

/** Who sat where in the match of the result: a rematch changes seats while the result is still shown. */
export interface ResultSeats {
  match: string;
  seats: readonly SeatView[];
  you: number | null;
}

/** A hand shown again to players who have waited, or were waited for. `untilMs`: server's time at which clocks run. */
export interface Catchup {
  sinceMs: number;
  untilMs: number;
  /** What happened in the hand so far, as its player may know it; null: not here yet. */
  events: readonly EventView[] | null;
}

/** The table on the screen, played or watched. */
export interface OpenTable {
  table: string;
  /** −1 before the first view. */
  version: number;
  view: TableView | null;
  /** The server's time of the view: its clocks count from here. */
  atMs: number;
  /** The events of the last frame that brought a new version. */
  events: readonly EventView[];
  /** The last events of the game, oldest first and without a hole; a page just loaded asks for them. */
  recent: readonly EventView[];
  pending: PendingMove | null;
  /** How often a move of one's own was sent, shown or refused. */
  ownSteps: number;
  resultSeats: ResultSeats | null;
  /** Its player is in the meeting room meanwhile, and still counts as present: the table goes on being watched. */
  inRoom: boolean;
  catchup: Catchup | null;
  /** It has ended for this client (sent away, or gone from the list); it stays on the screen until dismissed. */
  ended: boolean;
  /** The player has asked to go: nothing is kept on the screen any longer. */
  leaving: boolean;
}

/** As many of the game's last events are kept: more than a long game of tavli has. */
const RECENT_MAX = 512;
/** What happens at any table and moves nothing on the board. */
const OF_THE_TABLE: ReadonlySet<string> = new Set(["lost", "returned", "resumed", "timeout", "overran"]);

export function opened(table: string): OpenTable {
  const nothing = { version: -1, view: null, atMs: 0, pending: null, ownSteps: 0, resultSeats: null, catchup: null };
  return { table, ...nothing, events: [], recent: [], inRoom: false, ended: false, leaving: false };
}

/** Takes over a `table` or `update`; an older version than the one held (a late frame) changes nothing. */
export function onView(open: OpenTable, frame: TableFrame | UpdateFrame): OpenTable {
  if (frame.view.table !== open.table || frame.version < open.version) return open;
  const again = handAgain(open, frame);
  if (again) return { ...open, catchup: again };
  const events = frame.version === open.version ? open.events : newEvents(open, frame);
  const known = missesEvents(open, frame) ? [] : open.recent;
  const recent = frame.t === "update" ? withEvents(known, frame.events) : known;
  const view = reused(open.view, frame.view);
  const held = { ...open, version: frame.version, view, atMs: frame.now_ms, events, recent };
  const done = frame.t === "update" && open.pending !== null && frame.done.includes(open.pending.id);
  const seats = resultSeats(open, view);
  const after = { ...withPending(held, done ? null : stillPending(held)), resultSeats: seats };
  return { ...after, inRoom: isInRoom(open, after), catchup: catchupOf(open, after) };
}

/** Whether something has happened at the table of which no event has come: it comes as a whole, the first time or after
 * frames were missed. */
export function missesEvents({ view, version }: OpenTable, frame: TableFrame | UpdateFrame): boolean {
  return frame.t === "table" && (view === null || frame.version > version);
}

/** Players wait for somebody's return in the meeting room; play that goes on, or a result, calls them to the table. */
function isInRoom(before: OpenTable, after: OpenTable): boolean {
  const { view } = after;
  if (view === null || view.you === null) return false;
  const waited = before.view?.paused ?? false;
  if (view.paused !== waited) return view.paused;
  return before.inRoom && !(hasEnded(after) && !hasEnded(before));
}

/** Begun by the first view that shows it, and over with its time. */
function catchupOf(before: OpenTable, { view, atMs }: OpenTable): Catchup | null {
  const left = view?.you === null ? 0 : (view?.catchup_ms_left ?? 0);
  if (left === 0) return null;
  return before.catchup ?? { sinceMs: atMs, untilMs: atMs + left, events: null };
}

/** What the answer to a `watch` from before the hand brings: its events, from the deal on. Null: it is not that. */
function handAgain({ catchup, view }: OpenTable, frame: TableFrame | UpdateFrame): Catchup | null {
  if (frame.t !== "update" || catchup === null || catchup.events !== null) return null;
  return frame.events[0]?.version === view?.hand_version ? { ...catchup, events: frame.events } : null;
}

/** Whether the table fills the screen: else its player is in the meeting room. */
export function isOnScreen(open: OpenTable | null): open is OpenTable {
  return open !== null && !open.inRoom;
}

/** The game's last events after some have come, new ones or older ones that were asked for. */
function withEvents(recent: readonly EventView[], come: readonly EventView[]): readonly EventView[] {
  const known = new Set(recent.map(({ version }) => version));
  const fresh = come.filter((event) => isOfGame(event) && !known.has(event.version));
  if (fresh.length === 0) return recent;
  return [...recent, ...fresh].sort((one, other) => one.version - other.version).slice(-RECENT_MAX);
}

/** Whether it happened in the game, and the viewer may know what it was. */
function isOfGame({ kind }: EventView): boolean {
  return kind !== null && !OF_THE_TABLE.has(kind);
}

function newEvents({ version }: OpenTable, frame: TableFrame | UpdateFrame): readonly EventView[] {
  return frame.t === "update" ? frame.events.filter((event) => event.version > version) : [];
}

function resultSeats({ resultSeats: known }: OpenTable, { result, seats, you }: TableView): ResultSeats | null {
  if (result === null) return null;
  return known?.match === result.match ? known : { match: result.match, seats, you };
}

export function onMoveSent(open: OpenTable, id: string, move: Record<string, unknown>): OpenTable {
  return withPending(open, { id, move, version: null });
}

/** The server has accepted the move as `version`; it stays pending until the view shows it. */
export function onMoveDone(open: OpenTable, id: string, version: number | null): OpenTable {
  if (open.pending?.id !== id) return open;
  const held = { ...open, pending: { ...open.pending, version: version ?? open.version } };
  return withPending(held, stillPending(held));
}

export function onMoveRefused(open: OpenTable, id: string): OpenTable {
  return open.pending?.id === id ? withPending(open, null) : open;
}

/**
 * Which of two states of the table is drawn: the one that comes with `later` (drawn between frames, when there is time)
 * or, once something of one's own has happened since, the one of `now`: else one's own move would be taken back for a
 * moment. Never an older one than was drawn before.
 */
export function drawn(now: OpenTable, later: OpenTable): OpenTable {
  return later.table === now.table && later.ownSteps === now.ownSteps ? later : now;
}

/**
 * What is drawn next, with everything that has happened since what was drawn `before`: frames that came in between were
 * never on the screen, but what they said is still to be shown and said aloud.
 */
export function caughtUp(before: OpenTable, next: OpenTable): OpenTable {
  if (before.table !== next.table || before.view === null) return next;
  if (before.version === next.version) return { ...next, events: before.events };
  const last = before.recent.at(-1)?.version;
  const isWhole = last === undefined || next.recent.some(({ version }) => version === last);
  const missed = next.recent.filter(({ version }) => version > before.version);
  const first = next.events[0]?.version ?? Infinity;
  const earlier = isWhole ? missed.filter(({ version }) => version < first) : [];
  return earlier.length === 0 ? next : { ...next, events: [...earlier, ...next.events] };
}

/** Whether the match shown has come to its end, so that its result is worth keeping on the screen. */
export function hasEnded(open: OpenTable): boolean {
  const { view } = open;
  return view !== null && view.result !== null && view.phase !== "playing" && view.phase !== "asking";
}

function withPending(open: OpenTable, pending: PendingMove | null): OpenTable {
  const same = open.pending?.id === pending?.id;
  return { ...open, pending, ownSteps: open.ownSteps + (same ? 0 : 1) };
}

function stillPending({ pending, version }: OpenTable): PendingMove | null {
  if (pending === null || pending.version === null) return pending;
  return pending.version > version ? pending : null;
}

/** Whether the player at this browser has a decision to make. */
export function isYourTurn(open: OpenTable | null): boolean {
  const view = open?.view;
  return view?.phase === "playing" && view.due.some((due) => due.seat === view.you);
}

/** The decision that the player at this browser owes, by its match and number; null: none. */
export function owedTurn(open: OpenTable | null): { match: string; number: number } | null {
  const view = open?.view;
  const due = view?.phase === "playing" ? view.due.find(({ seat }) => seat === view.you) : undefined;
  return view && due ? { match: view.match, number: due.number } : null;
}
