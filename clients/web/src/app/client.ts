import {
  ask,
  Link,
  newId,
  Refused,
  rest,
  type AdminMessage,
  type Answer,
  type Catalogue,
  type ChatLine,
  type ChooseFrame,
  type Command,
  type CreateTableFrame,
  type GuestSession,
  type PasskeyShown,
  type RegisterBody,
  type TableView,
  type Wire,
} from "kafeneio-client";
import { seedFor } from "../fair/memory";
import { GAMES } from "../games/registry";
import { untilAnswered } from "../people/untilAnswered";
import { onMoveDone, onMoveRefused, onMoveSent } from "../state/openTable";
import { defaultOptions, otherSeats } from "../state/games";
import { withGifts } from "../state/gifts";
import { guestHere, keepGuest } from "../state/guest";
import { withMessage } from "../state/messages";
import { type ListName, onEarlier, onWhole, readUp } from "../state/room";
import { type Language, saveSettings, type Settings } from "../state/settings";
import { load, save } from "../state/storage";
import { setVisited } from "../state/visited";
import { newStore, type Store } from "../state/store";
import { forgetPush } from "./push";
import { ViewedTable } from "./viewedTable";
import { Listener } from "./listener";
import { FirstHands } from "./firstHands";
import { FirstSteps } from "./firstSteps";
import { Searching } from "./searching";
import { Visits } from "./visits";
import { Calling } from "./calling";

const SESSION_KEY = "kafeneio.session";
const AHEAD_MS = 60_000;
const CATALOGUE_AGAIN_MS = 3_000;

export type EndChoice = ChooseFrame["choice"];
export type TableDraft = Omit<CreateTableFrame, "t" | "id">;

/** What a guest has pressed on the welcome page. `table`: how the table against the computer is called; null: with people. */
export interface Wish {
  game: string;
  table: string | null;
  /** The invitation by whose link the guest has come. */
  call?: string;
  /** The table that the guest wants to see. */
  watch?: string | undefined;
}

/** What the person at this browser can do. Screens call it and read the store; nothing else writes there. */
export class Client {
  readonly store: Store;
  /** Ways to other cells, and back. */
  readonly visits: Visits;
  /** The search for a game with people. */
  readonly search: Searching;
  /** Invitations that wait. */
  readonly calling: Calling;
  /** What an account that was begun here may do first. */
  readonly firstHand: FirstHands;
  readonly firstSteps: FirstSteps;
  private readonly link: Link;
  private readonly viewed: ViewedTable;
  private readonly seeded = new Set<string>();
  /** The lists that are being loaded. */
  private readonly loading = new Set<ListName>();
  /** The game that a guest has pressed on the welcome page. */
  private wish: Wish | null = null;
  /** A way in has been taken, and the server has not answered. */
  private comesIn = false;
  /** The list of games, asked for before there is a session. */
  private early: Promise<Catalogue> | null = null;

  constructor(open: () => Wire) {
    this.store = newStore(load<string | null>(SESSION_KEY, null));
    this.viewed = new ViewedTable(this.store, (frame) => this.link.sendIfUp(frame));
    const listener = new Listener(this.viewed, {
      asked: (view) => this.offerSeed(view),
      bye: (error) => this.dismissed(error),
      renewed: (token) => this.renew(token),
    });
    this.link = new Link(open, {
      frame: (frame) => listener.receive(frame),
      state: (link) => this.store.setState({ link }),
      slow: (isSlow) => this.store.setState({ isSlow }),
    });
    this.store.subscribe(() => this.playWish());
    this.firstHand = new FirstHands(this.store);
    this.firstSteps = new FirstSteps(this.store);
    this.search = new Searching(this.store, {
      join: (table) => this.joinTable(table),
      refused: (refusal) => this.viewed.notice({ kind: "refused", ...refusal }),
    });
    this.calling = new Calling(this.store, {
      sitAt: (table) => this.viewed.sitAt(table),
      refused: (refusal) => this.viewed.notice({ kind: "refused", ...refusal }),
    });
    this.visits = new Visits(this.store, { enter: (token) => this.enter(token), leave: () => this.leave() });
  }

  // --- session ---------------------------------------------------------------------------------------------------

  /** Goes on with the session that this browser remembers, if any. */
  resume(): void {
    const { token } = this.store.getState();
    if (token) this.enter(token);
  }

  /** `code`: of the second factor, where the account has one. */
  async login(username: string, password: string, code = ""): Promise<void> {
    await this.comeIn(async () => this.enter((await rest.login({ username, password, code })).token));
  }

  /** Comes in with a passkey, which says itself whose it is. */
  async signIn(passkey: PasskeyShown): Promise<void> {
    await this.comeIn(async () => this.enter((await ask("POST /api/passkeys/login", { body: { passkey } })).token));
  }

  /** Comes in with the ticket of a provider. `code`: of the second factor. */
  async enterByProvider(ticket: string, code: string): Promise<void> {
    this.enter((await ask("POST /api/providers/login", { body: { ticket, code } })).token);
  }

  /** A new account; a guest's account becomes it, with all that was played. */
  async register(registration: RegisterBody): Promise<void> {
    await this.comeIn(() => this.openAccount(registration));
  }

  private async openAccount(registration: RegisterBody): Promise<void> {
    const { token, room } = this.store.getState();
    const isGuest = token !== null && room?.me.guest;
    const session = await (isGuest ? rest.registerGuest(token, registration) : rest.register(registration));
    if (isGuest) keepGuest(null);
    else this.firstSteps.begin(session.account.account);
    this.enter(session.token);
    if (session.invite_result) this.viewed.notice({ kind: "sent", code: `invited_${session.invite_result}` });
  }

  /** Opens a guest account, or enters this browser's own again; then plays as wished. */
  async playAsGuest(wish: Wish, language: Language): Promise<void> {
    await this.comeIn(() => this.openGuest(wish, language));
  }

  private async openGuest(wish: Wish, language: Language): Promise<void> {
    this.link.prepare();
    this.catalogueAhead().catch(() => undefined); // then it is asked for again
    this.store.setState({ begins: wish.table !== null && !wish.call && !wish.watch });
    const session = await this.guestSession(language).catch((refusal: unknown) => {
      this.hasBegun(); // nothing has: the page at the door says why
      throw refusal;
    });
    if (guestHere()?.key !== session.key) this.firstSteps.begin(session.account.account);
    keepGuest({ key: session.key, keepDays: session.keep_days });
    this.wish = wish;
    this.enter(session.token);
  }

  /** The list of games for whoever is not in yet: asked for once, by the page at the door or a first press, and kept for
   * a minute. */
  catalogueAhead = (): Promise<Catalogue> => {
    if (this.early) return this.early;
    const asked = rest.catalogue();
    const forget = () => {
      if (this.early === asked) this.early = null;
    };
    asked.then(() => setTimeout(forget, AHEAD_MS), forget);
    return (this.early = asked);
  };

  /** One way in at a time: what is pressed while another one is answered makes no second account or session. */
  private async comeIn(way: () => Promise<void>): Promise<void> {
    if (this.comesIn) return;
    this.comesIn = true;
    try {
      await way();
    } finally {
      this.comesIn = false;
    }
  }

  private async guestSession(language: Language): Promise<GuestSession> {
    const kept = guestHere();
    try {
      return await rest.guest({ adult: true, key: kept?.key ?? null, language, terms: null });
    } catch (refusal) {
      if (!kept || !(refusal instanceof Refused) || refusal.error !== "guest_unknown") throw refusal;
      keepGuest(null);
      return this.guestSession(language);
    }
  }

  /** Once the room and the list of games are here, the wished game begins; who sits already goes on there. */
  private playWish(): void {
    const { room, catalogue } = this.store.getState();
    if (!this.wish || !room || !catalogue) return;
    const { game, table, call, watch } = this.wish;
    this.wish = null;
    if (call) return void this.calling.take(call);
    if (watch) return this.show(watch);
    const info = catalogue.find((each) => each.game === game);
    if (!info || room.seatedAt !== null) return this.hasBegun();
    if (table === null) void this.search.playPeople(game, room);
    else void this.playComputer(table, game, otherSeats(info, defaultOptions(info))).then(() => this.hasBegun());
  }

  /** The wished game is on the screen, or cannot be: the room is shown where there is none. */
  private hasBegun(): void {
    this.store.setState({ begins: false });
  }

  /** Sets another password; this session goes on. */
  async changePassword(current: string, fresh: string): Promise<void> {
    const { token } = this.store.getState();
    if (token) this.renew((await rest.changePassword(token, { current, new: fresh })).token);
  }

  /** The session goes on under another token. */
  private renew(token: string): void {
    save(SESSION_KEY, token);
    this.store.setState({ token });
    this.link.renew(token);
  }

  /** The posted version of the terms was read; returns the code of a refusal, or null. */
  async acceptTerms(version: number): Promise<string | null> {
    const { token } = this.store.getState();
    if (!token) return null;
    try {
      await rest.acceptTerms(token, version);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      return refusal.error;
    }
    this.viewed.inRoom((room) => ({ ...room, termsAccepted: version }));
    return null;
  }

  /** Erases the account; returns the receipt with which its owner can ask how far that is. */
  async erase(password: string): Promise<string> {
    const { token } = this.store.getState();
    const { receipt } = await rest.erase(token ?? "", password);
    this.link.stop();
    this.forget("account_erased");
    return receipt;
  }

  logout(): void {
    void this.leave();
  }

  /** The session ends here whether or not the server is reached; returns when it has answered, or could not. */
  private async leave(): Promise<void> {
    const { token } = this.store.getState();
    this.link.stop();
    this.forget(null);
    forgetPush().catch(() => undefined); // the server has ended it with the session
    if (token) await rest.logout(token).catch(() => undefined);
  }

  /** The browser has no network: that is said at once. */
  cut(): void {
    this.link.cut();
  }

  /** The page is seen again or awake, or the browser is online again: the connection is tried at once. */
  wake(isOnline = false): void {
    this.link.wake(isOnline);
  }

  /** The person has touched the page, which keeps a session that would end for inactivity. */
  acted(): void {
    this.link.sendIfUp({ t: "acted" });
  }

  /** The page is out of sight, with what its player owes, or is seen again. */
  hide(owed: { match: string; number: number } | null, hidden = true): void {
    this.link.sendIfUp({ t: "hidden", hidden, ...owed });
  }

  private enter(token: string): void {
    save(SESSION_KEY, token);
    if (!this.wish) setVisited();
    this.store.setState({ token, farewell: null, elsewhere: false });
    this.link.start(token);
    void this.loadCatalogue();
    void this.loadMessages(token);
  }

  /** Until they are here, the menu says nothing of messages. */
  private async loadMessages(token: string): Promise<void> {
    const isWanted = () => this.store.getState().token === token;
    const found = await untilAnswered(`messages ${token}`, () => rest.messages(token), isWanted);
    if (found && isWanted()) this.store.setState({ messages: found.messages });
  }

  /** Asked for until it comes. A game that the platform has and this page cannot show is not offered here. */
  private async loadCatalogue(isFirst = true): Promise<void> {
    try {
      const coming = this.catalogueAhead();
      this.early = null;
      const { games, stakes } = await coming;
      this.store.setState({ catalogue: games.filter(({ game }) => GAMES.includes(game)), stakes });
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      this.hasBegun(); // not yet: the room is shown meanwhile
      if (isFirst) this.viewed.notice({ kind: "refused", code: "catalogue_missing" });
      setTimeout(() => this.store.getState().token && void this.loadCatalogue(false), CATALOGUE_AGAIN_MS);
    }
  }

  /** The server has ended this connection. Who was in the room may take the session back from another tab. */
  private dismissed(error: string): void {
    const { room } = this.store.getState();
    if (error !== "session_replaced" || room === null) return this.forget(error);
    this.store.setState({ elsewhere: true, room: null, open: null, notices: [] });
  }

  /** Goes on here with the session that this browser has now; if it has ended meanwhile, the welcome page shows that. */
  takeOver(): void {
    const token = load<string | null>(SESSION_KEY, null) ?? this.store.getState().token;
    if (token) this.enter(token);
  }

  private forget(farewell: string | null): void {
    // Another tab may have a newer session: that one stays.
    if (load<string | null>(SESSION_KEY, null) === this.store.getState().token) save(SESSION_KEY, null);
    this.store.setState({
      token: null,
      farewell,
      begins: false,
      elsewhere: false,
      room: null,
      open: null,
      notices: [],
      messages: null,
      seeks: null,
      cells: null,
      visit: null,
    });
  }

  // --- the room --------------------------------------------------------------------------------------------------

  /** Opens a table. A refusal is the caller's to show, beside the form. */
  createTable(draft: TableDraft): Promise<Answer> {
    const { strength } = this.store.getState().settings;
    return this.seat({ t: "create_table", id: newId(), ...draft, ...(draft.bots?.length ? { strength } : {}) });
  }

  /** A practice table against the computer, which starts at once. */
  playComputer(name: string, game: string, bots: number[]): Promise<Answer> {
    const draft = { name, game, options: {}, stake_chips: 0, mode: "open", spectators: false, bots } as const;
    return this.withNotice(this.createTable(draft));
  }

  /** `seat` null: the first free one. */
  joinTable(table: string, seat: number | null = null): Promise<Answer> {
    return this.withNotice(this.seat({ t: "join_table", id: newId(), table, seat }));
  }

  /** Takes a seat at a house-banked table; `notice`: the notice about games of chance was read. */
  async sitDown(table: string, seat: number, notice: boolean): Promise<Answer> {
    const answer = await this.withNotice(this.seat({ t: "join_table", id: newId(), table, seat, notice }));
    if (answer.t === "done") this.viewed.inRoom((room) => ({ ...room, noticeGiven: true }));
    return answer;
  }

  leaveTable(table: string): Promise<Answer> {
    return this.withNotice(this.link.command({ t: "leave_table", id: newId(), table }));
  }

  startTable(table: string): Promise<Answer> {
    return this.withNotice(this.link.command({ t: "start_table", id: newId(), table }));
  }

  answerInvitation(invitation: string, accept: boolean): Promise<Answer> {
    return this.withNotice(this.link.command({ t: "answer_invitation", id: newId(), invitation, accept }));
  }

  /** A refusal is the caller's to show, beside what was said. */
  say(room: string, text: string): Promise<Answer> {
    return this.link.command({ t: "say", id: newId(), room, text });
  }

  write(player: string, text: string): Promise<Answer> {
    return this.link.command({ t: "write", id: newId(), player, text });
  }

  /** The messages of a friend up to this one are read. */
  readMessages(player: string, upTo: number): Promise<Answer> {
    return this.link.command({ t: "read", id: newId(), player, up_to: upTo });
  }

  /** Shows a phrase or a sign at one's own table; a refusal is shown as a notice. */
  react(table: string, reaction: string): Promise<Answer> {
    return this.withNotice(this.link.command({ t: "react", id: newId(), table, reaction }));
  }

  /** The hall's room comes next; a refusal is shown as a notice. */
  async goToHall(hall: number): Promise<void> {
    await this.withNotice(this.link.command({ t: "go_to_hall", id: newId(), hall }));
  }

  /** Gets what a full hall's list leaves out, page by page; nothing where all of it is here. */
  async loadList(list: ListName): Promise<void> {
    if (this.loading.has(list)) return;
    this.loading.add(list);
    await this.loadPages(list).finally(() => this.loading.delete(list));
  }

  private async loadPages(list: ListName): Promise<void> {
    const hall = this.store.getState().room?.hall;
    let after: string | null = "";
    while (after !== null && this.store.getState().room?.hall === hall && this.leavesOut(list)) {
      const answer: Answer = await this.link.command({ t: "list_more", id: newId(), list, after });
      if (answer.t !== "done") return; // what is not here can be asked for again
      after = (answer.data as { after: string | null }).after;
    }
    if (after === null) this.viewed.inRoom((room) => (room.hall === hall ? onWhole(room, list) : room));
  }

  private leavesOut(list: ListName): boolean {
    return (this.store.getState().room?.more[list] ?? 0) > 0;
  }

  /** Shows what was said in a room of the chat before one came. */
  showChat(chatRoom: string, lines: readonly ChatLine[]): void {
    this.viewed.inRoom((room) => onEarlier(room, chatRoom, lines));
  }

  readUp(chatRoom: string): void {
    this.viewed.inRoom((room) => readUp(room, chatRoom));
  }

  /** Creating and joining answer with the table; from then on one sits there. */
  private async seat(frame: Command): Promise<Answer> {
    const answer = await this.link.command(frame);
    const line = answer.t === "done" ? (answer.data as { table?: string } | null) : null;
    if (line?.table) this.viewed.sitAt(line.table);
    this.viewed.showStarted();
    return answer;
  }

  /** What was given at a table: after a reload, or for spectators who come later. What cannot be read now is not shown. */
  async loadGifts(table: string): Promise<void> {
    const { token } = this.store.getState();
    const found = token && (await rest.gifts(token, table).catch(() => null));
    if (found) this.store.setState(({ gifts }) => ({ gifts: withGifts(gifts, found.gifts) }));
  }

  // --- messages from the Administrator ---------------------------------------------------------------------------

  /** One was opened. What the server does not receive now it receives the next time. */
  readMessage(id: string): void {
    void this.atMessage(id, rest.readMessage);
  }

  /** A warning was understood. */
  acknowledgeMessage(id: string): void {
    void this.atMessage(id, rest.acknowledgeMessage);
  }

  private async atMessage(id: string, request: (token: string, id: string) => Promise<AdminMessage>): Promise<void> {
    const { token } = this.store.getState();
    const changed = token && (await request(token, id).catch(() => null));
    if (changed) this.store.setState(({ messages }) => ({ messages: withMessage(messages, changed) }));
  }

  // --- the table on the screen -----------------------------------------------------------------------------------

  /** An address has led to a table: it is shown if its match is on; else the room says how it stands. */
  visit(table: string): void {
    if (this.store.getState().room?.tables.get(table)?.state === "started") this.show(table);
  }

  /** Shows a started table, as its player or as a spectator. */
  show(table: string): void {
    this.viewed.show(table);
  }

  async move(move: Record<string, unknown>): Promise<void> {
    const view = this.viewed.view();
    if (!view) return;
    const { table, match, game } = view;
    const number = view.due.find((due) => due.seat === view.you)?.number ?? null;
    const id = newId();
    this.viewed.atTable((open) => onMoveSent(open, id, move));
    this.viewed.clearNotices((notice) => notice.game === game);
    const answer = await this.link.command({ t: "move", id, table, match, number, move });
    if (answer.t === "done") this.viewed.atTable((open) => onMoveDone(open, id, answer.version ?? null));
    else this.viewed.atTable((open) => onMoveRefused(open, id));
    this.noticeRefusal(answer, game);
  }

  /** Leaves a running match for good. */
  async leaveMatch(): Promise<void> {
    const view = this.viewed.view();
    if (!view) return;
    const { table, match, game } = view;
    const move = { move: "leave" };
    this.viewed.atTable((open) => ({ ...open, leaving: true }));
    await this.leaving(this.link.command({ t: "move", id: newId(), table, match, number: null, move }), game);
    const left = this.store.getState().open?.leaving !== false;
    if (left && !view.practice && !view.house) this.viewed.notice({ kind: "sent", code: "you_left" });
  }

  /** Says what to do after the end; a seed for the next match goes along where one is wanted. */
  async choose(choice: EndChoice): Promise<void> {
    const view = this.viewed.view();
    if (!view?.result) return;
    // The choice is about the match that has ended; the view's own match and commitment are the next one's already.
    const seed = choice === "communication" ? null : seedFor(view.match, view.commit);
    if (seed) this.seeded.add(view.match);
    const { table, result } = view;
    const coming = this.link.command({ t: "choose", id: newId(), table, match: result.match, choice, seed });
    if (choice === "communication" && this.viewed.hasClosed(await coming)) return this.viewed.closeTable();
    await this.leaving(coming);
  }

  /** Goes back to the room: at once, or, where the others wait for one's choice, by choosing so. */
  goBack(): void {
    const { open } = this.store.getState();
    if (!open) return;
    const view = open.view;
    const asked = !open.ended && view?.phase === "choosing" && view.you !== null;
    if (!asked || view.seats[view.you ?? 0]?.choice !== null) return this.viewed.closeTable();
    this.viewed.atTable((table) => ({ ...table, leaving: true }));
    void this.choose("communication");
  }

  /** A wish to go that was refused leaves the player where they are. */
  private async leaving(coming: Promise<Answer>, game: string | null = null): Promise<void> {
    const answer = await this.withNotice(coming, game);
    if (answer.t === "refused") this.viewed.atTable((open) => ({ ...open, leaving: false }));
  }

  /** Once per match. A refusal has no consequence: the server then uses zeros, and the proof at the end shows it. */
  private offerSeed({ table, match, commit }: TableView): void {
    if (this.seeded.has(match)) return;
    this.seeded.add(match);
    void this.link.command({ t: "seed", id: newId(), table, match, seed: seedFor(match, commit) });
  }

  // --- settings and notices --------------------------------------------------------------------------------------

  setSettings(change: Partial<Settings>): void {
    const settings = { ...this.store.getState().settings, ...change };
    saveSettings(settings);
    this.store.setState({ settings });
    if (change.language) this.keepLanguage(change.language);
  }

  /** Also saves the language at the server, for other devices; if that fails, it still holds in this browser. */
  private keepLanguage(language: Language): void {
    const { token } = this.store.getState();
    if (token) rest.changeLanguage(token, { language }).catch(() => undefined);
  }

  /** Says why something cannot be done that the page itself knows to be impossible. */
  refuse(code: string, game: string): void {
    this.viewed.notice({ kind: "refused", code, game });
  }

  /** The move chosen ahead does not fit any more. */
  premoveDropped(): void {
    this.viewed.notice({ kind: "sent", code: "premove_dropped" });
  }

  /** The player has come to the game that called, or knows of it. */
  hasCome(): void {
    this.store.setState({ called: null });
  }

  dismiss(id: string): void {
    this.viewed.clearNotices((notice) => notice.id === id);
  }

  private async withNotice(coming: Promise<Answer>, game: string | null = null): Promise<Answer> {
    return this.noticeRefusal(await coming, game);
  }

  private noticeRefusal(answer: Answer, game: string | null): Answer {
    if (answer.t === "refused" && answer.error !== "not_connected") {
      this.viewed.notice({ kind: "refused", code: answer.error, detail: answer.detail, game });
    }
    return answer;
  }
}
