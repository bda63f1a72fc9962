import type {
  ChooseFrame,
  LegalMoves,
  RegisterBody,
  Room,
  Session,
  TableLine,
  TableView,
  ToClient,
} from "./generated/wire.ts";
import { newId, newSeed } from "./ids.ts";
import { Link, type Wire } from "./link.ts";
import type { Answer, Command } from "./outbox.ts";
import { at, Refused } from "./ask.ts";
import { Companies } from "./companies.ts";
import { People } from "./people.ts";
import { persistent } from "./persistent.ts";
import { requests } from "./requests.ts";

const GREETING_MS = 30_000;
const RETRY_MS = 500;
const TRIES = 20;
/** Refusals of `watch` that do not last: the table is just starting, or a service is busy. */
const TRANSIENT = new Set(["table_unknown", "table_unavailable", "service_unavailable", "overloaded", "rate_limited"]);

/** Phases of a table at which nothing is played any more. */
const DONE = new Set<TableView["phase"]>(["over", "closed", "stopped"]);
const FREE_ALREADY = new Set(["choice_closed", "choice_made", "table_unknown"]);
const FREE_MS = 30_000;
/** Refusals that say no more than to ask again a moment later. */
const TOO_FAST = new Set(["rate_limited", "overloaded"]);
const TOO_FAST_MS = 1_000;

type Fields = Record<string, unknown>;

/** A decision that the player owes. `game` is the game's own view. */
export interface Turn<Game = unknown> {
  number: number;
  view: TableView;
  game: Game;
  /** The moves that may be made now; with `more`, not all of them are listed. */
  legalMoves(): Promise<LegalMoves>;
  move(move: Fields): Promise<void>;
}

/** A table that the player views; `view` is its present state. */
export class Table {
  view: TableView | null = null;
  version = -1;
  private readonly seeded = new Set<string>();
  private waiting: (() => void)[] = [];
  /** Moves that were answered, and the version that the last of them has made. */
  private moves = 0;
  private movedVersion = -1;
  /** Whether the player has chosen another match. */
  private again = false;
  private whenFree: (() => void)[] = [];
  private isLeft = false;

  constructor(
    readonly id: string,
    private readonly send: (command: Fields) => Promise<Answer>,
  ) {}

  /** Whether nothing comes from here any more: the player has left, or the table is closed. */
  get isGone(): boolean {
    return this.isLeft || (this.view !== null && DONE.has(this.view.phase));
  }

  /** Views the table, from the known version on. */
  async watch(): Promise<void> {
    this.isLeft = false;
    for (let tries = 1; ; tries += 1) {
      try {
        await this.send({ t: "watch", table: this.id, version: this.version });
        return;
      } catch (error) {
        if (!(error instanceof Refused) || !TRANSIENT.has(error.error) || tries === TRIES) throw error;
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    }
  }

  /** The present table, and again whenever it has changed or a move of one's own was answered. */
  async *changes(): AsyncGenerator<TableView> {
    for (let seen = ""; ;) {
      while (this.view === null || seen === `${this.version} ${this.moves}`)
        await new Promise<void>((done) => this.waiting.push(done));
      seen = `${this.version} ${this.moves}`;
      yield this.view;
    }
  }

  /**
   * The decisions that the player owes, until the match has ended. One comes again after a move that has left it open (a
   * declaration in pilotta, a call in tichu), and after one that was refused.
   */
  async *turns<Game>(): AsyncGenerator<Turn<Game>> {
    let began: string | null = null;
    let tried = "";
    for await (const view of this.changes()) {
      if (view.phase === "asking" || view.phase === "playing") {
        began ??= view.match;
        this.again = false;
      }
      if (this.isOver(view, began)) return;
      const due = view.due.find((each) => each.seat === view.you);
      if (!due || view.paused || this.version < this.movedVersion) continue;
      const decision = `${view.match} ${due.number} ${this.moves}`;
      if (tried === decision) continue;
      tried = decision;
      const move = (chosen: Fields) => this.move(chosen, due.number, view.match);
      const legalMoves = () => this.legalMoves();
      yield { number: due.number, view, game: view.game_view as Game, legalMoves, move };
    }
  }

  /** Whether the match that `began`, or the one that had ended before it was looked at, is over. */
  private isOver(view: TableView, began: string | null): boolean {
    if (DONE.has(view.phase)) return true;
    const ended = view.result?.match;
    return ended !== undefined && (ended === began || (began === null && !this.again));
  }

  /** Makes a move. `number`: the decision that it answers; null for an optional one. */
  async move(move: Fields, number: number | null, match: string): Promise<void> {
    try {
      const answer = await this.send({ t: "move", table: this.id, match, number, move });
      this.answered((answer as { version?: number | null }).version ?? null);
    } catch (error) {
      this.answered(this.version);
      throw error;
    }
  }

  /** A move was answered. The seat may owe the same decision still, as the table is from that version on (null: unknown). */
  private answered(version: number | null): void {
    if (version === null) return;
    this.movedVersion = Math.max(this.movedVersion, version);
    this.moves += 1;
    this.notify();
  }

  /** Says what to do after the end: `rematch`, `rotate` or `communication`, which is back to the lobby. */
  async choose(choice: ChooseFrame["choice"]): Promise<void> {
    const match = this.view?.result?.match;
    await this.send({ t: "choose", table: this.id, match, choice });
    this.again = choice !== "communication";
  }

  /**
   * Makes the player free again, whatever the table does: gets up before the start, leaves a match that runs (the game's
   * leave policy follows), or goes to the lobby after its end. Nothing where the player does not sit here any more.
   */
  async leave(): Promise<void> {
    await this.goAway();
    this.isLeft = true;
  }

  private async goAway(): Promise<void> {
    if (this.view === null && (await this.gotUp())) return;
    const view = this.view!;
    if (view.you === null || DONE.has(view.phase)) return;
    const free = this.untilFree();
    if (view.phase === "choosing") {
      await this.choose("communication").catch((error: unknown) => {
        if (!(error instanceof Refused) || !FREE_ALREADY.has(error.error)) throw error;
      });
    } else await this.move({ move: "leave" }, null, view.match);
    await free;
  }

  /** Gets up before the start; false: it has started, and is viewed now. */
  private async gotUp(): Promise<boolean> {
    const free = this.untilFree();
    try {
      await this.send({ t: "leave_table", table: this.id });
      await free;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.freed(); // nobody waits for it any more
      if (error.error === "table_unknown") return true;
      if (error.error !== "already_started") throw error;
    }
    await this.watch();
    await this.changes().next();
    return false;
  }

  /** Until the lobby has said that the player sits here no longer. */
  private untilFree(): Promise<void> {
    return new Promise((done) => {
      const late = setTimeout(done, FREE_MS);
      this.whenFree.push(() => {
        clearTimeout(late);
        done();
      });
    });
  }

  /** The lobby has said that the player sits here no longer. */
  freed(): void {
    for (const done of this.whenFree.splice(0)) done();
  }

  /** The moves that the player's own seat may make now; none while it is another player's turn. */
  async legalMoves(): Promise<LegalMoves> {
    return (await this.send({ t: "legal_moves", table: this.id })) as unknown as LegalMoves;
  }

  private notify(): void {
    for (const done of this.waiting.splice(0)) done();
  }

  /** Handles a frame of this table; an old one is ignored. */
  receive(version: number, view: TableView): void {
    if (version < this.version) return;
    this.version = version;
    this.view = view;
    this.notify();
    if (view.you === null || this.seeded.has(view.match) || !(view.phase === "asking" || view.wants_seeds)) return;
    this.seeded.add(view.match);
    // One that comes too late is refused, and the proof shows zeros.
    this.send({ t: "seed", table: this.id, match: view.match, seed: newSeed() }).catch(() => undefined);
  }
}

/** A connected account. */
export class Player {
  /** The session's present token. It changes while the session goes on: keep the newest one for `resume`. */
  token: string;
  private seatedAt: string | null = null;
  room: Room | null = null;
  chips = 0;
  private chipsSeq = -1;
  /** The operations of REST; most of them need `session.token`. */
  readonly rest: ReturnType<typeof requests>;
  /** Friends, cards, messages between friends, and calls. */
  readonly people: People<Table>;
  readonly companies: Companies<Table>;
  private readonly tables = new Map<string, Table>();
  private readonly seats: string[] = [];
  private waiting: (() => void)[] = [];
  private readonly link: Link;
  private greeted: { done: () => void; failed: (error: Error) => void } | null = null;

  private constructor(
    readonly url: string,
    readonly session: Session,
    open: (url: string) => Wire,
  ) {
    this.token = session.token;
    this.rest = requests(at(url));
    const host = {
      account: this.account,
      ask: persistent(at(url)),
      token: () => this.token,
      command: this.command.bind(this),
    };
    this.people = new People(host, (table) => this.table(table));
    this.companies = new Companies(host, (table) => this.table(table));
    const socket = `${url.replace(/^http/, "ws")}/ws`;
    this.link = new Link(() => open(socket), { frame: (frame) => this.receive(frame), state: () => undefined });
  }

  /** Opens a session of an existing account; an older one ends. `open`: makes a WebSocket where there is no global one. */
  static async logIn(url: string, username: string, password: string, open = openSocket): Promise<Player> {
    return Player.begin(url, await requests(at(url)).login({ username, password }), open);
  }

  static async register(url: string, body: RegisterBody, open = openSocket): Promise<Player> {
    return Player.begin(url, await requests(at(url)).register(body), open);
  }

  /**
   * Goes on with a session whose token was kept, after a crash for instance, or comes in with a personal token; `seat` finds
   * the table again.
   */
  static async resume(url: string, token: string, open = openSocket): Promise<Player> {
    const { account } = await requests(at(url)).me(token);
    return Player.begin(url, { token, account, invite_result: null }, open);
  }

  private static async begin(url: string, session: Session, open: (url: string) => Wire): Promise<Player> {
    const player = new Player(url, session, open);
    await new Promise<void>((done, failed) => {
      const late = setTimeout(() => failed(new Refused("offline")), GREETING_MS);
      const settled = (then: () => void) => {
        clearTimeout(late);
        then();
      };
      player.greeted = { done: () => settled(done), failed: (error) => settled(() => failed(error)) };
      player.link.start(session.token);
    });
    return player;
  }

  get account(): string {
    return this.session.account.account;
  }

  get name(): string {
    return this.session.account.name;
  }

  /** Disconnects; the session stays valid. */
  close(): void {
    this.link.stop();
  }

  /** A command under an id of its own, sent until it is answered; a refusal is thrown. One that came too fast is sent again. */
  async command(frame: Fields): Promise<Answer> {
    const command = { id: newId(), ...frame } as unknown as Command;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.link.command(command);
      if (answer.t !== "refused") return answer;
      if (!TOO_FAST.has(answer.error) || tries === TRIES) throw new Refused(answer.error, answer.detail);
      await new Promise((done) => setTimeout(done, TOO_FAST_MS));
    }
  }

  /** Opens a table and sits on seat 0. `fields`: as the frame `create_table` has them. */
  async createTable(game: string, fields: Fields = {}): Promise<Table> {
    const name = `Table of ${this.name}`;
    const answer = await this.command({ t: "create_table", name, game, ...fields });
    return this.table(((answer as { data?: unknown }).data as TableLine).table);
  }

  async joinTable(table: string, seat: number | null = null): Promise<Table> {
    await this.command({ t: "join_table", table, seat });
    return this.table(table);
  }

  async startTable(table: Table): Promise<void> {
    await this.command({ t: "start_table", table: table.id });
  }

  /** The table where this player sits already, after a crash or a new login, to go on there with `turns`; null: free. */
  seat(): Table | null {
    return this.seatedAt === null ? null : this.table(this.seatedAt);
  }

  /** Waits until the platform seats this player: a game of a competition begins, or a search has found one. */
  async called(): Promise<Table> {
    while (this.seats.length === 0) await new Promise<void>((done) => this.waiting.push(done));
    return this.table(this.seats.shift()!);
  }

  /** The decisions that this player owes at a table, until the match has ended. It may begin meanwhile. */
  async *turns<Game = Fields>(table: Table): AsyncGenerator<Turn<Game>> {
    this.tables.set(table.id, table);
    await table.watch();
    yield* table.turns<Game>();
  }

  private table(id: string): Table {
    for (const each of this.tables.values()) if (each.isGone && each.id !== id) this.tables.delete(each.id);
    const found = this.tables.get(id) ?? new Table(id, (command) => this.command(command));
    this.tables.set(id, found);
    return found;
  }

  private receive(frame: ToClient): void {
    if (frame.t === "room") this.enter(frame.room, frame.chips, frame.chips_seq);
    if (frame.t === "chips") this.count(frame.chips, frame.seq);
    if (frame.t === "token") this.renew(frame.token);
    if (frame.t === "sent") this.sit(frame.table, frame.reason);
    this.people.receive(frame);
    this.companies.receive(frame);
    if (frame.t === "bye") this.greeted?.failed(new Refused(frame.error));
    if (frame.t === "table" || frame.t === "update")
      this.tables.get(frame.view.table)?.receive(frame.version, frame.view);
  }

  private enter(room: Room, chips: number, seq: number): void {
    this.room = room;
    this.count(chips, seq);
    if (room.token) this.renew(room.token);
    this.sit(room.table, "");
    for (const table of this.tables.values()) if (table.view && !table.isGone) table.watch().catch(() => undefined);
    this.greeted?.done();
  }

  private renew(token: string): void {
    this.token = token;
    this.link.renew(token);
  }

  private sit(table: string | null, reason: string): void {
    this.seatedAt = table ?? null;
    for (const each of this.tables.values()) if (each.id !== table) each.freed();
    if (table === null || (reason !== "called" && reason !== "matched")) return;
    this.seats.push(table);
    for (const done of this.waiting.splice(0)) done();
  }

  private count(chips: number, seq: number): void {
    if (seq <= this.chipsSeq) return;
    this.chips = chips;
    this.chipsSeq = seq;
  }
}

function openSocket(url: string): Wire {
  return new WebSocket(url) as unknown as Wire;
}
