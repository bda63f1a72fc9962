/* Made from schema/ by `npm run types`. Do not edit. */

export type Frame = FromClient | ToClient;
export type FromClient =
  | Hello
  | Beat
  | Acted
  | MoveFrame
  | SeedFrame
  | ChooseFrame
  | WatchFrame
  | UnwatchFrame
  | CreateTableFrame
  | JoinTableFrame
  | LeaveTableFrame
  | StartTableFrame
  | AnswerInvitationFrame
  | SayFrame
  | GoToHallFrame
  | ListMoreFrame
  | LegalMovesFrame;
export type ToClient =
  | RoomFrame
  | BeatFrame
  | DoneFrame
  | RefusedFrame
  | PlayersFrame
  | TablesFrame
  | LinesFrame
  | ChatFrame
  | InvitationFrame
  | SentFrame
  | SeekEndedFrame
  | FriendsFrame
  | CompetitionsFrame
  | CompetitionNewsFrame
  | ChipsFrame
  | MessageFrame
  | GiftFrame
  | TokenFrame
  | ExportReadyFrame
  | StaffFrame
  | ByeFrame
  | TableFrame
  | UpdateFrame
  | LegalMoves;

export interface Wire {
  frame: Frame;
  rest: Rest;
  refusal: RefusalBody;
}
/**
 * The first frame: who is here. Answered with `room` or by closing.
 */
export interface Hello {
  t: "hello";
  token: string;
  protocol: number;
}
/**
 * Alive; answered with `beat`.
 */
export interface Beat {
  t: "beat";
}
/**
 * The person has used the client otherwise than by a command: has pressed a key, scrolled, opened a page. It resets
 *     the timer of inactivity; more than one in half a minute is of no use. Not answered.
 */
export interface Acted {
  t: "acted";
}
/**
 * A move; `number` is the decision it answers, null for an optional move.
 */
export interface MoveFrame {
  t: "move";
  id: string;
  table: string;
  match: string;
  number?: number | null;
  move: {
    [k: string]: unknown;
  };
}
/**
 * The client's share of chance (32 lower-case hex digits) for a match whose commitment it has seen.
 */
export interface SeedFrame {
  t: "seed";
  id: string;
  table: string;
  match: string;
  seed: string;
}
/**
 * What to do after the end; `seed` is for the next match, whose commitment came with the end.
 */
export interface ChooseFrame {
  t: "choose";
  id: string;
  table: string;
  match: string;
  choice: "communication" | "rematch" | "rotate";
  seed?: string | null;
}
/**
 * Show a table from now on. `version`: what the client has of it, −1 for nothing.
 */
export interface WatchFrame {
  t: "watch";
  id: string;
  table: string;
  version?: number;
}
/**
 * Stop showing a table.
 */
export interface UnwatchFrame {
  t: "unwatch";
  id: string;
  table: string;
}
/**
 * Open a table; see `lobby.CreateTable`.
 */
export interface CreateTableFrame {
  t: "create_table";
  id: string;
  name: string;
  game: string;
  options?: {
    [k: string]: unknown;
  };
  stake_chips?: number;
  mode?: "invite" | "open";
  spectators?: boolean;
  invite?: {
    [k: string]: string;
  };
  bots?: number[];
  timed?: boolean;
  strength?: "easy" | "medium" | "strong";
}
/**
 * Take a seat. `notice`: the notice before house-banked games has been acknowledged.
 */
export interface JoinTableFrame {
  t: "join_table";
  id: string;
  table: string;
  seat?: number | null;
  notice?: boolean;
}
/**
 * Get up before the start. In a match, leaving is a move.
 */
export interface LeaveTableFrame {
  t: "leave_table";
  id: string;
  table: string;
}
/**
 * The organizer starts.
 */
export interface StartTableFrame {
  t: "start_table";
  id: string;
  table: string;
}
/**
 * Accept or reject.
 */
export interface AnswerInvitationFrame {
  t: "answer_invitation";
  id: string;
  invitation: string;
  accept: boolean;
}
/**
 * Chat.
 */
export interface SayFrame {
  t: "say";
  id: string;
  room: string;
  text: string;
}
/**
 * Go to another hall of the room; `room` comes again. `hall`: its number.
 */
export interface GoToHallFrame {
  t: "go_to_hall";
  id: string;
  hall: number;
}
/**
 * Ask for lines of the hall that `room` has left out. Answered with `lines`, then with `done`, whose `data.after`
 *     is what to ask with next; null at the end.
 */
export interface ListMoreFrame {
  t: "list_more";
  id: string;
  list: "players" | "tables";
  after?: string;
}
/**
 * Ask for the moves that the player's own seat may make now. Answered with the `legal_moves` of the same id.
 */
export interface LegalMovesFrame {
  t: "legal_moves";
  id: string;
  table: string;
}
/**
 * The answer to `hello`, and the whole room again after a cut.
 */
export interface RoomFrame {
  t: "room";
  now_ms: number;
  beat_s: number;
  chips: number;
  chips_seq: number;
  elo: number;
  room: Room;
  players_more: number;
  tables_more: number;
}
/**
 * All that a client needs when it comes in.
 */
export interface Room {
  me: Account;
  players: PlayerLine[];
  tables: TableLine[];
  chat: ChatLine[];
  invitations: Invitation[];
  table: string | null;
  may_bank: boolean;
  house_age: number;
  notice_given: boolean;
  token: string | null;
  terms: number;
  terms_accepted: number | null;
  hall: number;
  halls: HallLine[];
  halls_total: number;
  players_total: number;
  session: string;
}
/**
 * An account as its owner sees it.
 */
export interface Account {
  account: string;
  name: string;
  language: "el" | "en" | "es";
  created_at_ms: number;
  second_factor: boolean;
  staff_session_over: boolean;
  guest: boolean;
  home: string | null;
}
/**
 * One line of the players list; `group` and `login_at_ms`, then the case-folded name, order it.
 */
export interface PlayerLine {
  account: string;
  name: string;
  status: "absent" | "invited" | "online" | "playing" | "returning" | "waiting";
  group: number;
  login_at_ms: number;
  elo: number;
  table: string | null;
  yellow_cards: number;
  blue_cards: number;
  photo: string | null;
  avatar: string | null;
  quintile: number | null;
}
/**
 * One table of the list.
 */
export interface TableLine {
  table: string;
  name: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  mode: "invite" | "open";
  spectators: boolean;
  practice: boolean;
  state: "filling" | "ready" | "started";
  organizer: string;
  seats: SeatLine[];
  created_at_ms: number;
  house: boolean;
  competition: string | null;
  hall: number | null;
}
/**
 * A seat as the tables list shows it; `name` None: free.
 */
export interface SeatLine {
  seat: number;
  name: string | null;
  account: string | null;
  bot: boolean;
  invited: boolean;
}
/**
 * A message as it is shown: plain text, cleaned.
 */
export interface ChatLine {
  id: number;
  room: string;
  account: string;
  name: string;
  text: string;
  at_ms: number;
}
/**
 * An unanswered invitation; it is valid up to and including `expires_at_ms`.
 */
export interface Invitation {
  invitation: string;
  table: string;
  seat: number;
  by: string;
  name: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  expires_at_ms: number;
}
/**
 * A hall that is open, and how many players are in it.
 */
export interface HallLine {
  hall: number;
  players: number;
}
/**
 * The answer to a beat.
 */
export interface BeatFrame {
  t: "beat";
  now_ms: number;
}
/**
 * A command was carried out; for a table's commands, in its journal as `version`.
 */
export interface DoneFrame {
  t: "done";
  id: string;
  version?: number | null;
  data?: unknown;
}
/**
 * A command changed nothing; `error` is a documented code. `id` is missing where none could be read.
 */
export interface RefusedFrame {
  t: "refused";
  error: string;
  id?: string | null;
  detail?: unknown;
}
/**
 * Lines of the players list that changed, and accounts that are gone.
 */
export interface PlayersFrame {
  t: "players";
  changed: PlayerLine[];
  gone: string[];
}
/**
 * Tables that changed, and tables that are gone.
 */
export interface TablesFrame {
  t: "tables";
  changed: TableLine[];
  gone: string[];
}
/**
 * Lines of the hall's lists that the reader asked for (`list_more`). They are nothing new: lines of people and
 *     tables that may have been there for long.
 */
export interface LinesFrame {
  t: "lines";
  players: PlayerLine[];
  tables: TableLine[];
}
/**
 * A new chat line.
 */
export interface ChatFrame {
  t: "chat";
  line: ChatLine;
}
/**
 * An invitation for you; `open` false: it is not valid any more.
 */
export interface InvitationFrame {
  t: "invitation";
  invitation: Invitation;
  open: boolean;
}
/**
 * You have been seated (`table`) or sent back to the lobby (null); `reason` is a code, `name` who caused it.
 *     `matched`: your search has found a game, which begins at that table. `called`: a game of a competition begins at
 *     that table, `name` is the competition's, and who has not come after `come_ms` counts as having left.
 */
export interface SentFrame {
  t: "sent";
  table: string | null;
  reason: string;
  name: string | null;
  come_ms: number | null;
}
/**
 * Your search for a game is over: `matched` (a `sent` with the table comes too), `expired`, `cancelled`, `seated`
 *     (you sit at another table), `away`, `refused` (`error` says why you cannot play).
 */
export interface SeekEndedFrame {
  t: "seek_ended";
  reason: string;
  error?: string | null;
}
/**
 * Your friends or requests have changed (`GET /api/me/friends`). `news`: `asked` or `accepted`, by `name`; without
 *     it there is nothing to say.
 */
export interface FriendsFrame {
  t: "friends";
  news?: string | null;
  name?: string | null;
}
/**
 * Competitions as they are now; of two lines of one id the one with the greater `seq` counts.
 */
export interface CompetitionsFrame {
  t: "competitions";
  changed: Competition[];
}
/**
 * One competition as players see it. Of two with the same id the one with the greater `seq` is how it is.
 */
export interface Competition {
  id: string;
  name: string;
  game: string;
  state: string;
  opens_at_ms: number;
  starts_at_ms: number;
  ends_at_ms: number;
  price_chips: number;
  players: number;
  kind: string;
  entrants: number;
  entries: number;
  games_running: number;
  games_counted: number;
  waiting: number;
  prize_mode: string;
  pool_chips: number;
  first_prize_chips: number;
  seq: number;
}
/**
 * Something in a competition that is about the reader. `news`: `entered`, `entry_refused` (`error`: why),
 *     `refunded`, `not_called` (a game could not begin: `error` says why, the place in the line is kept where the reader
 *     was there), `disqualified`, `closing` (the reader waited; no more games begin), `settled`, `cancelled`.
 */
export interface CompetitionNewsFrame {
  t: "competition_news";
  competition: string;
  name: string;
  news: string;
  error: string | null;
}
/**
 * Your chips now. One with a smaller `seq` than the last is out of date.
 */
export interface ChipsFrame {
  t: "chips";
  chips: number;
  seq: number;
}
/**
 * The Administrator has written to you.
 */
export interface MessageFrame {
  t: "message";
  message: AdminMessage;
}
/**
 * A message as one account has it; `to` None: it went to everybody. Warnings are to be acknowledged.
 */
export interface AdminMessage {
  id: string;
  to: string | null;
  kind: "decision" | "notice" | "warning";
  subject: string;
  body: string;
  created_at_ms: number;
  read_at_ms: number | null;
  ack_at_ms: number | null;
  code: string | null;
  params: {
    [k: string]: string | number;
  };
}
/**
 * Somebody at your table was given something; shown at the seat until the match ends.
 */
export interface GiftFrame {
  t: "gift";
  gift: Gift;
}
/**
 * An item that was given at a table.
 */
export interface Gift {
  gift: string;
  table: string;
  item: string;
  from_seat: number;
  to_seat: number;
  giver: string;
  receiver: string;
  at_ms: number;
  match: string;
}
/**
 * A new token of your session, to be used from now on: the one you have holds for a moment more.
 */
export interface TokenFrame {
  t: "token";
  token: string;
}
/**
 * All services have answered: the export of your data can be downloaded.
 */
export interface ExportReadyFrame {
  t: "export_ready";
  export: string;
}
/**
 * A notice for staff: a chat line of a watched player (`line`), or a new report, appeal or case (`data`).
 */
export interface StaffFrame {
  t: "staff";
  news: "appeal" | "case" | "line" | "report";
  line: ChatLine | null;
  data: {
    [k: string]: unknown;
  };
}
/**
 * The last frame: the socket closes because of `error`.
 */
export interface ByeFrame {
  t: "bye";
  error: string;
}
/**
 * A table as a whole, at `version`.
 */
export interface TableFrame {
  t: "table";
  version: number;
  now_ms: number;
  view: TableView;
}
/**
 * A table for one viewer. `game_view` is the game's own view and is null before the first chance is drawn.
 */
export interface TableView {
  table: string;
  name: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  practice: boolean;
  untimed: boolean;
  strength: "easy" | "medium" | "strong";
  spectators: boolean;
  organizer: number;
  you: number | null;
  phase: "asking" | "choosing" | "closed" | "over" | "playing" | "stopped";
  paused: boolean;
  number: number;
  match: string;
  commit: string;
  deal_key: string | null;
  hand_version: number;
  seats: SeatView[];
  due: DueView[];
  may: number[];
  choices: ("communication" | "rematch" | "rotate")[];
  choose_ms_left: number | null;
  spectator_count: number;
  result: ResultView | null;
  game_view: unknown;
  competition: string | null;
  house: boolean;
  wants_seeds: boolean;
  window_ms_left: number | null;
  banking: boolean;
  last_shoe: ShoeView | null;
  catchup_ms_left: number;
}
/**
 * A seat's plate.
 */
export interface SeatView {
  name: string;
  account: string | null;
  bot: boolean;
  connected: boolean;
  elo: number | null;
  timeouts: number;
  left: boolean;
  away_ms_left: number | null;
  choice: ("communication" | "rematch" | "rotate") | null;
  free: boolean;
}
/**
 * A decision owed. `ms_left` and `limit_ms` are null for viewers who may not see the clock.
 */
export interface DueView {
  seat: number;
  number: number;
  elapsed_ms: number;
  limit_ms: number | null;
  ms_left: number | null;
}
/**
 * The result of the last match, and the proof of its chance: anybody can compute every draw again.
 */
export interface ResultView {
  match: string;
  outcome: string;
  reason: string;
  winners: number[];
  points: number[];
  recorded: boolean;
  rake_chips: number | null;
  seats: SeatResult[];
  commit: string;
  root: string;
  seeds: string[];
  unrated: string;
}
/**
 * The result of a seat; chips and rating follow when wallet and ranking have answered.
 */
export interface SeatResult {
  place: number | null;
  payout_chips: number | null;
  net_chips: number | null;
  elo: number | null;
  elo_delta: number | null;
  label: string | null;
}
/**
 * A shoe that is done, and what proves its chance: its commitment was shown before its first card.
 */
export interface ShoeView {
  match: string;
  number: number;
  commit: string;
  root: string;
  seeds: string[];
}
/**
 * What happened at a table up to `version` (no events: only connections, chips or ratings changed).
 *
 *     `done`: ids of commands of this connection that are thereby carried out; no `done` frame follows for them.
 */
export interface UpdateFrame {
  t: "update";
  version: number;
  now_ms: number;
  done: string[];
  events: EventView[];
  view: TableView;
}
/**
 * One event of a table. A viewer who may not see it gets the version alone.
 *
 *     The events of games, with kind and data, are described by `/api/games/{game}/schema`.
 */
export interface EventView {
  version: number;
  kind: string | null;
  data: {
    [k: string]: unknown;
  } | null;
}
/**
 * The answer to a `legal_moves`: what the sender's seat may do at that version of the table.
 */
export interface LegalMoves {
  t: "legal_moves";
  id: string;
  version: number;
  match: string;
  number: number | null;
  moves: {
    [k: string]: unknown;
  }[];
  more: boolean;
}
export interface Rest {
  "DELETE /api/academy/branches/{branch}": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/care/exclusion": {
    answer: CareCard;
    session: true;
  };
  "DELETE /api/competitions/{competition}/entries": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/competitions/{competition}/waiting": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/blocks/{player}": {
    answer: Blocks;
    session: true;
  };
  "DELETE /api/me/friends/{player}": {
    answer: Friends;
    session: true;
  };
  "DELETE /api/me/photo": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/seek": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/sessions": {
    answer: unknown;
    session: true;
  };
  "GET /api/academy/branches": {
    answer: Branches;
    query: ListBranchesQuery;
    session: true;
  };
  "GET /api/boards": {
    answer: Boards;
    session: true;
  };
  "GET /api/boards/{board}": {
    answer: Board;
    query: GetBoardQuery;
    session: true;
  };
  "GET /api/boards/{board}/periods": {
    answer: BoardPeriods;
    query: ListPastPeriodsQuery;
    session: true;
  };
  "GET /api/care": {
    answer: CareCard;
    session: true;
  };
  "GET /api/catalogue": {
    answer: Catalogue;
  };
  "GET /api/cells": {
    answer: Cells;
    session: true;
  };
  "GET /api/classification": {
    answer: Classifications;
    query: GetClassificationQuery;
    session: true;
  };
  "GET /api/competitions": {
    answer: Competitions;
    session: true;
  };
  "GET /api/competitions/{competition}": {
    answer: CompetitionCard;
    session: true;
  };
  "GET /api/competitions/{competition}/games": {
    answer: Games;
    query: ListGamesQuery;
    session: true;
  };
  "GET /api/competitions/{competition}/standings": {
    answer: CompetitionStandings;
    query: GetStandingsQuery;
    session: true;
  };
  "GET /api/counts": {
    answer: Counts;
  };
  "GET /api/erasures/{receipt}": {
    answer: Erasure;
  };
  "GET /api/gallery": {
    answer: Gifts;
    session: true;
  };
  "GET /api/games/{game}/schema": {
    answer: GameSchema;
  };
  "GET /api/invites": {
    answer: InviteCard;
    query: GetInviteCardQuery;
    session: true;
  };
  "GET /api/lotteries": {
    answer: Lotteries;
    session: true;
  };
  "GET /api/matches/{match}": {
    answer: MatchRecord;
    session: true;
  };
  "GET /api/me": {
    answer: Me;
    session: true;
  };
  "GET /api/me/access": {
    answer: Access;
    session: true;
  };
  "GET /api/me/blocks": {
    answer: Blocks;
    session: true;
  };
  "GET /api/me/conduct": {
    answer: Conduct;
    session: true;
  };
  "GET /api/me/export": {
    answer: Export | null;
    session: true;
  };
  "GET /api/me/export/file": {
    answer: ExportFile;
    session: true;
  };
  "GET /api/me/friends": {
    answer: Friends;
    session: true;
  };
  "GET /api/me/reports": {
    answer: Receipts;
    session: true;
  };
  "GET /api/me/seek": {
    answer: Seeks;
    session: true;
  };
  "GET /api/me/statistics": {
    answer: Statistics;
    session: true;
  };
  "GET /api/me/statistics/matches": {
    answer: PlayerStatistics;
    query: GetStatisticsQuery;
    session: true;
  };
  "GET /api/me/statistics/matches/{match}": {
    answer: MatchHands;
    session: true;
  };
  "GET /api/messages": {
    answer: AdminMessages;
    session: true;
  };
  "GET /api/operator/boards": {
    answer: Definitions;
    session: true;
  };
  "GET /api/operator/competitions": {
    answer: PlanCards;
    query: ListPlansQuery;
    session: true;
  };
  "GET /api/operator/competitions/{competition}": {
    answer: PlanCard;
    session: true;
  };
  "GET /api/operator/competitions/{competition}/audit": {
    answer: Audit;
    session: true;
  };
  "GET /api/operator/competitions/{competition}/entrants": {
    answer: Entrants;
    query: ListEntrantsQuery;
    session: true;
  };
  "GET /api/operator/orders": {
    answer: Orders;
    session: true;
  };
  "GET /api/operator/settings": {
    answer: Settings;
    session: true;
  };
  "GET /api/operator/templates": {
    answer: Templates;
    session: true;
  };
  "GET /api/players": {
    answer: Players;
    session: true;
  };
  "GET /api/players/{player}/standings": {
    answer: Standings;
    session: true;
  };
  "GET /api/players/{player}/statistics": {
    answer: PlayerStatistics;
    query: GetStatisticsQuery;
    session: true;
  };
  "GET /api/recordings": {
    answer: Recordings;
    query: ListRecordingsQuery;
    session: true;
  };
  "GET /api/recordings/{match}": {
    answer: Recording;
    session: true;
  };
  "GET /api/recordings/{match}/replay": {
    answer: Replay;
    query: ReplayHandQuery;
    session: true;
  };
  "GET /api/shop": {
    answer: Shop;
    session: true;
  };
  "GET /api/shop/payments": {
    answer: Payments;
    query: ListPaymentsQuery;
    session: true;
  };
  "GET /api/staff/appeals": {
    answer: Appeals;
    query: ListAppealsQuery;
    session: true;
  };
  "GET /api/staff/audit": {
    answer: AuditPage;
    query: ListAuditEntriesQuery;
    session: true;
  };
  "GET /api/staff/audit/check": {
    answer: AuditCheck;
    session: true;
  };
  "GET /api/staff/cases": {
    answer: Cases;
    session: true;
  };
  "GET /api/staff/matches/{match}/journal": {
    answer: Journal;
    session: true;
  };
  "GET /api/staff/names": {
    answer: Names;
    query: NamesQuery;
    session: true;
  };
  "GET /api/staff/players/{player}": {
    answer: PlayerFile;
    session: true;
  };
  "GET /api/staff/players/{player}/chat": {
    answer: ChatPage;
    query: ListChatQuery;
    session: true;
  };
  "GET /api/staff/players/{player}/matches": {
    answer: Recordings;
    session: true;
  };
  "GET /api/staff/players/{player}/money": {
    answer: TransferPage;
    session: true;
  };
  "GET /api/staff/reports": {
    answer: Reports;
    query: ListReportsQuery;
    session: true;
  };
  "GET /api/staff/roles": {
    answer: Holders;
    session: true;
  };
  "GET /api/tables": {
    answer: Tables;
    session: true;
  };
  "GET /api/tables/{table}": {
    answer: TableLine;
    session: true;
  };
  "GET /api/tables/{table}/gifts": {
    answer: Gifts;
    query: ListGiftsQuery;
    session: true;
  };
  "GET /api/terms": {
    answer: Terms;
  };
  "GET /api/tickets": {
    answer: Tickets;
    query: ListTicketsQuery;
    session: true;
  };
  "GET /api/wallet/transfers": {
    answer: TransferPage;
    query: ListTransfersQuery;
    session: true;
  };
  "POST /api/academy/branches": {
    answer: Branch;
    body: BranchBody;
    session: true;
  };
  "POST /api/academy/study": {
    answer: Study;
    body: StudyBody;
    session: true;
  };
  "POST /api/appeals": {
    answer: AppealReceipt;
    body: AppealBody;
  };
  "POST /api/care/acknowledged": {
    answer: CareCard;
    body: AcknowledgeBody;
    session: true;
  };
  "POST /api/care/exclusion": {
    answer: CareCard;
    body: ExclusionBody;
    session: true;
  };
  "POST /api/cells/{cell}/pass": {
    answer: CellPass;
    session: true;
  };
  "POST /api/competitions/{competition}/entries": {
    answer: CompetitionEntry;
    body: EntryBody;
    session: true;
  };
  "POST /api/competitions/{competition}/waiting": {
    answer: Waiting;
    session: true;
  };
  "POST /api/email/confirm": {
    answer: unknown;
    body: LinkBody;
  };
  "POST /api/guest": {
    answer: GuestSession;
    body: GuestBody;
  };
  "POST /api/login": {
    answer: Session;
    body: LoginBody;
  };
  "POST /api/logout": {
    answer: unknown;
    session: true;
  };
  "POST /api/lotteries/{lottery}/tickets": {
    answer: Ticket;
    session: true;
  };
  "POST /api/me/blocks": {
    answer: Blocks;
    body: BlockBody;
    session: true;
  };
  "POST /api/me/email": {
    answer: MailSent;
    body: EmailBody;
    session: true;
  };
  "POST /api/me/email/confirmation": {
    answer: MailSent;
    session: true;
  };
  "POST /api/me/erasure": {
    answer: Erasure;
    body: ErasureBody;
    session: true;
  };
  "POST /api/me/export": {
    answer: Export;
    session: true;
  };
  "POST /api/me/friends": {
    answer: Friends;
    body: FriendBody;
    session: true;
  };
  "POST /api/me/language": {
    answer: Account;
    body: LanguageBody;
    session: true;
  };
  "POST /api/me/password": {
    answer: Token;
    body: PasswordBody;
    session: true;
  };
  "POST /api/me/register": {
    answer: Session;
    body: RegisterBody;
    session: true;
  };
  "POST /api/me/second-factor": {
    answer: FactorKey;
    body: FactorBody;
    session: true;
  };
  "POST /api/me/second-factor/confirm": {
    answer: RecoveryCodes;
    body: CodeBody;
    session: true;
  };
  "POST /api/me/second-factor/end": {
    answer: unknown;
    body: CodeBody;
    session: true;
  };
  "POST /api/me/terms": {
    answer: unknown;
    body: TermsBody;
    session: true;
  };
  "POST /api/me/token": {
    answer: Token;
    session: true;
  };
  "POST /api/messages": {
    answer: AdminMessage;
    body: MessageBody;
    session: true;
  };
  "POST /api/messages/{message}/acknowledge": {
    answer: AdminMessage;
    session: true;
  };
  "POST /api/messages/{message}/read": {
    answer: AdminMessage;
    session: true;
  };
  "POST /api/moderation/mutes": {
    answer: Mute;
    body: MuteBody;
    session: true;
  };
  "POST /api/operator/competitions/{competition}/cancel": {
    answer: PlanCard;
    body: CancellationBody;
    session: true;
  };
  "POST /api/operator/competitions/{competition}/disqualifications": {
    answer: unknown;
    body: DisqualificationBody;
    session: true;
  };
  "POST /api/operator/competitions/{competition}/games/{table}/corrections": {
    answer: unknown;
    body: CorrectionBody;
    session: true;
  };
  "POST /api/operator/competitions/{competition}/publish": {
    answer: PlanCard;
    body: PublicationBody;
    session: true;
  };
  "POST /api/operator/orders": {
    answer: Order;
    body: OrderBody;
    session: true;
  };
  "POST /api/password/forgotten": {
    answer: MailSent;
    body: ForgottenBody;
  };
  "POST /api/password/reset": {
    answer: unknown;
    body: ResetBody;
  };
  "POST /api/register": {
    answer: Session;
    body: RegisterBody;
  };
  "POST /api/reports": {
    answer: Receipt;
    body: ReportBody;
    session: true;
  };
  "POST /api/shop/avatars": {
    answer: Wardrobe;
    body: AvatarBody;
    session: true;
  };
  "POST /api/shop/debt": {
    answer: Debt;
    session: true;
  };
  "POST /api/shop/payments": {
    answer: Payment;
    body: PaymentBody;
    session: true;
  };
  "POST /api/shop/payments/{payment}/confirm": {
    answer: Payment;
    session: true;
  };
  "POST /api/staff/appeals/{appeal}/ruling": {
    answer: Appeal;
    body: RulingBody;
    session: true;
  };
  "POST /api/staff/blocks": {
    answer: KeptBlock;
    body: SanctionBody;
    session: true;
  };
  "POST /api/staff/blocks/{player}/lift": {
    answer: unknown;
    body: UnblockBody;
    session: true;
  };
  "POST /api/staff/cards": {
    answer: KeptSuspension;
    body: SanctionBody;
    session: true;
  };
  "POST /api/staff/cards/{card}/revoke": {
    answer: Card;
    body: RevokeCardBody;
    session: true;
  };
  "POST /api/staff/cases/{case}/close": {
    answer: Case;
    body: CloseCaseBody;
    session: true;
  };
  "POST /api/staff/reports/{report}/decision": {
    answer: Report;
    body: DecisionBody;
    session: true;
  };
  "POST /api/staff/roles": {
    answer: Holder;
    body: RoleBody;
    session: true;
  };
  "POST /api/staff/suspensions/{suspension}/lift": {
    answer: KeptSuspension;
    body: LiftSuspensionBody;
    session: true;
  };
  "POST /api/tables/{table}/gifts": {
    answer: Gift;
    body: GiftBody;
    session: true;
  };
  "POST /api/tickets/{ticket}/draw": {
    answer: Drawn;
    body: DrawBody;
    session: true;
  };
  "POST /api/visit": {
    answer: Session;
    body: VisitBody;
  };
  "PUT /api/care/limits": {
    answer: CareCard;
    body: LimitBody;
    session: true;
  };
  "PUT /api/me/friends/{player}": {
    answer: Friends;
    body: FriendAnswerBody;
    session: true;
  };
  "PUT /api/me/photo": {
    answer: Photo;
    session: true;
  };
  "PUT /api/me/seek": {
    answer: Seeks;
    body: SeekBody;
    session: true;
  };
  "PUT /api/operator/competitions/{competition}": {
    answer: PlanCard;
    body: PlanBody;
    session: true;
  };
  "PUT /api/operator/templates/{template}": {
    answer: Template;
    body: TemplateBody;
    session: true;
  };
  "PUT /api/shop/avatars": {
    answer: Wardrobe;
    body: WearBody;
    session: true;
  };
}
/**
 * The state of an account: its limits, its exclusion, the length of its session, and what it must acknowledge.
 */
export interface CareCard {
  limits: LimitLine[];
  excluded_from_ms: number | null;
  excluded_until_ms: number | null;
  login_at_ms: number | null;
  check_due: boolean;
  played_ms: number;
  net_chips: number;
  notice_seen: boolean;
  reality_check_minutes: number;
  helpline: string;
  limits_asked: boolean;
}
/**
 * A limit that the player has set: cents, chips or minutes. `pending` counts from `pending_at_ms` on (null value:
 *     none).
 *
 *     `used`: how much of it is used in its window.
 */
export interface LimitLine {
  name:
    "deposit_day" | "deposit_month" | "deposit_week" | "loss_day" | "loss_month" | "loss_week" | "session" | "stake";
  value: number | null;
  pending: number | null;
  pending_at_ms: number | null;
  used: number;
}
/**
 * One's list, newest first, and how many fit.
 */
export interface Blocks {
  players: Blocked[];
  most: number;
}
/**
 * A player on the account's list.
 */
export interface Blocked {
  account: string;
  name: string;
  at_ms: number;
}
/**
 * One's list; each part by name. `most`: how many friends and own requests fit.
 */
export interface Friends {
  friends: Friend[];
  asking: Friend[];
  asked: Friend[];
  most: number;
}
/**
 * A player on the account's list. The players list shows where they are; a player who is not in it is absent.
 */
export interface Friend {
  account: string;
  name: string;
  at_ms: number;
  photo: string | null;
  avatar: string | null;
}
/**
 * All branches of a player, newest first, and how many may be kept.
 */
export interface Branches {
  branches: Branch[];
  limit: number;
}
/**
 * A saved study, with its match: the game, the time of its end, the players.
 */
export interface Branch {
  branch: string;
  match: string;
  game: string;
  ended_at_ms: number;
  players: string[];
  hand: number;
  position: number;
  steps: (MoveStep | DiceStep | WaitStep)[];
  saved_at_ms: number;
}
/**
 * A seat's move, as the game reads it.
 */
export interface MoveStep {
  do: "move";
  seat: number;
  move: {
    [k: string]: unknown;
  };
}
/**
 * Dice set by hand, in place of the next roll.
 */
export interface DiceStep {
  do: "dice";
  /**
   * @minItems 1
   * @maxItems 8
   */
  values:
    | [number]
    | [number, number]
    | [number, number, number]
    | [number, number, number, number]
    | [number, number, number, number, number]
    | [number, number, number, number, number, number]
    | [number, number, number, number, number, number, number]
    | [number, number, number, number, number, number, number, number];
}
/**
 * Let a pause pass in which a player could have acted.
 */
export interface WaitStep {
  do: "wait";
}
/**
 * What a player has kept, of one match or of all.
 */
export interface ListBranchesQuery {
  match?: string | null;
}
/**
 * The boards with their running periods, the boards of all games first.
 */
export interface Boards {
  boards: BoardPeriod[];
}
/**
 * One period of a board, from `starts_at_ms` to just before `ends_at_ms`; `prizes_chips` by eligible place.
 */
export interface BoardPeriod {
  board: string;
  period: string;
  repeat: "monthly" | "own" | "weekly";
  games: string[] | null;
  starts_at_ms: number;
  ends_at_ms: number;
  state: "closing" | "open" | "paid";
  min_games: number;
  prizes_chips: number[];
  players: number;
}
/**
 * Part of a board in the order of places; `own`: the asker's row, None without a counted match.
 */
export interface Board {
  period: BoardPeriod;
  rows: BoardRow[];
  own: BoardRow | null;
}
/**
 * A player's place. `wins`: full wins alone. `prize_chips`: what the place has won, once the period is closed.
 */
export interface BoardRow {
  place: number;
  account: string;
  name: string;
  rating: number;
  wins: number;
  matches: number;
  last_end_ms: number;
  prize_chips: number | null;
  prize_state: ("ordered" | "paid" | "refused" | "review") | null;
}
/**
 * Places of a board from `place` on, or, with `around`, those around the asker.
 *
 *     `period` None: the running one, else the newest. A player without a row has no neighbours: `around` then answers
 *     the first places.
 */
export interface GetBoardQuery {
  period?: string | null;
  place?: number;
  limit?: number;
  around?: boolean;
}
/**
 * Periods of a board, newest first, each with its winners: the rows that won a prize, at most three.
 */
export interface BoardPeriods {
  periods: BoardPeriod[];
  winners: {
    [k: string]: BoardRow[];
  };
}
/**
 * The periods of a board that are over, newest first; `before_ms`: those that started earlier.
 */
export interface ListPastPeriodsQuery {
  before_ms?: number | null;
  limit?: number;
}
/**
 * The games, and the limits of stakes.
 */
export interface Catalogue {
  games: GameInfo[];
  stakes: StakeRules | null;
}
/**
 * A game as lobby and clients know it.
 */
export interface GameInfo {
  game: string;
  seats: number[];
  options: {
    [k: string]: unknown[];
  };
  sides: number[][];
  clock_policy: string;
  return_policy: string;
  leave_policy: string;
  house_banked: boolean;
  rules: number;
  max_timeouts: number | null;
}
/**
 * The operator's settings of stakes (services/wallet/RULES.md §3, §4).
 */
export interface StakeRules {
  min_chips: number;
  max_chips: number;
  friendly_games: string[];
  rake_steps: RakeStep[];
  helpline: string;
  regulator: string;
}
/**
 * From this stake on the platform keeps this rate of a lost stake, in basis points.
 */
export interface RakeStep {
  from_chips: number;
  rate_bps: number;
}
/**
 * The cells that players of this one may visit, by name.
 */
export interface Cells {
  cells: Cell[];
}
/**
 * Another cell: its id, its name for players, and the address of its site (`https://host`, no slash at the end).
 */
export interface Cell {
  cell: string;
  name: string;
  address: string;
}
/**
 * The classification from some place on. `bounds`: the least PR of quintiles 1 … 4, None where a quintile is
 *     empty and so is every better one; `players`: the population.
 */
export interface Classifications {
  rows: Classification[];
  own: Classification | null;
  players: number;
  bounds: (number | null)[];
}
/**
 * A dominoes player's PR; `quintile` None: outside the population (no counted match, or kept out for good).
 */
export interface Classification {
  account: string;
  name: string;
  pr: number;
  quintile: number | null;
  matches: number;
  place: number | null;
}
/**
 * The dominoes players by PR, from `pr_max` downwards (None: from the top), or around the asker.
 *
 *     `after`: of equal PR those with a greater account id only, which continues a page.
 */
export interface GetClassificationQuery {
  pr_max?: number | null;
  after?: string | null;
  around?: boolean;
  limit?: number;
}
/**
 * Competitions by start, soonest first.
 */
export interface Competitions {
  competitions: Competition[];
}
/**
 * A competition with everything about it; `own` null for who is not logged in, `reason` of a cancellation;
 *     `paid_at_ms`: when the wallet had paid the prizes.
 */
export interface CompetitionCard {
  competition: Competition;
  rules: Rules;
  own: Own | null;
  reason: string | null;
  paid_at_ms: number | null;
}
/**
 * What a competition counts by.
 */
export interface Rules {
  options: {
    [k: string]: unknown;
  };
  target: number | null;
  games_per_entry: number;
  x: number | null;
  max_entries: number;
  min_entrants: number;
  prizes_chips: number[];
  prizes: number[];
  shares_bps: number[];
  guarantee_chips: number;
  pool_bps: number;
  overtime_min: number;
}
/**
 * The asking account's place in a competition.
 */
export interface Own {
  entries: number;
  entries_asked: number;
  entries_max: number;
  games_left: number;
  games_played: number;
  waiting_since_ms: number | null;
  expected_wait_ms: number | null;
  table: string | null;
  disqualified: string | null;
  place: number | null;
  points: number;
  margin: number;
  prize_chips: number | null;
  prize_state: ("paid" | "refused" | "review") | null;
}
/**
 * Games, newest first; `next_before_ms` with `next_before_table` asks for the page after.
 */
export interface Games {
  games: GameLine[];
  next_before_ms: number | null;
  next_before_table: string | null;
}
/**
 * A game of a competition. `match` is the recording's number, empty before the end. `sides`: seats by side, and
 *     `score`: points by side, of a game that has ended.
 */
export interface GameLine {
  table: string;
  match: string;
  state: "called" | "counted" | "playing" | "returned" | "void";
  called_at_ms: number;
  ended_at_ms: number | null;
  outcome: string | null;
  players: GamePlayer[];
  sides: number[][];
  score: number[] | null;
}
/**
 * A player of a game; `points` and `margin` null while it runs, or where the game was given back. `counted`:
 *     among the games that count for the standings.
 */
export interface GamePlayer {
  seat: number;
  account: string;
  name: string;
  points: number | null;
  margin: number | null;
  counted: boolean;
}
/**
 * Games of a competition: those that run, or all, or one player's.
 */
export interface ListGamesQuery {
  running?: boolean;
  player?: string | null;
  before_ms?: number | null;
  before_table?: string | null;
  limit?: number;
}
/**
 * Ranked players, first to last, from `offset` on; `own` is the asker's row wherever it is. `final`: settled.
 */
export interface CompetitionStandings {
  lines: StandingLine[];
  total: number;
  own: StandingLine | null;
  final: boolean;
  seq: number;
}
/**
 * A ranked player. `prize_chips`: of the settled competition, or what the place would bring now.
 */
export interface StandingLine {
  place: number;
  account: string;
  name: string;
  points: number;
  margin: number;
  games: number;
  prize_chips: number;
}
/**
 * The standings after all games that are over.
 */
export interface GetStandingsQuery {
  offset?: number;
  limit?: number;
}
/**
 * The numbers of players and of running matches.
 */
export interface Counts {
  players: number;
  matches: number;
}
/**
 * The state of an erasure: `done_at_ms` null while services in `waiting` have not answered. It can be queried
 *     with the receipt alone, since the account no longer exists.
 */
export interface Erasure {
  receipt: string;
  asked_at_ms: number;
  done_at_ms: number | null;
  waiting: string[];
}
/**
 * Oldest first.
 */
export interface Gifts {
  gifts: Gift[];
}
/**
 * A game's data as one JSON Schema (draft 2020-12), with the properties `options`, `move` and `view`.
 */
export interface GameSchema {
  game: string;
  rules: number;
  schema: {
    [k: string]: unknown;
  };
}
/**
 * One's code, the link with it, links by channel, who came, and how many rewards are left today and this month.
 */
export interface InviteCard {
  code: string;
  link: string;
  share: {
    [k: string]: string;
  };
  invited: Invited[];
  inviter_chips: number;
  invitee_chips: number;
  left_today: number;
  left_month: number;
}
/**
 * A friend who came.
 */
export interface Invited {
  at_ms: number;
  result: string;
  chips: number;
}
/**
 * What a player shares; `text` and `subject` are in the player's language.
 */
export interface GetInviteCardQuery {
  text?: string;
  subject?: string;
}
/**
 * All lotteries, and how the asker stands: when a free ticket is ready, paid tickets left today, tickets opened
 *     and not drawn.
 */
export interface Lotteries {
  lotteries: LotteryLine[];
  free_ready_at_ms: number;
  tickets_left_today: number;
  opened: Ticket[];
  helpline: string;
  email_needed: boolean;
}
/**
 * A lottery with its published odds; `worth_chips_10000` is what all 10 000 draws together pay.
 */
export interface LotteryLine {
  lottery: string;
  price_chips: number;
  rows: PrizeRow[];
  worth_chips_10000: number;
}
/**
 * Draws `first` … `last` of 0 … 9999 win this prize.
 */
export interface PrizeRow {
  first: number;
  last: number;
  prize_chips: number;
}
/**
 * A ticket. `commit` is published when it is opened, all below only with its prize: anybody can draw it again.
 */
export interface Ticket {
  ticket: string;
  lottery: string;
  price_chips: number;
  commit: string;
  opened_at_ms: number;
  seed: string | null;
  root: string | null;
  draw: number | null;
  prize_chips: number | null;
  drawn_at_ms: number | null;
}
/**
 * A match as stored. Root and seeds, which would reveal hidden cards, are only there once it has ended.
 */
export interface MatchRecord {
  match: string;
  table: string;
  number: number;
  game: string;
  rules: number;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  seats: SeatPlayer[];
  commit: string;
  started_at_ms: number;
  ended_at_ms: number | null;
  outcome: string | null;
  result: {
    [k: string]: unknown;
  } | null;
  seeds: string[] | null;
  root: string | null;
}
/**
 * The player of a seat; a computer player has no account.
 */
export interface SeatPlayer {
  name: string;
  account: string | null;
}
/**
 * The account of the session: its chips, its general Elo, its rated games, and the table where it sits. Of a
 *     visitor from another cell `chips` are those at home when the visit began, and `visit` says where that is.
 */
export interface Me {
  account: Account;
  chips: number;
  elo: number;
  games: number;
  table: string | null;
  visit: Visit | null;
}
/**
 * The visit of an account that is here from another cell.
 */
export interface Visit {
  home: Cell;
  chips_at_home: number;
  ends_at_ms: number;
}
/**
 * The ways to log in to an account. `email_confirmed_at_ms` null: not yet; `mail`: whether mails are sent at
 *     all; `recovery_codes`: how many are left; `sessions`: of the last 30 days, newest first.
 */
export interface Access {
  email: string;
  email_confirmed_at_ms: number | null;
  mail: boolean;
  second_factor: boolean;
  recovery_codes: number;
  sessions: SessionLine[];
}
/**
 * A session of an account. `network`: the stored part of its address; `here`: the session of this request.
 */
export interface SessionLine {
  began_at_ms: number;
  ended_at_ms: number | null;
  ended: string | null;
  network: string;
  here: boolean;
  this_device: boolean;
}
/**
 * An account's active cards by colour, its roles, and what keeps it out now.
 */
export interface Conduct {
  account: string;
  cards: {
    [k: string]: number;
  };
  roles: string[];
  suspension: Suspension | null;
  warnings: string[];
}
/**
 * A running suspension or block; `until_ms` None: for good.
 */
export interface Suspension {
  reason: string;
  from_ms: number;
  until_ms: number | null;
  colour: string;
  appeal_until_ms: number | null;
}
/**
 * The state of an export: `ready_at_ms` null while services in `waiting` have not answered.
 */
export interface Export {
  export: string;
  asked_at_ms: number;
  ready_at_ms: number | null;
  waiting: string[];
}
/**
 * Everything that the platform keeps of an account, by service.
 */
export interface ExportFile {
  account: string;
  asked_at_ms: number;
  ready_at_ms: number;
  data: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
}
/**
 * A player's own reports, newest first.
 */
export interface Receipts {
  reports: Receipt[];
}
/**
 * All that a reporter learns of a report: that it was received, and when it was decided.
 */
export interface Receipt {
  id: string;
  reported: string;
  category: "attitude" | "bot" | "chat_abuse" | "collusion" | "insult" | "other";
  created_at_ms: number;
  decided_at_ms: number | null;
}
/**
 * One's own search, if one is looking, and what everybody looks for.
 */
export interface Seeks {
  seek: Seek | null;
  waiting: SeekLine[];
  wait_max_s: number;
}
/**
 * A player's search for a game, as its owner sees it.
 */
export interface Seek {
  games: SeekGame[];
  stakes_chips: number[];
  since_ms: number;
  until_ms: number;
  width_elo: number | null;
  waiting: number;
  expected_ms: number | null;
}
/**
 * A game that a seeker would play; options that are not named have their defaults.
 */
export interface SeekGame {
  game: string;
  options: {
    [k: string]: unknown;
  };
}
/**
 * The number of players who look for a game at a stake.
 */
export interface SeekLine {
  game: string;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  seats: number;
  players: number;
}
/**
 * Statistics of the account's matches: the general Elo with its peak and rated matches, and totals by game.
 */
export interface Statistics {
  elo: number;
  peak: number;
  rated_games: number;
  games: GameTotals[];
}
/**
 * A player's recorded matches of a game. `streak`: wins in a row up to now, below 0 losses in a row.
 */
export interface GameTotals {
  game: string;
  matches: number;
  won: number;
  lost: number;
  tied: number;
  streak: number;
  best_streak: number;
  last_at_ms: number;
}
/**
 * A player's page: the last recorded matches, newest first (empty for others than the player), their totals,
 *     and how the player stands now. The graph's series are the `…_after` of the matches.
 */
export interface PlayerStatistics {
  account: string;
  name: string;
  matches: MatchLine[];
  totals: TotalsLine;
  games: string[];
  elo: number;
  peak: number;
  rated_games: number;
  pr: number;
  quintile: number | null;
  classified_matches: number;
}
/**
 * One recorded match on its player's page.
 *
 *     `units`: hands or rounds; `points`: pips (Run Out: hands won and lost) or game points. `won` None: tied.
 *     `scoreless`: hands in which nobody scored, None for Run Out and where the game has no such hands.
 */
export interface MatchLine {
  number: number;
  match: string;
  game: string;
  table: string;
  target: string;
  ended_at_ms: number;
  won: boolean | null;
  units_won: number;
  units_lost: number;
  points_for: number;
  points_against: number;
  scoreless: number | null;
  net_chips: number | null;
  elo_delta: number;
  elo_after: number;
  pr_delta: number | null;
  pr_after: number | null;
  quintile_after: number | null;
}
/**
 * The sums over the recorded matches of a page.
 */
export interface TotalsLine {
  matches: number;
  won: number;
  lost: number;
  tied: number;
  units_won: number;
  units_lost: number;
  points_for: number;
  points_against: number;
  net_chips: number;
  elo_delta: number;
}
/**
 * A player's totals, and for the player the matches too; `game` None: of all games.
 *
 *     With `part` `matches` the page of another player is `stats_forbidden`.
 */
export interface GetStatisticsQuery {
  game?: string | null;
}
/**
 * A recorded match hand by hand.
 */
export interface MatchHands {
  line: MatchLine;
  seat: number;
  hands: HandLine[];
}
/**
 * A hand or round from its player's side. `won` None: nobody has won it. `deals`: by seat, for dominoes alone.
 */
export interface HandLine {
  number: number;
  won: boolean | null;
  points_for: number;
  points_against: number;
  differential: number;
  deals: SeatDeal[];
}
/**
 * A player's deal in numbers; those of the same suit name the value and on how many tiles it shows.
 */
export interface SeatDeal {
  seat: number;
  account: string | null;
  name: string;
  value: number;
  doubles: number;
  suit: number;
  suit_count: number;
  missing: number;
}
/**
 * Messages, oldest first.
 */
export interface AdminMessages {
  messages: AdminMessage[];
}
/**
 * Every definition, by id.
 */
export interface Definitions {
  definitions: BoardDefinition[];
}
/**
 * What an operator defines. `prizes_chips` by eligible place, never rising; `own` boards have a start and an end.
 *
 *     A board that is not `active` begins no further period.
 */
export interface BoardDefinition {
  board: string;
  repeat: "monthly" | "own" | "weekly";
  games: string[] | null;
  min_games: number;
  /**
   * @maxItems 1000
   */
  prizes_chips: number[];
  starts_at_ms: number | null;
  ends_at_ms: number | null;
  active: boolean;
}
/**
 * A page of competitions with drafts, those that start latest first; `next_after`: asks for the next page.
 */
export interface PlanCards {
  plans: PlanCard[];
  next_after: string | null;
}
/**
 * A competition as its operator sees it. `prizes_chips`: by place with the fewest entrants that let it start.
 */
export interface PlanCard {
  id: string;
  state: string;
  plan: Plan;
  pool_chips: number;
  prizes_chips: number[];
  reason: string | null;
}
/**
 * What an operator makes of a competition; frozen from `announced` on. `prizes` in chips (`fixed`) or
 *     `shares_bps` that add to 10,000 (`growing`), by place, best first. Times are UTC milliseconds.
 */
export interface Plan {
  name: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  players: 2 | 4;
  opens_at_ms: number;
  starts_at_ms: number;
  ends_at_ms: number;
  price_chips: number;
  games_per_entry: number;
  kind: "best_x" | "total";
  x: number | null;
  max_entries: number | null;
  min_entrants: number | null;
  prize_mode: "fixed" | "growing";
  /**
   * @maxItems 200
   */
  prizes: number[];
  /**
   * @maxItems 200
   */
  shares_bps: number[];
  guarantee_chips: number;
  pool_bps: number | null;
}
/**
 * For operators: every competition, drafts too, a page at a time; `after`: the last competition of the page
 *     before.
 */
export interface ListPlansQuery {
  after?: string | null;
  limit?: number;
}
/**
 * Changes, newest first.
 */
export interface Audit {
  lines: AuditLine[];
}
/**
 * A change of a competition: who did what, and what it was like after; `by` empty: the platform itself.
 */
export interface AuditLine {
  id: number;
  at_ms: number;
  by: string;
  action: string;
  reason: string;
  detail: {
    [k: string]: unknown;
  };
}
/**
 * Players by name; `total`: how many there are.
 */
export interface Entrants {
  entrants: EntrantLine[];
  total: number;
}
/**
 * A player of a competition as its operator sees them. `entries`: paid and not refunded; `disqualified`: why.
 */
export interface EntrantLine {
  account: string;
  name: string;
  entries: number;
  disqualified: string | null;
}
/**
 * For operators and auditors: who has entered, of those whose name begins with `beginning`.
 */
export interface ListEntrantsQuery {
  beginning?: string;
  limit?: number;
}
/**
 * Orders, newest first.
 */
export interface Orders {
  orders: Order[];
}
/**
 * An order and what came of it; `placed`: its service has not answered yet. `error`: why it was refused.
 */
export interface Order {
  id: string;
  by: string;
  reason: string;
  operation:
    | CorrectMatch
    | CorrectRound
    | AnnulMatch
    | AnnulRound
    | TakeBack
    | PostTerms
    | SaveBoard
    | CloseBoard
    | ChangeSetting;
  at_ms: number;
  state: "done" | "placed" | "refused";
  error: string | null;
  detail: unknown;
  answered_at_ms: number | null;
}
/**
 * Replace the result of a match that has ended: the winning seats, `tie` or `void`. `departed`: seats that left for
 *     good, in order; `first_round_done`: by the first departure. `accounts`: who sat where, which the gateway adds.
 *
 *     Refused with `match_unknown`, `correction_window_closed`, `not_correctable`, `bad_parameters`.
 */
export interface CorrectMatch {
  kind: "correct_match";
  match: string;
  result:
    | [number]
    | [number, number]
    | [number, number, number]
    | [number, number, number, number]
    | [number, number, number, number, number]
    | [number, number, number, number, number, number]
    | ("tie" | "void");
  /**
   * @maxItems 6
   */
  departed:
    | []
    | [number]
    | [number, number]
    | [number, number, number]
    | [number, number, number, number]
    | [number, number, number, number, number]
    | [number, number, number, number, number, number];
  first_round_done: boolean | null;
  own_mistake: boolean;
  /**
   * @maxItems 6
   */
  accounts:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string];
}
/**
 * Correct the payment of a round of a house-banked table: `credited`, account → chips with the stake; null: the
 *     round is void and every bet goes back. Refused with `round_unknown`, `correction_window_closed`,
 *     `bad_parameters`.
 */
export interface CorrectRound {
  kind: "correct_round";
  round: string;
  credited: {
    [k: string]: number;
  } | null;
}
/**
 * End the match that runs at a table without a result. Refused with `table_unknown`, `match_over`.
 */
export interface AnnulMatch {
  kind: "annul_match";
  table: string;
}
/**
 * Give the bets of a round back that is not paid yet. Refused with `table_unknown`, `match_over`,
 *     `not_house_banked`.
 */
export interface AnnulRound {
  kind: "annul_round";
  table: string;
  number: number;
  damaged_shoe: boolean;
}
/**
 * Take back a reward; `reference`: the batch that gave it. Refused with `batch_unknown`, `not_correctable`,
 *     `already_taken_back`.
 */
export interface TakeBack {
  kind: "take_back";
  reference: string;
}
/**
 * Post the next version of the terms and rules; what it changes, in each language. Refused with `bad_request`.
 */
export interface PostTerms {
  kind: "post_terms";
  el: string;
  en: string;
  es: string;
}
/**
 * Define a leaderboard, or change one. Refused with `board_invalid`, `board_frozen`.
 */
export interface SaveBoard {
  kind: "save_board";
  definition: BoardDefinition;
}
/**
 * Close a period of a leaderboard. Refused with `board_unknown`, `board_not_closed`.
 */
export interface CloseBoard {
  kind: "close_board";
  board: string;
  period: string;
}
/**
 * Give a setting another value, of the setting's kind. Refused at once with `setting_unknown`, `setting_invalid`;
 *     by the service that owns it with `setting_invalid`, `rake_steps_invalid`, `lottery_table_invalid` (it does not fit
 *     the other settings) or `setting_outdated` (a newer order was quicker).
 */
export interface ChangeSetting {
  kind: "change_setting";
  name: string;
  value: number | string | (number | string | [] | [number] | [number, number])[];
}
/**
 * Settings by name.
 */
export interface Settings {
  settings: Setting[];
}
/**
 * A setting that can be changed while the platform runs. `usual`: its value unless an operator changes it. `min`
 *     and `max` bound a number, or the length of a text or list; `choices` are the words of a choice.
 */
export interface Setting {
  name: string;
  service: string;
  kind: "choice" | "number" | "numbers" | "steps" | "text" | "words";
  value: number | string | (number | string | [] | [number] | [number, number])[];
  usual: number | string | (number | string | [] | [number] | [number, number])[];
  min: number;
  max: number;
  choices: string[];
}
/**
 * Templates by name.
 */
export interface Templates {
  templates: Template[];
}
/**
 * A repeated competition, every day or week at the same UTC time; `plan` has the first one's times.
 *     `next_opens_at_ms`: of the next one that will be announced, `lead_ms` before it opens.
 */
export interface Template {
  id: string;
  plan: Plan;
  every: "daily" | "weekly";
  lead_ms: number;
  active: boolean;
  made: number;
  next_opens_at_ms: number;
}
/**
 * The players list in its order.
 */
export interface Players {
  players: PlayerLine[];
}
/**
 * A player's places in running periods.
 */
export interface Standings {
  standings: Standing[];
}
/**
 * A player's place on one board.
 */
export interface Standing {
  period: BoardPeriod;
  row: BoardRow;
}
/**
 * A page of recordings, newest first. `next` asks for the one after it (`before`); None: that was all.
 */
export interface Recordings {
  recordings: RecordingLine[];
  next: string | null;
}
/**
 * A recording in a list.
 */
export interface RecordingLine {
  match: string;
  number: number;
  game: string;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  seats: SeatPlayer[];
  started_at_ms: number;
  ended_at_ms: number;
  outcome: string;
  winners: number[];
  points: number[];
}
/**
 * The recordings of an account's matches.
 */
export interface ListRecordingsQuery {
  game?: string | null;
  before?: string | null;
  limit?: number;
}
/**
 * A stored match: everything that is needed to replay it and to prove its chance. The same JSON is the file that
 *     `kafeneio verify` reads.
 */
export interface Recording {
  format: number;
  match: string;
  number: number;
  game: string;
  rules: number;
  options: {
    [k: string]: unknown;
  };
  stake_chips: number;
  practice: boolean;
  table: string;
  name: string;
  seats: SeatPlayer[];
  sides: number[][];
  started_at_ms: number;
  ended_at_ms: number;
  commit: string;
  root: string;
  seeds: string[];
  hands: RecordedHand[];
  events: RecordedEvent[];
  outcome: string;
  result: {
    [k: string]: unknown;
  };
  payouts: number[] | null;
  rake_chips: number | null;
  guests: string[];
  start: unknown;
  competition: string | null;
}
/**
 * A hand: the key that names its chance, how many events it has, and how it was scored, if it was.
 */
export interface RecordedHand {
  number: number;
  deal_key: string;
  events: number;
  result: {
    [k: string]: unknown;
  } | null;
}
/**
 * One thing that happened. `t_ms` counts from the match's start; `seat` is None where nobody acted.
 *
 *     `kind`: `drawn` (`purpose`, `draw`, `n`, `values`, and where the stream stands after it: `position`), `moved`
 *     (`move`), `elapsed` (`number`), `departed` (`reason`, and whether the game was given it: `applied`), or what else
 *     the table showed everybody (`timeout` …). Of a house-banked table also `sat` (`name`, `account`), `lost` and
 *     `returned` (`present`), `banked` (`kind`; seats: `refused`, `purses`), `cancelled`
 *     (`shoe_damaged`).
 */
export interface RecordedEvent {
  seq: number;
  t_ms: number;
  hand: number;
  seat: number | null;
  kind: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 * Some positions of a hand in order; the hand has positions 0 … `events`.
 */
export interface Replay {
  hand: number;
  events: number;
  positions: Position[];
}
/**
 * A hand after its first `position` events, all hands open. `kind` and `data`: the last event as viewers get it;
 *     None at position 0. `due`: seats that owe a decision.
 */
export interface Position {
  position: number;
  t_ms: number;
  seat: number | null;
  kind: string | null;
  data: {
    [k: string]: unknown;
  } | null;
  due: number[];
  points: number[];
  view: unknown;
}
/**
 * Positions of a hand from `first` on.
 */
export interface ReplayHandQuery {
  hand: number;
  first?: number;
  limit?: number;
}
/**
 * What can be bought. `provider` takes the money: `simulated` in development, `none`: packs are not
 *     sold, else its name.
 */
export interface Shop {
  packs: PackLine[];
  avatars: AvatarLine[];
  items: ItemLine[];
  worn: string | null;
  provider: string;
  helpline: string;
  item_recipients: "partner" | "table";
  debt_chips: number;
}
/**
 * Chips for euro cents.
 */
export interface PackLine {
  pack: string;
  chips: number;
  price_cents: number;
}
/**
 * A picture for chips; owned for ever.
 */
export interface AvatarLine {
  avatar: string;
  price_chips: number;
  owned: boolean;
}
/**
 * Something to give at the table.
 */
export interface ItemLine {
  item: string;
  price_chips: number;
}
/**
 * Newest first; `next_before_ms` asks for older ones. A page ends with a whole millisecond: it may have a few more
 *     than `limit`.
 */
export interface Payments {
  payments: Payment[];
  next_before_ms: number | null;
}
/**
 * A purchase of a pack. `url` is where it is paid; chips come with `confirmed`.
 */
export interface Payment {
  payment: string;
  pack: string;
  chips: number;
  price_cents: number;
  state: "confirmed" | "disputed" | "failed" | "pending" | "reversed";
  created_at_ms: number;
  url: string | null;
  confirmed_at_ms: number | null;
  reversed_at_ms: number | null;
  taken_chips: number;
  debt_chips: number;
}
/**
 * One's purchases.
 */
export interface ListPaymentsQuery {
  before_ms?: number | null;
  limit?: number;
}
/**
 * Appeals: open ones oldest first, ruled ones newest first.
 */
export interface Appeals {
  appeals: Appeal[];
}
/**
 * An appeal against a suspension or block (`of`: its id). `until_ms`: the end that a reduction has set.
 */
export interface Appeal {
  id: string;
  account: string;
  kind: "block" | "suspension";
  of: string;
  text: string;
  created_at_ms: number;
  decided_by: string;
  outcome: ("lifted" | "reduced" | "upheld") | null;
  until_ms: number | null;
  ruled_at_ms: number | null;
  ruled_by: string | null;
  reason: string | null;
}
/**
 * Appeals for staff; `after`: only those that follow this place of the list.
 */
export interface ListAppealsQuery {
  ruled?: boolean;
}
/**
 * Entries, newest first; `next_before` asks for older ones.
 */
export interface AuditPage {
  entries: AuditEntry[];
  next_before: number | null;
}
/**
 * An entry of the audit log (services/moderation/RULES.md §10).
 */
export interface AuditEntry {
  seq: number;
  at_ms: number;
  actor: string;
  role: string;
  action: string;
  subject: string;
  object: string;
  reason: string;
  before: unknown;
  after: unknown;
  prev_hash: string;
  hash: string;
}
/**
 * The audit log, or its entries about one subject.
 */
export interface ListAuditEntriesQuery {
  before?: number | null;
  subject?: string | null;
}
/**
 * Whether the chain of hashes is whole; `broken_at`: the number of the first entry that does not belong.
 */
export interface AuditCheck {
  entries: number;
  head: string;
  broken_at: number | null;
}
/**
 * Cases, oldest first.
 */
export interface Cases {
  cases: Case[];
}
/**
 * What a signal has opened; it punishes nobody. `closed_at_ms` None: open.
 */
export interface Case {
  id: string;
  kind: string;
  players: string[];
  opened_at_ms: number;
  evidence: Evidence[];
  closed_at_ms: number | null;
  closed_by: string | null;
  reason: string | null;
}
/**
 * What a signal has seen, and when.
 */
export interface Evidence {
  at_ms: number;
  seen: {
    [k: string]: unknown;
  };
}
/**
 * A match's journal in order.
 */
export interface Journal {
  match: string;
  entries: Entry[];
}
/**
 * A line of a table's journal.
 */
export interface Entry {
  seq: number;
  actor: number | null;
  action: {
    [k: string]: unknown;
  };
  command: string | null;
  at_ms: number;
}
/**
 * Names by account; who is unknown is left out.
 */
export interface Names {
  names: {
    [k: string]: string;
  };
}
/**
 * Accounts, separated by commas. Typed here: an address has no lists.
 */
export interface NamesQuery {
  accounts: string;
}
/**
 * Everything that was decided about a player, and what staff should know before the next decision.
 */
export interface PlayerFile {
  account: string;
  roles: string[];
  blocked: KeptBlock | null;
  watched: boolean;
  watched_until_ms: number | null;
  times_reported: number;
  cards: Card[];
  suspensions: KeptSuspension[];
  mutes: Mute[];
  reports: Report[];
  appeals: Appeal[];
  cases: Case[];
  warnings: number;
  warnings_open: number;
  audit: AuditEntry[];
  links: Link[];
}
/**
 * A permanent block.
 */
export interface KeptBlock {
  id: string;
  account: string;
  reason: string;
  from_ms: number;
  by: string;
}
/**
 * A card (services/moderation/RULES.md §1); `by` is an account or `system`.
 */
export interface Card {
  id: string;
  account: string;
  colour: string;
  reason: string;
  at_ms: number;
  by: string;
  state: string;
  match: string | null;
  hand: number | null;
}
/**
 * A suspension from `from_ms` until `until_ms`, decided at `decided_at_ms` by an account or by `system`.
 */
export interface KeptSuspension {
  id: string;
  account: string;
  cause: string;
  reason: string;
  from_ms: number;
  until_ms: number;
  decided_at_ms: number;
  by: string;
}
/**
 * A player may not chat, in any room, until `until_ms`; a mute that was taken back ends when that was done.
 */
export interface Mute {
  id: string;
  account: string;
  until_ms: number;
}
/**
 * A report as staff see it. `times_reported` counts accepted reports against the player, this one included.
 */
export interface Report {
  id: string;
  reporter: string;
  reported: string;
  category: "attitude" | "bot" | "chat_abuse" | "collusion" | "insult" | "other";
  comment: string;
  context: ReportContext;
  lines: ChatLine[];
  seated: string[];
  created_at_ms: number;
  times_reported: number;
  decision: ("block" | "ignore" | "warn") | null;
  permanent: boolean;
  decided_at_ms: number | null;
  decided_by: string | null;
  reason: string | null;
}
/**
 * What a report is about: a match and a place in it, a table, a chat room.
 */
export interface ReportContext {
  match: string | null;
  hand: number | null;
  event: number | null;
  table: string | null;
  room: string | null;
}
/**
 * Another account that something connects with this one, and how strongly (`count`).
 */
export interface Link {
  account: string;
  by: "address" | "chips" | "device" | "table";
  count: number;
}
/**
 * Chat lines, newest first; `next_before` asks for older ones.
 */
export interface ChatPage {
  lines: ChatLine[];
  next_before: number | null;
}
/**
 * What a player has said, or what was said in a room, for staff who may read reports.
 */
export interface ListChatQuery {
  before?: number | null;
}
/**
 * Newest first; `next_before` asks for the page after, None at the end.
 */
export interface TransferPage {
  transfers: Transfer[];
  next_before: number | null;
}
/**
 * One leg of a posted batch, as its owner sees it: `chips` > 0 came in, < 0 went out.
 */
export interface Transfer {
  id: number;
  at_ms: number;
  kind: string;
  chips: number;
  balance_chips: number;
  reference: string;
}
/**
 * Reports: undecided ones oldest first, decided ones newest first.
 */
export interface Reports {
  reports: Report[];
}
/**
 * Reports for staff; `after`: only those that follow this place of the list.
 */
export interface ListReportsQuery {
  decided?: boolean;
  reported?: string | null;
}
/**
 * Everybody who has a role.
 */
export interface Holders {
  holders: Holder[];
}
/**
 * An account with its roles.
 */
export interface Holder {
  account: string;
  roles: string[];
}
/**
 * Tables, oldest first.
 */
export interface Tables {
  tables: TableLine[];
}
/**
 * The gifts at a table since a moment, or to an account (its gallery, the last hundred).
 */
export interface ListGiftsQuery {
  since_ms?: number;
}
/**
 * The posted version, and every version, newest first.
 */
export interface Terms {
  version: number;
  history: TermsVersion[];
}
/**
 * A posted version of the terms and rules. It counts for matches, rounds and competitions begun from then on.
 */
export interface TermsVersion {
  version: number;
  posted_at_ms: number;
  changes: {
    [k: string]: string;
  };
}
/**
 * Drawn tickets, newest first; `next_before_ms` asks for older ones. A page ends with a whole millisecond: it may
 *     have a few more than `limit`.
 */
export interface Tickets {
  tickets: Ticket[];
  next_before_ms: number | null;
}
/**
 * One's drawn tickets.
 */
export interface ListTicketsQuery {
  before_ms?: number | null;
  limit?: number;
}
/**
 * An account's transfers, all or those about one thing. `before` from 1 on, `limit` 1 … 100; others are
 *     `bad_parameters`.
 */
export interface ListTransfersQuery {
  before?: number | null;
  limit?: number;
  about?: ("bets" | "competitions" | "free" | "lotteries" | "matches" | "other" | "shop") | null;
}
/**
 * Keep a study under an id of the sender's making; sent again, it is answered as the first time.
 */
export interface BranchBody {
  match: string;
  hand: number;
  position: number;
  /**
   * @maxItems 1000
   */
  steps?: (MoveStep | DiceStep | WaitStep)[];
  branch: string;
}
/**
 * A hand continued from a position. `told`: the events of the last step; `rolled`: the first dice since it that
 *     were not set by hand: a `dice` step added now sets them; `pausing`: a `wait` step is possible; `original`: how
 *     the hand ended then; `simulated`: how it ended now, None while it has not.
 */
export interface Study {
  match: string;
  hand: number;
  position: number;
  steps: number;
  view: unknown;
  sights: Visible[];
  told: Told[];
  rolled: number[] | null;
  pausing: boolean;
  over: boolean;
  original: HandEnd;
  simulated: HandEnd | null;
}
/**
 * The table as a seat sees it. `number`: the decision it owes; None: it may act, and need not.
 */
export interface Visible {
  seat: number;
  number: number | null;
  view: unknown;
}
/**
 * An event, with all hands visible.
 */
export interface Told {
  kind: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 * The end of a hand: its score, and the result of the match if it ended with it.
 */
export interface HandEnd {
  hand: {
    [k: string]: unknown;
  } | null;
  result: {
    [k: string]: unknown;
  } | null;
}
/**
 * Continue from a position. Nothing is stored between two requests: to undo, leave steps out.
 */
export interface StudyBody {
  match: string;
  hand: number;
  position: number;
  /**
   * @maxItems 1000
   */
  steps?: (MoveStep | DiceStep | WaitStep)[];
}
/**
 * An appeal was received; the ruling comes as a message, or is seen at the next login.
 */
export interface AppealReceipt {
  id: string;
  created_at_ms: number;
}
/**
 * Appeal against what keeps the account out. Name and password are checked; no session is given.
 */
export interface AppealBody {
  username: string;
  password: string;
  text: string;
  kind?: string | null;
  code?: string;
}
/**
 * The player has seen the reality check, the notice on risks, or the question for limits of purchases.
 */
export interface AcknowledgeBody {
  what: "check" | "limits" | "notice";
}
/**
 * Shut the money games to oneself, or lengthen that.
 */
export interface ExclusionBody {
  period: string;
}
/**
 * A pass for one visit of one cell: it holds until and including `expires_at_ms`, and once.
 */
export interface CellPass {
  pass: string;
  address: string;
  expires_at_ms: number;
}
/**
 * An entry: `number` 1, 2 … of its player. `asked`: the wallet has not answered yet; the card shows its answer.
 */
export interface CompetitionEntry {
  competition: string;
  number: number;
  state: "asked" | "paid" | "refunded" | "refunding" | "refused";
}
/**
 * Buy an entry. `id` is the sender's: sent twice, it is one entry.
 */
export interface EntryBody {
  id: string;
}
/**
 * The player waits for a game; `expected_ms` null: no game was paired yet.
 */
export interface Waiting {
  competition: string;
  since_ms: number;
  expected_ms: number | null;
}
/**
 * The link of a mail was followed: the address is confirmed, or becomes that of the account.
 */
export interface LinkBody {
  link: string;
}
/**
 * A live session of a guest account. `key` is the secret (256 random bits, URL-safe text) by which the same browser
 *     enters the account again; `keep_days`: without a visit for so long the account is erased.
 */
export interface GuestSession {
  token: string;
  account: Account;
  key: string;
  keep_days: number;
}
/**
 * Open a guest account, or enter the one that a key belongs to.
 */
export interface GuestBody {
  adult: boolean;
  key?: string | null;
  language?: "el" | "en" | "es";
  terms?: number | null;
}
/**
 * A live session: its secret token (256 random bits, URL-safe text) and whose it is.
 */
export interface Session {
  token: string;
  account: Account;
  invite_result: string | null;
}
/**
 * A new session; an older one of the account ends.
 */
export interface LoginBody {
  username: string;
  password: string;
  code?: string;
}
/**
 * Put a player on the list, by name; again it changes nothing.
 */
export interface BlockBody {
  name: string;
}
/**
 * A mail is on its way, if there is anybody to send it to. `folder`: where mails are files, in development.
 */
export interface MailSent {
  folder: string | null;
}
/**
 * Ask for another address: it counts when the link that is sent there is followed. An address that is taken is
 *     answered like one that is free, and gets no mail.
 */
export interface EmailBody {
  password: string;
  email: string;
}
/**
 * Erase the account of this session. It cannot be undone.
 */
export interface ErasureBody {
  password: string;
}
/**
 * Ask a player, by name, to be friends; who has asked oneself becomes a friend at once, and again changes
 *     nothing.
 */
export interface FriendBody {
  name: string;
}
/**
 * The language in which the account is spoken to.
 */
export interface LanguageBody {
  language: "el" | "en" | "es";
}
/**
 * A new token of a session that goes on; the one it replaces holds for a moment more.
 */
export interface Token {
  token: string;
}
/**
 * Another password; this session goes on under a new token, all others end. Wrong ones count as at a login.
 */
export interface PasswordBody {
  current: string;
  new: string;
}
/**
 * A new account, logged in at once. `code`: of an invitation, which came by `channel`.
 */
export interface RegisterBody {
  username: string;
  email: string;
  password: string;
  birth_date: string;
  language?: "el" | "en" | "es";
  code?: string | null;
  channel?: string | null;
  terms?: number | null;
}
/**
 * The secret of a new second factor, as text, as an address for an application, and as rows of a QR code
 *     (`1` dark, `0` light).
 */
export interface FactorKey {
  secret: string;
  uri: string;
  qr: string[];
}
/**
 * Begin to set up a second factor; nothing changes before its first code.
 */
export interface FactorBody {
  password: string;
}
/**
 * Shown once: each gets its owner in without the application, one time.
 */
export interface RecoveryCodes {
  codes: string[];
}
/**
 * The first code of the application: from now on every login needs one.
 */
export interface CodeBody {
  code: string;
}
/**
 * The account has read the posted version.
 */
export interface TermsBody {
  version: number;
}
/**
 * Write to one account, or (`to` None) to everybody. `id` is the sender's: sent twice, it is one message.
 */
export interface MessageBody {
  id: string;
  to: string | null;
  kind: "decision" | "notice" | "warning";
  subject: string;
  body: string;
}
/**
 * Mute a player for this many minutes from now, in place of an earlier mute; 0 ends the mute. `id` is made by
 *     the sender: sent twice, it is one mute.
 */
export interface MuteBody {
  id: string;
  to: string;
  minutes: number;
  reason: string;
}
/**
 * Call it off; every entry is refunded. `id` as in `PublishCompetition`.
 */
export interface CancellationBody {
  id?: string | null;
  reason: string;
}
/**
 * Take a player out of the standings, or (`undo`) back in. After the settlement this is a correction. `id` as in
 *     `PublishCompetition`.
 */
export interface DisqualificationBody {
  id?: string | null;
  player: string;
  reason: string;
  undo?: boolean;
}
/**
 * Replace a game's result. `result`: the winning side, `tie` or `void`; `departed`: seats that left for good. `id`
 *     as in `PublishCompetition`.
 */
export interface CorrectionBody {
  id?: string | null;
  result: number | ("tie" | "void");
  reason: string;
  points?: [] | [number] | [number, number] | [number, number, number] | [number, number, number, number] | null;
  /**
   * @maxItems 4
   */
  departed?: [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  own_mistake?: boolean;
}
/**
 * Announce a draft. `id` is the sender's: sent twice, it is done once and answered the same.
 */
export interface PublicationBody {
  id?: string | null;
  reason?: string;
}
/**
 * Order something; `id` is the sender's: sent twice, it is one order.
 */
export interface OrderBody {
  id: string;
  reason: string;
  operation:
    | CorrectMatch
    | CorrectRound
    | AnnulMatch
    | AnnulRound
    | TakeBack
    | PostTerms
    | SaveBoard
    | CloseBoard
    | ChangeSetting;
}
/**
 * Send a link that sets a new password. An address without an account gets the same answer.
 */
export interface ForgottenBody {
  email: string;
}
/**
 * Set a new password by the link of a mail; every session ends.
 */
export interface ResetBody {
  link: string;
  new: string;
}
/**
 * A report about a player: by account (`to`), by username (`name`), or by a `seat` of `table`. Typed here: what the
 *     contract has as `context` a client sends beside the rest.
 */
export interface ReportBody {
  id: string;
  category: "attitude" | "bot" | "chat_abuse" | "collusion" | "insult" | "other";
  comment: string;
  to?: string | null;
  name?: string | null;
  seat?: number | null;
  match?: string | null;
  hand?: number | null;
  event?: number | null;
  table?: string | null;
  room?: string | null;
}
/**
 * The avatars that an account owns and the one it wears.
 */
export interface Wardrobe {
  owned: string[];
  worn: string | null;
  chips: number;
}
/**
 * Buy an avatar and wear it.
 */
export interface AvatarBody {
  id: string;
  avatar: string;
  place?: string;
}
/**
 * What an account still owes, and what it has left.
 */
export interface Debt {
  debt_chips: number;
  chips: number;
}
/**
 * Begin to buy a pack; `id` is the buyer's, asked again it is the same payment. `home` is the site's address.
 */
export interface PaymentBody {
  id: string;
  pack: string;
}
/**
 * Rule on an appeal; `until_ms` is for `reduced`.
 */
export interface RulingBody {
  id?: string | null;
  outcome: "lifted" | "reduced" | "upheld";
  reason: string;
  until_ms?: number | null;
}
/**
 * Give a red card: the account is suspended now, or after the suspensions that run or are queued.
 */
export interface SanctionBody {
  id: string;
  to: string;
  reason: string;
  match?: string | null;
}
/**
 * Take a permanent block back.
 */
export interface UnblockBody {
  id?: string | null;
  reason: string;
}
/**
 * Take back one active card after a fault of the server.
 */
export interface RevokeCardBody {
  id?: string | null;
  reason: string;
}
/**
 * Staff has looked into it; again changes nothing.
 */
export interface CloseCaseBody {
  id?: string | null;
  reason: string;
}
/**
 * Decide a report. `message`: a text for the player with a warning, at most 1000 characters.
 */
export interface DecisionBody {
  id?: string | null;
  decision: "block" | "ignore" | "warn";
  reason: string;
  permanent?: boolean;
  message?: string;
}
/**
 * A role is given to a player (account or username), or taken. Typed here: `give` chooses between two requests.
 */
export interface RoleBody {
  to: string;
  role: "administrator" | "auditor" | "moderator" | "operator";
  give: boolean;
  reason: string;
}
/**
 * End a suspension now; those queued behind it move forward.
 */
export interface LiftSuspensionBody {
  reason: string;
}
/**
 * Buy something for another seat of the table where one plays.
 */
export interface GiftBody {
  id: string;
  match: string;
  item: string;
  seat: number;
}
/**
 * A ticket with its prize, and the chips that its owner has now.
 */
export interface Drawn {
  ticket: Ticket;
  chips: number;
}
/**
 * Pay an open ticket and draw it; `seed` is the buyer's share of chance (null: zeros). Asked again, as before.
 */
export interface DrawBody {
  seed?: string | null;
}
/**
 * A session here for the account of a pass that its home has signed. An older session of it here ends.
 */
export interface VisitBody {
  pass: string;
  terms?: number | null;
}
/**
 * Set, change or (null) remove a limit; a looser one counts after a while.
 */
export interface LimitBody {
  name:
    "deposit_day" | "deposit_month" | "deposit_week" | "loss_day" | "loss_month" | "loss_week" | "session" | "stake";
  value: number | null;
}
/**
 * Say yes or no to a player who asks. A refusal is not announced.
 */
export interface FriendAnswerBody {
  accept: boolean;
}
/**
 * A stored photo: its id, by which anybody who knows it may fetch it.
 */
export interface Photo {
  photo: string;
}
/**
 * The games to look for, and for how long. Typed here because of its games.
 */
export interface SeekBody {
  /**
   * @maxItems 50
   */
  games: SeekGameBody[];
  /**
   * @maxItems 50
   */
  stakes_chips: number[];
  wait_s: number;
}
/**
 * A game that the player would play. Typed here: options of a client are plain values, those of the contract
 *     anything.
 */
export interface SeekGameBody {
  game: string;
  options?: {
    [k: string]: string | number | boolean;
  };
}
/**
 * Make a draft (`competition` is the operator's own id for it), or change it. `preview`: say what would come of
 *     it, and keep nothing. `id` as in `Withdraw`.
 */
export interface PlanBody {
  plan: Plan;
  preview?: boolean;
  reason?: string;
}
/**
 * Make or change a template, or (`active` false) stop it.
 */
export interface TemplateBody {
  plan: Plan;
  every: "daily" | "weekly";
  lead_ms?: number;
  active?: boolean;
  reason?: string;
}
/**
 * Wear an avatar that one owns, or none.
 */
export interface WearBody {
  avatar: string | null;
}
/**
 * The reason why nothing was changed: a stable code, and plain data about it.
 */
export interface RefusalBody {
  error: string;
  detail: unknown;
}
