import {
  serverClock,
  type CompanyFrame,
  type CompetitionNewsFrame,
  type CompetitionsFrame,
  type FriendsFrame,
  type GiftFrame,
  type PrivateMessageFrame,
  type ReactionFrame,
  type PlayersFrame,
  type SeekEndedFrame,
  type SentFrame,
  type StaffFrame,
  type TableFrame,
  type TableView,
  type ToClient,
  type UpdateFrame,
} from "kafeneio-client";
import { rememberCommit } from "../fair/memory";
import { family } from "../games/registry";
import { call } from "../parts/sounds";
import { conversationsChanged, isOpen, messageCame, messagesRead } from "../people/conversations";
import { callsChanged } from "../people/calls";
import { companiesChanged } from "../people/companies";
import { friendsChanged, isFriend } from "../people/friends";
import { withCompetitions } from "../state/competitions";
import { withGifts } from "../state/gifts";
import { REACTION_MS, withoutReaction, withReaction } from "../state/reactions";
import { withMessage } from "../state/messages";
import { missesEvents, onView } from "../state/openTable";
import {
  fromRoom,
  onChat,
  onChips,
  onCounts,
  onInvitation,
  onLines,
  onPlayers,
  onTables,
  type Room,
} from "../state/room";
import type { ViewedTable } from "./viewedTable";

/** As many of the newest lines of watched players are kept. */
const WATCHED_MAX = 500;

export interface SessionEvents {
  /** A match is asking for this seat's share of chance. */
  asked(view: TableView): void;
  /** The session has ended. */
  bye(error: string): void;
  /** The session has another token. */
  renewed(token: string): void;
}

/** What each frame of the server changes in the store. */
export class Listener {
  constructor(
    private readonly viewed: ViewedTable,
    private readonly session: SessionEvents,
  ) {}

  receive(frame: ToClient): void {
    if ("now_ms" in frame) serverClock.observe(frame.now_ms, frame.t === "room");
    switch (frame.t) {
      case "room":
        if (frame.room.token) this.session.renewed(frame.room.token);
        return this.onRoom(fromRoom(frame, this.viewed.store.getState().room));
      case "players":
        this.greet(frame);
        return this.viewed.inRoom((room) => onPlayers(room, frame));
      case "tables":
        return this.onTables(frame.gone, (room) => onTables(room, frame));
      case "counts":
        return this.viewed.inRoom((room) => onCounts(room, frame));
      case "lines":
        return this.viewed.inRoom((room) => onLines(room, frame));
      case "chat":
        return this.viewed.inRoom((room) => onChat(room, frame));
      case "private_message":
        return this.onMessage(frame);
      case "messages_read":
        return messagesRead(frame.player, frame.up_to);
      case "invitation":
        return this.viewed.inRoom((room) => onInvitation(room, frame));
      case "chips":
        return this.viewed.inRoom((room) => onChips(room, frame));
      case "message":
        return this.viewed.store.setState(({ messages }) => ({ messages: withMessage(messages, frame.message) }));
      case "competitions":
        return this.onCompetitions(frame);
      case "competition_news":
        return this.onCompetitionNews(frame);
      case "export_ready":
        return this.viewed.store.setState({ exportReady: frame.export });
      case "staff":
        return this.onStaff(frame);
      case "gift":
        return this.onGift(frame);
      case "reaction":
        return this.onReaction(frame);
      case "sent":
        return this.onSent(frame);
      case "friends":
        return this.onFriends(frame);
      case "company":
        return this.onCompany(frame);
      case "seek_ended":
        return this.onSeekEnded(frame);
      case "table":
      case "update":
        return this.onTable(frame);
      case "token":
        return this.session.renewed(frame.token);
      case "bye":
        return this.session.bye(frame.error);
      case "refused":
        return this.viewed.putOff(frame.id, frame.error) ? undefined : this.onStrayRefusal(frame.error);
      default:
        return undefined; // `beat` has done its work above; `done` answers a `watch`
    }
  }

  private onRoom(room: Room): void {
    this.viewed.store.setState({ room });
    conversationsChanged();
    const { open } = this.viewed.store.getState();
    const isGone = open !== null && room.more.tables === 0 && !room.tables.has(open.table);
    if (isGone && !open.ended) this.viewed.end();
    else this.viewed.watch();
    this.viewed.showStarted();
  }

  private onTables(gone: readonly string[], change: (room: Room) => Room): void {
    this.viewed.inRoom(change);
    const { open } = this.viewed.store.getState();
    if (open && gone.includes(open.table)) this.viewed.end();
    this.viewed.showStarted();
  }

  private onSent(frame: SentFrame): void {
    const { room, open } = this.viewed.store.getState();
    const moved = room?.seatedAt !== frame.table;
    this.viewed.sitAt(frame.table);
    conversationsChanged(); // at one table no messages are written
    if (frame.table === null && open && open.table === room?.seatedAt) this.viewed.up();
    if (frame.reason === "player_suspended") this.viewed.closeTable(); // back to the room, with the notice
    this.onCalled(frame, moved);
    if (moved && frame.reason && frame.reason !== "called")
      this.viewed.notice({ kind: "sent", code: frame.reason, name: frame.name });
    this.viewed.showStarted();
  }

  /** Something has changed between friends; what one would like to know is said. */
  private onFriends({ news = null, name = null }: FriendsFrame): void {
    friendsChanged();
    conversationsChanged();
    callsChanged();
    if (news) this.viewed.notice({ kind: "sent", code: `friend_${news}`, name });
  }

  /** A line between friends; one of a friend's that is not on the screen is announced, without its words. */
  private onMessage(frame: PrivateMessageFrame): void {
    const me = this.viewed.store.getState().room?.me.account;
    if (me === undefined) return;
    messageCame(frame, me);
    if (frame.line.account !== me && !isOpen(frame.line.account))
      this.viewed.notice({ kind: "sent", code: "message", name: frame.name });
  }

  private onCompetitions(frame: CompetitionsFrame): void {
    this.viewed.store.setState(({ competitions }) => ({ competitions: withCompetitions(competitions, frame) }));
  }

  /** Something has changed in a company; what one would like to know is said. */
  private onCompany({ news, name }: CompanyFrame): void {
    companiesChanged();
    if (news !== "changed") this.viewed.notice({ kind: "sent", code: `company_${news}`, name });
  }

  /** Friends who were not here and have come. */
  private greet({ changed }: PlayersFrame): void {
    const here = this.viewed.store.getState().room?.players;
    const come = here ? changed.filter(({ account }) => !here.has(account) && isFriend(account)) : [];
    for (const { name } of come) this.viewed.notice({ kind: "sent", code: "friend_here", name });
  }

  /** The search for a game is over; why is said where its owner would not see it by the table or the own press. */
  private onSeekEnded({ reason, error = null }: SeekEndedFrame): void {
    this.viewed.store.setState(({ seeks }) => ({ seeks: seeks && { ...seeks, seek: null } }));
    if (error) this.viewed.notice({ kind: "refused", code: error });
    else if (reason === "expired") this.viewed.notice({ kind: "sent", code: "seek_expired" });
  }

  /** A competition calls to its table, with a bell; where one is sent anywhere else no call holds any more. */
  private onCalled({ table, name, reason, come_ms }: SentFrame, moved: boolean): void {
    const calls = reason === "called" && table !== null;
    if (calls && !moved) return;
    const untilMs = come_ms === null ? null : serverClock.nowMs() + come_ms;
    this.viewed.store.setState({ called: calls ? { table, name: name ?? "", untilMs } : null });
    if (calls && this.viewed.store.getState().settings.bell) call();
  }

  private onStaff({ line }: StaffFrame): void {
    this.viewed.store.setState(({ watched, staffNews }) =>
      line ? { watched: [...watched, line].slice(-WATCHED_MAX) } : { staffNews: staffNews + 1 },
    );
  }

  /** News of a competition for oneself: said in words, and whoever shows the competition asks again. */
  private onCompetitionNews(frame: CompetitionNewsFrame): void {
    const code = frame.news === "entry_refused" || frame.news === "not_called" ? frame.error : null;
    if (code) this.viewed.notice({ kind: "refused", code });
    else this.viewed.notice({ kind: "sent", code: `competition_${frame.news}`, name: frame.name });
    this.viewed.store.setState(({ competitionNews }) => ({ competitionNews: competitionNews + 1 }));
  }

  private onGift({ gift }: GiftFrame): void {
    if (this.viewed.store.getState().open?.table !== gift.table) return;
    this.viewed.store.setState(({ gifts }) => ({ gifts: withGifts(gifts, [gift]) }));
  }

  private onReaction(frame: ReactionFrame): void {
    const { store } = this.viewed;
    store.setState(({ reactions }) => ({ reactions: withReaction(reactions, frame) }));
    setTimeout(
      () => store.setState(({ reactions }) => ({ reactions: withoutReaction(reactions, frame) })),
      REACTION_MS,
    );
  }

  private onTable(frame: TableFrame | UpdateFrame): void {
    const before = this.viewed.store.getState().open;
    const last = before?.view;
    this.viewed.atTable((open) => onView(open, frame));
    const after = this.viewed.store.getState().open;
    if (after?.catchup && !before?.catchup) this.viewed.watchHand();
    else if (after?.view) this.seekLast(after.view, before && missesEvents(before, frame) ? null : frame);
    const view = this.viewed.view();
    if (!view || view.table !== frame.view.table) return;
    if (last?.table === view.table && last.match !== view.match)
      this.viewed.clearNotices((notice) => notice.game === view.game); // refusals of the match before
    if (!view.commit) return; // no match has been asked for yet
    rememberCommit(view.match, view.commit);
    if ((view.phase === "asking" || view.wants_seeds) && view.you !== null) this.session.asked(view);
  }

  /** The board may mark the last move by its event: a page that opens in the middle of a match (no frame before) asks
   * for it. */
  private seekLast({ game, phase }: TableView, frame: TableFrame | UpdateFrame | null): void {
    const found = family(game);
    const move = phase === "playing" ? found?.marksLast : undefined;
    if (!move) return;
    if (frame === null) this.viewed.watchRecent();
    else this.viewed.lookFurther(frame, found?.listsSince ?? [move]);
  }

  /** A refusal that answers no command in the outbox: a `watch`, or a frame that could not be read. */
  private onStrayRefusal(error: string): void {
    const { open } = this.viewed.store.getState();
    if (open && open.view === null) this.viewed.store.setState({ open: null });
    else if (open && !open.ended && error === "table_unknown") this.viewed.end(); // looked at before a cut, and over since
    this.viewed.notice({ kind: "refused", code: error });
  }
}
