import type { Ask } from "./ask.ts";
import type {
  Call,
  CallBody,
  Calls,
  Conversation,
  Friends,
  PlayerCard,
  PrivateLine,
  PrivateMessageFrame,
  ToClient,
} from "./generated/wire.ts";
import { newId } from "./ids.ts";
import type { Answer } from "./outbox.ts";
import { Pushed } from "./pushed.ts";

type Fields = Record<string, unknown>;

/** What `People` and `Companies` need of their player. */
export interface Host {
  readonly account: string;
  token(): string;
  readonly ask: Ask;
  command(frame: Fields): Promise<Answer>;
}

/** The table that a command has answered with. */
export const tableOf = (answer: Answer): string => (answer as { data: { table: string } }).data.table;

/** Other players: friends, their cards, messages between friends, and invitations that wait (calls). */
export class People<Table> {
  private readonly written = new Pushed<PrivateMessageFrame>();

  constructor(
    private readonly me: Host,
    private readonly sit: (table: string) => Table,
  ) {}

  /** What one may see of a player (account or name), and do now: `may`. */
  card(player: string): Promise<PlayerCard> {
    return this.me.ask("GET /api/players/{player}/card", { token: this.me.token(), path: { player } });
  }

  /** One's friends, those who ask to be one, and those whom one has asked. */
  friends(): Promise<Friends> {
    return this.me.ask("GET /api/me/friends", { token: this.me.token() });
  }

  /** Asks a player to be friends; who has asked oneself becomes a friend at once. */
  befriend(name: string): Promise<Friends> {
    return this.me.ask("POST /api/me/friends", { token: this.me.token(), body: { name } });
  }

  /** Says yes or no to a player (an account) who asks. */
  answerFriend(player: string, accept: boolean): Promise<Friends> {
    return this.me.ask("PUT /api/me/friends/{player}", { token: this.me.token(), path: { player }, body: { accept } });
  }

  /** Is friends with a player (an account) no more, or takes a request back. */
  unfriend(player: string): Promise<Friends> {
    return this.me.ask("DELETE /api/me/friends/{player}", { token: this.me.token(), path: { player } });
  }

  /**
   * Opens a table for two, and invites a player who is here (a name) to the other seat; `fields` as in `createTable`.
   * Without `stake_chips` nothing is staked.
   */
  async challenge(name: string, game: string, fields: Fields = {}): Promise<Table> {
    const frame = { t: "create_table", name: `Table for ${name}`.slice(0, 40), game, mode: "invite" };
    return this.sit(tableOf(await this.me.command({ ...frame, invite: { 1: name }, ...fields })));
  }

  // --- messages between friends ---

  /** Writes to a friend (an account); returns the line. */
  async write(player: string, text: string): Promise<PrivateLine> {
    return ((await this.me.command({ t: "write", player, text })) as { data: PrivateLine }).data;
  }

  /** Marks a friend's lines up to this number as read. */
  async read(player: string, upTo: number): Promise<void> {
    await this.me.command({ t: "read", player, up_to: upTo });
  }

  /** One's conversations with friends, the newest first: the last line of each, and how many are not read. */
  async conversations(): Promise<Conversation[]> {
    return (await this.me.ask("GET /api/me/conversations", { token: this.me.token() })).conversations;
  }

  /** What was written with a friend (an account), from the newest line back; pages are asked for as they are needed. */
  async *lines(player: string): AsyncGenerator<PrivateLine> {
    for (let before: number | null = null; ;) {
      const query: { before?: number } = before === null ? {} : { before };
      const asked = { token: this.me.token(), path: { player }, query };
      const page = await this.me.ask("GET /api/me/conversations/{player}", asked);
      yield* page.lines.toReversed();
      before = page.next_before;
      if (before === null) return;
    }
  }

  /**
   * What friends write while one is connected, each with its line and the writer's name. A line may come twice, under the
   * same number; what was written during a cut is in `lines`.
   */
  messages(): AsyncIterable<PrivateMessageFrame> {
    return this.written;
  }

  // --- calls: invitations to a free game that wait ---

  /** One's calls and those of friends, newest first. */
  calls(): Promise<Calls> {
    return this.me.ask("GET /api/me/calls", { token: this.me.token() });
  }

  /**
   * Calls a friend (a name) who is away, or makes a link for whoever has it: the address is `/i/` and the call's id. A new
   * call to the same friend replaces the old.
   */
  call(game: string, more: Omit<CallBody, "id" | "game"> = {}): Promise<Call> {
    return this.me.ask("POST /api/me/calls", { token: this.me.token(), body: { id: newId(), game, ...more } });
  }

  /** What the link of a call says to everybody: who calls, to what, and how it stands. */
  lookAtCall(call: string): Promise<Call> {
    return this.me.ask("GET /api/calls/{call}", { path: { call } });
  }

  /** Sits down at a table that is opened for the call. */
  async takeCall(call: string): Promise<Table> {
    const asked = { token: this.me.token(), path: { call }, body: { id: newId() } };
    return this.sit((await this.me.ask("POST /api/calls/{call}/take", asked)).table);
  }

  /** Takes an own call back, or declines a friend's. */
  withdrawCall(call: string): Promise<Calls> {
    return this.me.ask("DELETE /api/me/calls/{call}", { token: this.me.token(), path: { call } });
  }

  /** Keeps what a friend has written. */
  receive(frame: ToClient): void {
    if (frame.t === "private_message" && frame.line.to === this.me.account) this.written.put(frame);
  }
}
