import type { AnswerOf } from "./ask.ts";
import type {
  ChatLine,
  Companies as Own,
  Company,
  CompanyFrame,
  CompanyLine,
  CompanyMember,
  Evening,
  ToClient,
} from "./generated/wire.ts";
import { newId } from "./ids.ts";
import { tableOf, type Host } from "./people.ts";
import { Pushed } from "./pushed.ts";

type Fields = Record<string, unknown>;
const ROOM = "company:";

/**
 * A player's companies: groups with a name, a chat, tables and a standing evening, each named by its id. A refusal is
 * thrown with the code that the operation documents, such as `company_forbidden` where the player's role is not enough.
 */
export class Companies<Table> {
  private readonly happened = new Pushed<CompanyFrame>();
  private readonly said = new Pushed<ChatLine>();

  constructor(
    private readonly me: Host,
    private readonly sit: (table: string) => Table,
  ) {}

  /** The companies that one is in (`mine`), `invitations`, and those that one has `asked` to join. */
  own(): Promise<Own> {
    return this.me.ask("GET /api/me/companies", { token: this.me.token() });
  }

  /** Companies that one could join or ask to join; pages are asked for as they are needed. */
  async *toJoin(): AsyncGenerator<CompanyLine> {
    for (let after: string | null = ""; after !== null;) {
      const asked = { token: this.me.token(), query: { after } };
      const page: AnswerOf<"GET /api/companies"> = await this.me.ask("GET /api/companies", asked);
      yield* page.companies;
      after = page.next ?? null;
    }
  }

  /** A company as one may see it: its line with the evening, and for members `members` and `tables`. */
  look(company: string): Promise<Company> {
    return this.me.ask("GET /api/companies/{company}", { token: this.me.token(), path: { company } });
  }

  // --- in and out ---

  /** Founds a company; returns its id. */
  async found(name: string, joining: CompanyLine["joining"] = "invited"): Promise<string> {
    const asked = { token: this.me.token(), body: { id: newId(), name, joining } };
    return (await this.me.ask("POST /api/companies", asked)).company;
  }

  /** Joins an open company, or asks to; who is invited joins. */
  async join(company: string): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/join", this.of(company, {}));
  }

  /** Accepts an invitation, or declines it. */
  async answerInvitation(company: string, accept: boolean): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/answer", this.of(company, { accept }));
  }

  /** Leaves a company, or takes one's request back. */
  async leave(company: string): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/leave", this.of(company, {}));
  }

  // --- for founder and hosts ---

  /** Invites a player (a name); who asks to join becomes a member at once. */
  async invite(company: string, name: string): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/invitations", this.of(company, { name }));
  }

  /** Lets a player (an account) in who asks, or not. */
  async answerRequest(company: string, player: string, accept: boolean): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/requests/{player}", this.ofPlayer(company, player, { accept }));
  }

  /** Removes a member (an account), or takes an invitation back. */
  async remove(company: string, player: string): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/members/{player}/remove", this.ofPlayer(company, player, {}));
  }

  /** Mutes a member (an account) in the company's chat for 24 hours, or ends that. */
  async mute(company: string, player: string, muted = true): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/members/{player}/mute", this.ofPlayer(company, player, { muted }));
  }

  /** Gives a member (an account) another role; `founder` hands the company over. */
  async setRole(company: string, player: string, role: CompanyMember["role"]): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/members/{player}/role", this.ofPlayer(company, player, { role }));
  }

  /** Changes the name and the way in, as its founder. */
  async change(company: string, name: string, joining: CompanyLine["joining"]): Promise<void> {
    await this.me.ask("PUT /api/companies/{company}", this.of(company, { name, joining }));
  }

  /** Closes a company for good, as its founder. */
  async close(company: string): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/close", this.of(company, {}));
  }

  // --- the evening ---

  /** Meets every week, or no more (null). For founder and hosts. */
  async setEvening(company: string, evening: Evening | null): Promise<void> {
    await this.me.ask("PUT /api/companies/{company}/evening", this.of(company, { evening }));
  }

  /** Comes to the next evening, or not after all. */
  async come(company: string, comes = true): Promise<void> {
    await this.me.ask("POST /api/companies/{company}/evening/come", this.of(company, { comes }));
  }

  /** Opens a table that the company's members alone see; `fields` as in `createTable`. */
  async openTable(company: string, game: string, fields: Fields = {}): Promise<Table> {
    const frame = { t: "create_table", name: "Table of a company", game, company, ...fields };
    return this.sit(tableOf(await this.me.command(frame)));
  }

  // --- chat and notices ---

  /** Writes in a company's chat. */
  async say(company: string, text: string): Promise<void> {
    await this.me.command({ t: "say", room: `${ROOM}${company}`, text });
  }

  /** The last lines of a company's chat, oldest first. */
  async chat(company: string): Promise<ChatLine[]> {
    const asked = { token: this.me.token(), path: { company } };
    return (await this.me.ask("GET /api/companies/{company}/chat", asked)).lines;
  }

  /** What is said in one's companies while one is connected, one's own lines too; `room` is `company:` and the id. */
  lines(): AsyncIterable<ChatLine> {
    return this.said;
  }

  /** What happens in one's companies: `news` is `invited`, `asked`, `joined` …, and of the evening `soon` and `now`. */
  notices(): AsyncIterable<CompanyFrame> {
    return this.happened;
  }

  /** Keeps notices and lines of companies. */
  receive(frame: ToClient): void {
    if (frame.t === "company") this.happened.put(frame);
    if (frame.t === "chat" && frame.line.room.startsWith(ROOM)) this.said.put(frame.line);
  }

  private of<Body extends Fields>(company: string, body: Body) {
    return { token: this.me.token(), path: { company }, body: { id: newId(), ...body } };
  }

  private ofPlayer<Body extends Fields>(company: string, player: string, body: Body) {
    return { token: this.me.token(), path: { company, player }, body: { id: newId(), ...body } };
  }
}
