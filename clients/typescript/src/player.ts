import type { LegalMoves, RegisterBody, Room, Session, TableLine, TableView, ToClient } from "./generated/wire.ts";
import { newId, newSeed } from "./ids.ts";
import { Link, type Wire } from "./link.ts";
import type { Answer, Command } from "./outbox.ts";
import { at, Refused } from "./ask.ts";
import { requests } from "./requests.ts";

const GREETING_MS = 30_000;
const RETRY_MS = 500;
const TRIES = 20;
/** Refusals of `watch` that do not last: the table is just starting, or a service is busy. */
const TRANSIENT = new Set(["table_unknown", "table_unavailable", "service_unavailable", "overloaded", "rate_limited"]);

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

  constructor(
    readonly id: string,
    private readonly send: (command: Fields) => Promise<Answer>,
  ) {}

  /** Views the table, from the known version on. */
  async watch(): Promise<void> {
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

  /** The present table, and again whenever it has changed. */
  async *changes(): AsyncGenerator<TableView> {
    for (let version = -1; ;) {
      while (this.view === null || this.version <= version) await new Promise<void>((done) => this.waiting.push(done));
      version = this.version;
      yield this.view;
    }
  }

  /** The decisions that the player owes, each once, until the match has ended. */
  async *turns<Game>(): AsyncGenerator<Turn<Game>> {
    let began: string | null = null;
    let answered = "";
    for await (const view of this.changes()) {
      if (view.phase === "asking" || view.phase === "playing") began ??= view.match;
      if (began !== null && view.result?.match === began) return;
      const due = view.due.find((each) => each.seat === view.you);
      if (!due || view.paused || answered === `${view.match} ${due.number}`) continue;
      answered = `${view.match} ${due.number}`;
      const move = (chosen: Fields) => this.move(chosen, due.number, view.match);
      const legalMoves = () => this.legalMoves();
      yield { number: due.number, view, game: view.game_view as Game, legalMoves, move };
    }
  }

  /** Makes a move. `number`: the decision that it answers; null for an optional one. */
  async move(move: Fields, number: number | null, match: string): Promise<void> {
    await this.send({ t: "move", table: this.id, match, number, move });
  }

  /** The moves that the player's own seat may make now; none while it is another player's turn. */
  async legalMoves(): Promise<LegalMoves> {
    return (await this.send({ t: "legal_moves", table: this.id })) as unknown as LegalMoves;
  }

  /** Handles a frame of this table; an old one is ignored. */
  receive(version: number, view: TableView): void {
    if (version < this.version) return;
    this.version = version;
    this.view = view;
    for (const done of this.waiting.splice(0)) done();
    if (view.you === null || this.seeded.has(view.match) || !(view.phase === "asking" || view.wants_seeds)) return;
    this.seeded.add(view.match);
    // One that comes too late is refused, and the proof shows zeros.
    this.send({ t: "seed", table: this.id, match: view.match, seed: newSeed() }).catch(() => undefined);
  }
}

/** A connected account. */
export class Player {
  room: Room | null = null;
  chips = 0;
  private chipsSeq = -1;
  /** The operations of REST; most of them need `session.token`. */
  readonly rest: ReturnType<typeof requests>;
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
    this.rest = requests(at(url));
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

  /** Disconnects; the session stays valid. */
  close(): void {
    this.link.stop();
  }

  /** A command under an id of its own, sent until it is answered; a refusal is thrown. */
  async command(frame: Fields): Promise<Answer> {
    const answer = await this.link.command({ id: newId(), ...frame } as unknown as Command);
    if (answer.t === "refused") throw new Refused(answer.error, answer.detail);
    return answer;
  }

  /** Opens a table and sits on seat 0. `fields`: as the frame `create_table` has them. */
  async createTable(game: string, fields: Fields = {}): Promise<Table> {
    const name = `Table of ${this.session.account.name}`;
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

  /** Waits until the platform seats this player: a game of a competition begins, or a search has found one. */
  async called(): Promise<Table> {
    while (this.seats.length === 0) await new Promise<void>((done) => this.waiting.push(done));
    return this.table(this.seats.shift()!);
  }

  /** The decisions that this player owes at a table, until the match has ended. It may begin meanwhile. */
  async *turns<Game = Fields>(table: Table): AsyncGenerator<Turn<Game>> {
    await table.watch();
    yield* table.turns<Game>();
  }

  private table(id: string): Table {
    const found = this.tables.get(id) ?? new Table(id, (command) => this.command(command));
    this.tables.set(id, found);
    return found;
  }

  private receive(frame: ToClient): void {
    if (frame.t === "room") this.enter(frame.room, frame.chips, frame.chips_seq);
    if (frame.t === "chips") this.count(frame.chips, frame.seq);
    if (frame.t === "token") this.link.renew(frame.token);
    if (frame.t === "sent" && frame.table && (frame.reason === "called" || frame.reason === "matched"))
      this.seat(frame.table);
    if (frame.t === "bye") this.greeted?.failed(new Refused(frame.error));
    if (frame.t === "table" || frame.t === "update")
      this.tables.get(frame.view.table)?.receive(frame.version, frame.view);
  }

  private enter(room: Room, chips: number, seq: number): void {
    this.room = room;
    this.count(chips, seq);
    if (room.token) this.link.renew(room.token);
    for (const table of this.tables.values()) if (table.view) table.watch().catch(() => undefined);
    this.greeted?.done();
  }

  private seat(table: string): void {
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
