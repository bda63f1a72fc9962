/* Made from schema/ by `npm run types`. Do not edit. */

export type Frame = FromClient | ToClient;
export type FromClient =
  | Hello
  | Beat
  | Acted
  | HiddenFrame
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
  | ReactFrame
  | WriteFrame
  | ReadFrame
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
  | CountsFrame
  | LinesFrame
  | ChatFrame
  | PrivateMessageFrame
  | MessagesReadFrame
  | InvitationFrame
  | SentFrame
  | SeekEndedFrame
  | FriendsFrame
  | CompanyFrame
  | CompetitionsFrame
  | CompetitionNewsFrame
  | ChipsFrame
  | MessageFrame
  | GiftFrame
  | ReactionFrame
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
 * The page is out of sight from now on, or in sight again: a player whose turn waits at a page out of sight may be
 *     notified (services/lobby/RULES.md §24). `match`, `number`: the decision that is owed at that moment, if any. Not
 *     answered; only a page whose player is notified need send it.
 */
export interface HiddenFrame {
  t: "hidden";
  hidden: boolean;
  match?: string | null;
  number?: number | null;
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
  clock_factor?: number;
  strength?: "easy" | "medium" | "strong";
  company?: string | null;
  bots_allowed?: boolean;
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
 * Show a phrase or a sign of `reactions.REACTIONS` to the players of the table where one sits.
 */
export interface ReactFrame {
  t: "react";
  id: string;
  table: string;
  reaction: string;
}
/**
 * Write to a friend: `player` is the friend's account. `done` has the line in `data`.
 */
export interface WriteFrame {
  t: "write";
  id: string;
  player: string;
  text: string;
}
/**
 * The messages of a friend up to this line are read.
 */
export interface ReadFrame {
  t: "read";
  id: string;
  player: string;
  up_to: number;
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
  counts: Counts | null;
  session: string;
}
/**
 * An account as its owner sees it.
 */
export interface Account {
  account: string;
  name: string;
  language: "el" | "en" | "es" | "it" | "pt";
  created_at_ms: number;
  second_factor: boolean;
  staff_session_over: boolean;
  guest: boolean;
  bot: boolean;
  home: string | null;
  scopes: ("chat" | "company" | "play" | "read")[] | null;
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
  company: string | null;
  clock_factor: number;
  bots_allowed: boolean;
  closes_at_ms: number | null;
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
  clock_factor: number;
  bots_allowed: boolean;
}
/**
 * A hall that is open, and how many players are in it.
 */
export interface HallLine {
  hall: number;
  players: number;
}
/**
 * How many people are here and how much is on, in all halls (services/lobby/RULES.md §2).
 */
export interface Counts {
  players: number;
  matches: number;
  practising: number;
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
 * How many people are here and how much is on now, in all halls.
 */
export interface CountsFrame {
  t: "counts";
  counts: Counts;
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
 * A message between friends, to both of them; `name` is that of its writer. It may come more than once: the line's
 *     number counts.
 */
export interface PrivateMessageFrame {
  t: "private_message";
  line: PrivateLine;
  name: string;
}
/**
 * A line as it is shown: plain text, cleaned. `account` has written it, `to` gets it.
 */
export interface PrivateLine {
  id: number;
  account: string;
  to: string;
  text: string;
  at_ms: number;
}
/**
 * You have read the messages of a friend up to this line.
 */
export interface MessagesReadFrame {
  t: "messages_read";
  player: string;
  up_to: number;
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
 * Your friends or requests have changed (`GET /api/me/friends`). `news`: `asked` or `accepted`, by `name`, or of
 *     calls (`GET /api/me/calls`) `called`, `came`; without it there is nothing to say.
 */
export interface FriendsFrame {
  t: "friends";
  news?: string | null;
  name?: string | null;
}
/**
 * Something in a company of yours (`GET /api/companies/<company>`). `news`: `invited` (by `by`), `asked` (`by`
 *     wants to join; for its hosts), `joined` (you were let in), `removed` (you were), `closed`, `soon` and `now` (its
 *     evening of `at_ms` begins in a quarter of an hour, and begins), `changed`: nothing to say.
 */
export interface CompanyFrame {
  t: "company";
  company: string;
  name: string;
  news: "asked" | "changed" | "closed" | "invited" | "joined" | "now" | "removed" | "soon";
  by?: string;
  at_ms?: number | null;
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
  made_by: string | null;
  maker: string;
  audience: string;
  places: number | null;
}
/**
 * Something in a competition that is about the reader. `news`: `entered`, `entry_refused` (`error`: why),
 *     `starting` (in a quarter of an hour), `refunded`, `not_called` (a game could not begin: `error` says why, the place
 *     in the line is kept where the reader was there), `disqualified`, `closing` (the reader waited; no more games begin),
 *     `settled`, `cancelled`.
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
 * A player of your table shows a phrase or a sign; for players alone, and not kept.
 */
export interface ReactionFrame {
  t: "reaction";
  table: string;
  account: string;
  name: string;
  reaction: string;
  at_ms: number;
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
  clock_factor: number;
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
  departures: LeftView[];
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
 * A player who has left the match for good, by the name that their seat had.
 */
export interface LeftView {
  seat: number;
  name: string;
  account: string | null;
  reason: string;
  first_round_done: boolean;
  replaced: boolean;
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
  "DELETE /api/academy/imports/{match}": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/care/exclusion": {
    answer: CareCard;
    session: true;
  };
  "DELETE /api/companies/{company}/picture": {
    answer: unknown;
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
  "DELETE /api/me/bots/{bot}": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/calendar": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/calls/{call}": {
    answer: Calls;
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
  "DELETE /api/me/programs/{program}": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/programs/{program}/allowance": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/me/push/browsers": {
    answer: PushChoices;
    query: DropPushBrowserQuery;
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
  "DELETE /api/me/tokens/{personal}": {
    answer: unknown;
    session: true;
  };
  "DELETE /api/shares/{link}": {
    answer: unknown;
    session: true;
  };
  "GET /.well-known/oauth-authorization-server": {
    answer: AuthorizationServerMetadata;
  };
  "GET /api/academy/branches": {
    answer: Branches;
    query: ListBranchesQuery;
    session: true;
  };
  "GET /api/academy/imports": {
    answer: ImportedMatches;
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
  "GET /api/calendar": {
    answer: Calendar;
    session: true;
  };
  "GET /api/calendar/past": {
    answer: PastCompetitions;
    session: true;
  };
  "GET /api/calls/{call}": {
    answer: Call;
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
  "GET /api/chance": {
    answer: Chance;
    query: GetChanceQuery;
  };
  "GET /api/chance/{game}": {
    answer: ChanceCounts;
    query: GetChanceCountsQuery;
  };
  "GET /api/classification": {
    answer: Classifications;
    query: GetClassificationQuery;
    session: true;
  };
  "GET /api/companies": {
    answer: CompanyPage;
    query: ListOpenCompaniesQuery;
    session: true;
  };
  "GET /api/companies/{company}": {
    answer: Company;
    session: true;
  };
  "GET /api/companies/{company}/chat": {
    answer: CompanyChat;
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
  "GET /api/lotteries/free": {
    answer: FreeOffer;
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
  "GET /api/me/badges": {
    answer: OwnBadges;
    session: true;
  };
  "GET /api/me/blocks": {
    answer: Blocks;
    session: true;
  };
  "GET /api/me/bots": {
    answer: Bots;
    session: true;
  };
  "GET /api/me/calendar": {
    answer: CalendarFeed;
    session: true;
  };
  "GET /api/me/calls": {
    answer: Calls;
    session: true;
  };
  "GET /api/me/card": {
    answer: CardSettings;
    session: true;
  };
  "GET /api/me/companies": {
    answer: Companies;
    session: true;
  };
  "GET /api/me/competitions": {
    answer: OwnCompetitions;
    session: true;
  };
  "GET /api/me/competitions/invited": {
    answer: Competitions;
    session: true;
  };
  "GET /api/me/conduct": {
    answer: Conduct;
    session: true;
  };
  "GET /api/me/conversations": {
    answer: Conversations;
    session: true;
  };
  "GET /api/me/conversations/{player}": {
    answer: MessagePage;
    query: ListMessagesQuery;
    session: true;
  };
  "GET /api/me/days": {
    answer: Days;
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
  "GET /api/me/friends/games": {
    answer: FriendsGames;
    session: true;
  };
  "GET /api/me/luck": {
    answer: OwnLuck;
    session: true;
  };
  "GET /api/me/mails": {
    answer: MailChoices;
    session: true;
  };
  "GET /api/me/problems": {
    answer: OwnProblems;
    session: true;
  };
  "GET /api/me/programs": {
    answer: Programs;
    session: true;
  };
  "GET /api/me/push": {
    answer: PushChoices;
    session: true;
  };
  "GET /api/me/recordings/export": {
    answer: ExportLine;
    query: ExportQuery;
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
  "GET /api/me/today": {
    answer: Today;
    session: true;
  };
  "GET /api/me/tokens": {
    answer: PersonalTokens;
    session: true;
  };
  "GET /api/messages": {
    answer: AdminMessages;
    session: true;
  };
  "GET /api/oauth/authorize": {
    answer: Consent;
    query: AskConsentQuery;
    session: true;
  };
  "GET /api/oembed": {
    answer: Oembed;
    query: OembedQuery;
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
  "GET /api/operator/matches": {
    answer: Recordings;
    query: FindMatchesQuery;
    session: true;
  };
  "GET /api/operator/orders": {
    answer: Orders;
    session: true;
  };
  "GET /api/operator/rounds": {
    answer: TableRounds;
    query: ListRoundsQuery;
    session: true;
  };
  "GET /api/operator/settings": {
    answer: Settings;
    session: true;
  };
  "GET /api/operator/settings/trial": {
    answer: Tried;
    query: TryThresholdQuery;
    session: true;
  };
  "GET /api/operator/templates": {
    answer: Templates;
    session: true;
  };
  "GET /api/passkeys/site": {
    answer: PasskeySite;
  };
  "GET /api/players": {
    answer: Players;
    session: true;
  };
  "GET /api/players/{player}/badges": {
    answer: Badges;
    session: true;
  };
  "GET /api/players/{player}/card": {
    answer: PlayerCard;
    session: true;
  };
  "GET /api/players/{player}/record": {
    answer: PlayerRecord;
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
  "GET /api/problems": {
    answer: OwnProblems;
  };
  "GET /api/problems/{game}": {
    answer: Problem;
    query: GetProblemQuery;
  };
  "GET /api/problems/{game}/{day}/outcome": {
    answer: ProblemOutcome;
    session: true;
  };
  "GET /api/providers": {
    answer: Providers;
  };
  "GET /api/public/boards/{board}": {
    answer: PublicBoard;
    query: PublicBoardQuery;
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
  "GET /api/recordings/{match}/analysis": {
    answer: Analysis;
    session: true;
  };
  "GET /api/recordings/{match}/replay": {
    answer: Replay;
    query: ReplayHandQuery;
    session: true;
  };
  "GET /api/recordings/{match}/text": {
    answer: MatchText;
    session: true;
  };
  "GET /api/shared/{link}": {
    answer: Shared;
  };
  "GET /api/shared/{link}/replay": {
    answer: Replay;
    query: ReplaySharedQuery;
  };
  "GET /api/shares": {
    answer: Shares;
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
  "GET /api/staff/accounts": {
    answer: FoundPlayers;
    query: FindPlayersQuery;
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
  "GET /api/staff/audit/exports/{export}": {
    answer: AuditPage;
    query: ReadAuditExportQuery;
    session: true;
  };
  "GET /api/staff/cases": {
    answer: Cases;
    session: true;
  };
  "GET /api/staff/claims": {
    answer: Claims;
    session: true;
  };
  "GET /api/staff/companies": {
    answer: SeenCompanies;
    query: SearchCompaniesQuery;
    session: true;
  };
  "GET /api/staff/companies/{company}": {
    answer: CompanyFile;
    session: true;
  };
  "GET /api/staff/decisions": {
    answer: SoleDecisions;
    session: true;
  };
  "GET /api/staff/devices": {
    answer: FoundPlayers;
    query: FindByDeviceQuery;
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
  "GET /api/staff/players/{player}/companies": {
    answer: SeenCompanies;
    session: true;
  };
  "GET /api/staff/players/{player}/devices": {
    answer: SeenDevices;
    query: DevicesQuery;
    session: true;
  };
  "GET /api/staff/players/{player}/links": {
    answer: Links;
    query: GetLinksQuery;
    session: true;
  };
  "GET /api/staff/players/{player}/matches": {
    answer: Recordings;
    session: true;
  };
  "GET /api/staff/players/{player}/money": {
    answer: TransferPage;
    query: ListTransfersQuery;
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
  "GET /api/staff/trends": {
    answer: Trends;
    query: GetTrendsQuery;
    session: true;
  };
  "GET /api/stream/events": {
    answer: EventLine;
    query: EventsQuery;
    session: true;
  };
  "GET /api/stream/table/{table}": {
    answer: TableFrame | UpdateFrame | null;
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
  "GET /api/top-table": {
    answer: TopTable;
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
  "POST /api/academy/computer": {
    answer: ComputerMove;
    body: AskComputerBody;
    session: true;
  };
  "POST /api/academy/imports": {
    answer: ImportedMatch;
    body: ImportMatchBody;
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
  "POST /api/calls/{call}/take": {
    answer: TableLine;
    body: TakeCallBody;
    session: true;
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
  "POST /api/companies": {
    answer: CompanyRef;
    body: CompanyBody;
    session: true;
  };
  "POST /api/companies/{company}/answer": {
    answer: unknown;
    body: AnswerCompanyInvitationBody;
    session: true;
  };
  "POST /api/companies/{company}/close": {
    answer: unknown;
    body: CloseCompanyBody;
    session: true;
  };
  "POST /api/companies/{company}/evening/come": {
    answer: unknown;
    body: ComeToEveningBody;
    session: true;
  };
  "POST /api/companies/{company}/invitations": {
    answer: unknown;
    body: InviteToCompanyBody;
    session: true;
  };
  "POST /api/companies/{company}/join": {
    answer: unknown;
    body: JoinCompanyBody;
    session: true;
  };
  "POST /api/companies/{company}/leave": {
    answer: unknown;
    body: LeaveCompanyBody;
    session: true;
  };
  "POST /api/companies/{company}/members/{player}/mute": {
    answer: unknown;
    body: MuteCompanyMemberBody;
    session: true;
  };
  "POST /api/companies/{company}/members/{player}/remove": {
    answer: unknown;
    body: RemoveCompanyMemberBody;
    session: true;
  };
  "POST /api/companies/{company}/members/{player}/role": {
    answer: unknown;
    body: SetCompanyRoleBody;
    session: true;
  };
  "POST /api/companies/{company}/reports": {
    answer: Receipt;
    body: CompanyReportBody;
    session: true;
  };
  "POST /api/companies/{company}/requests/{player}": {
    answer: unknown;
    body: AnswerCompanyRequestBody;
    session: true;
  };
  "POST /api/competitions": {
    answer: MadeCompetition;
    body: OwnCompetitionBody;
    session: true;
  };
  "POST /api/competitions/{competition}/call-off": {
    answer: unknown;
    session: true;
  };
  "POST /api/competitions/{competition}/entries": {
    answer: CompetitionEntry;
    body: EntryBody;
    session: true;
  };
  "POST /api/competitions/{competition}/reports": {
    answer: Receipt;
    body: CompetitionReportBody;
    session: true;
  };
  "POST /api/competitions/{competition}/start": {
    answer: unknown;
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
  "POST /api/me/bots": {
    answer: BotLine;
    body: MakeBotBody;
    session: true;
  };
  "POST /api/me/calendar": {
    answer: CalendarFeed;
    session: true;
  };
  "POST /api/me/calls": {
    answer: Call;
    body: CallBody;
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
  "POST /api/me/passkeys": {
    answer: PasskeyLine;
    body: AddPasskeyBody;
    session: true;
  };
  "POST /api/me/passkeys/challenge": {
    answer: NewPasskey;
    body: OfferPasskeyBody;
    session: true;
  };
  "POST /api/me/passkeys/proof": {
    answer: unknown;
    body: ProvePasskeyBody;
    session: true;
  };
  "POST /api/me/passkeys/proof/challenge": {
    answer: PasskeyChallenge;
    session: true;
  };
  "POST /api/me/passkeys/{passkey}/name": {
    answer: PasskeyLine;
    body: RenamePasskeyBody;
    session: true;
  };
  "POST /api/me/passkeys/{passkey}/removal": {
    answer: unknown;
    body: RemovePasskeyBody;
    session: true;
  };
  "POST /api/me/password": {
    answer: Token;
    body: PasswordBody;
    session: true;
  };
  "POST /api/me/programs": {
    answer: NewProgram;
    body: RegisterProgramBody;
    session: true;
  };
  "POST /api/me/providers": {
    answer: ProviderLine;
    body: LinkProviderBody;
    session: true;
  };
  "POST /api/me/providers/proof": {
    answer: unknown;
    body: ProveProviderBody;
    session: true;
  };
  "POST /api/me/providers/{provider}/removal": {
    answer: unknown;
    body: UnlinkProviderBody;
    session: true;
  };
  "POST /api/me/push/browsers": {
    answer: PushChoices;
    body: PushBrowserBody;
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
  "POST /api/me/tokens": {
    answer: NewToken;
    body: MakeTokenBody;
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
  "POST /api/moderation/competitions/{competition}/close": {
    answer: unknown;
    body: ClosingBody;
    session: true;
  };
  "POST /api/moderation/mutes": {
    answer: Mute;
    body: MuteBody;
    session: true;
  };
  "POST /api/oauth/authorize": {
    answer: ConsentDecided;
    body: DecideConsentBody;
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
  "POST /api/operator/corrections/preview": {
    answer: CorrectionEffect;
    body: TriedCorrectionBody;
    session: true;
  };
  "POST /api/operator/orders": {
    answer: Order;
    body: OrderBody;
    session: true;
  };
  "POST /api/operator/rounds/preview": {
    answer: RoundEffect;
    body: TriedRoundBody;
    session: true;
  };
  "POST /api/passkeys/challenge": {
    answer: PasskeyChallenge;
    body: OfferSignInBody;
  };
  "POST /api/passkeys/login": {
    answer: Session;
    body: SignInByPasskeyBody;
  };
  "POST /api/passkeys/registration": {
    answer: NewPasskey;
    body: OfferRegistrationBody;
  };
  "POST /api/password/forgotten": {
    answer: MailSent;
    body: ForgottenBody;
  };
  "POST /api/password/reset": {
    answer: unknown;
    body: ResetBody;
  };
  "POST /api/problems/{game}/answer": {
    answer: ProblemOutcome;
    body: AnswerProblemBody;
    session: true;
  };
  "POST /api/problems/{game}/{day}/study": {
    answer: Study;
    body: StudyProblemBody;
    session: true;
  };
  "POST /api/providers/login": {
    answer: Session;
    body: ProviderLoginBody;
  };
  "POST /api/providers/{provider}/return": {
    answer: ProviderReturn;
    body: ReturnFromProviderBody;
  };
  "POST /api/providers/{provider}/start": {
    answer: ProviderAddress;
    body: StartProviderBody;
  };
  "POST /api/push/renew": {
    answer: unknown;
    body: PushRenewalBody;
  };
  "POST /api/recordings/{match}/analysis": {
    answer: Analysis;
    session: true;
  };
  "POST /api/recordings/{match}/share": {
    answer: ShareLink;
    body: ShareMatchBody;
    session: true;
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
  "POST /api/staff/audit/exports": {
    answer: AuditExport;
    body: AuditExportBody;
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
  "POST /api/staff/claims": {
    answer: Claims;
    body: ClaimBody;
    session: true;
  };
  "POST /api/staff/companies/{company}/deeds": {
    answer: unknown;
    body: CompanyDeedBody;
    session: true;
  };
  "POST /api/staff/decisions/{decision}/review": {
    answer: SoleDecision;
    body: ReviewBody;
    session: true;
  };
  "POST /api/staff/players/{player}/notes": {
    answer: Note;
    body: NoteBody;
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
  "POST /api/tables/{table}/hint": {
    answer: ComputerMove;
    session: true;
  };
  "POST /api/tickets/{ticket}/draw": {
    answer: Drawn;
    body: DrawBody;
    session: true;
  };
  "POST /api/unsubscribe/{link}": {
    answer: unknown;
  };
  "POST /api/visit": {
    answer: Session;
    body: VisitBody;
  };
  "POST /oauth/revoke": {
    answer: unknown;
    body: RevokeProgramTokenBody;
  };
  "POST /oauth/token": {
    answer: ProgramToken;
    body: AskTokenBody;
  };
  "PUT /api/care/limits": {
    answer: CareCard;
    body: LimitBody;
    session: true;
  };
  "PUT /api/companies/{company}": {
    answer: unknown;
    body: CompanyChangeBody;
    session: true;
  };
  "PUT /api/companies/{company}/evening": {
    answer: unknown;
    body: SetCompanyEveningBody;
    session: true;
  };
  "PUT /api/companies/{company}/picture": {
    answer: unknown;
    session: true;
  };
  "PUT /api/me/card": {
    answer: CardSettings;
    body: CardSettingsBody;
    session: true;
  };
  "PUT /api/me/friends/{player}": {
    answer: Friends;
    body: FriendAnswerBody;
    session: true;
  };
  "PUT /api/me/mails": {
    answer: MailChoices;
    body: MailChoicesBody;
    session: true;
  };
  "PUT /api/me/photo": {
    answer: Photo;
    session: true;
  };
  "PUT /api/me/push": {
    answer: PushChoices;
    body: PushChoicesBody;
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
  "PUT /api/recordings/{match}/share/answer": {
    answer: unknown;
    body: AnswerShareBody;
    session: true;
  };
  "PUT /api/shares/choice": {
    answer: unknown;
    body: SetShareChoiceBody;
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
 * One's own calls and those of friends, newest first, and how many own ones may wait.
 */
export interface Calls {
  sent: Call[];
  received: Call[];
  most: number;
}
/**
 * A call, as both who know of it see it. `call`: what its link names; nobody can guess it.
 */
export interface Call {
  call: string;
  by: string;
  by_account: string;
  to: string | null;
  to_account: string | null;
  game: string;
  options: {
    [k: string]: unknown;
  };
  sent_at_ms: number;
  until_ms: number;
  state: "expired" | "taken" | "waiting" | "withdrawn";
  taken_by: string | null;
  table: string | null;
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
 * What an account is notified of. `key`: the public key with which a browser subscribes; empty: the platform sends
 *     nothing. `browsers`: how many are notified. `problem_minute`: of the day in the zone of the quiet hours, when
 *     `problem` is sent.
 */
export interface PushChoices {
  key: string;
  kinds: ("call" | "evening" | "game" | "prize" | "problem" | "soon" | "turn")[];
  quiet: QuietHours;
  browsers: number;
  problem_minute: number;
}
/**
 * From a time of day to another, in minutes since midnight, in a time zone (IANA); both equal: none.
 */
export interface QuietHours {
  from_minute: number;
  to_minute: number;
  zone: string;
}
/**
 * Notify a browser no more; one that is not notified changes nothing.
 */
export interface DropPushBrowserQuery {
  endpoint: string;
}
/**
 * RFC 8414 §2, with RFC 9207 §3: where programs ask for what, and what there is.
 */
export interface AuthorizationServerMetadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
  scopes_supported: ("chat" | "company" | "play" | "read")[];
  response_types_supported: string[];
  response_modes_supported: string[];
  grant_types_supported: string[];
  token_endpoint_auth_methods_supported: string[];
  revocation_endpoint_auth_methods_supported: string[];
  code_challenge_methods_supported: string[];
  authorization_response_iss_parameter_supported: boolean;
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
 * All imports of an account, newest first, and how many may be kept.
 */
export interface ImportedMatches {
  imports: ImportedMatch[];
  limit: number;
}
/**
 * A match from another program: its players by seat, and how many games its text has.
 */
export interface ImportedMatch {
  match: string;
  game: string;
  players: string[];
  games: number;
  imported_at_ms: number;
}
/**
 * The boards with their running periods, the boards of all games first, bots' ladders last.
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
  bots: boolean;
  title: string;
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
 * Competitions by start, soonest first; `as_of_ms`: the moment.
 */
export interface Calendar {
  lines: CalendarLine[];
  as_of_ms: number;
}
/**
 * A competition in the calendar. `state`: `planned` while its series has not announced it, otherwise that of the
 *     competition; `changed_at_ms`: when something of what stands here was decided last, its entrants aside.
 */
export interface CalendarLine {
  id: string;
  name: string;
  game: string;
  state: "announced" | "cancelled" | "closing" | "open" | "planned" | "running" | "settled";
  opens_at_ms: number;
  starts_at_ms: number;
  ends_at_ms: number;
  price_chips: number;
  changed_at_ms: number;
  maker: string;
}
/**
 * Competitions, the last one first.
 */
export interface PastCompetitions {
  past: PastCompetition[];
}
/**
 * A competition that is over, and its winners by place.
 */
export interface PastCompetition {
  competition: Competition;
  winners: Winner[];
}
/**
 * A player on one of the first three places, with their picture.
 */
export interface Winner {
  account: string;
  name: string;
  place: number;
  photo: string | null;
  avatar: string | null;
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
 * All games of which something was revealed, by id. `waiting`: finished matches that are not counted yet.
 */
export interface Chance {
  games: ChanceOfGame[];
  waiting: number;
  counted_at_ms: number;
}
/**
 * All that was ever revealed of a game. `shuffles`: whole decks; `leader`: how often each seat began.
 */
export interface ChanceOfGame {
  game: string;
  matches: number;
  shuffles: number;
  dice: DiceCounts | null;
  deals: DealCounts[];
  leader: number[];
  fits: ChanceFit[];
  days: ChanceDay[];
}
/**
 * Rolls of two dice. `pairs`: 36 numbers, by the first die and then the second; `faces`: by seat, 6 numbers;
 *     `doubles` and `rolls`: by seat.
 */
export interface DiceCounts {
  pairs: number[];
  faces: number[][];
  doubles: number[];
  rolls: number[];
}
/**
 * Deals for so many seats. `strong`: what players hope for (`double_tiles`, `jacks`, `aces_and_specials`, `jokers`,
 *     `wild_cards`), None where there is no such thing; `got`: how many of them each seat was dealt; `expected`: on
 *     average by fair chance.
 */
export interface DealCounts {
  deals: number;
  seats: number;
  strong: string | null;
  got: number[];
  expected: number[];
}
/**
 * A test of counts. `test`: `faces`, `rolls`, `doubles`, `faces_first`, `faces_second` (of the seat that plays the
 *     first or the second colour), `leader`, `places`, `hands`. `sum`: chi-squared, with `freedom` degrees of freedom.
 *     `probability`: that fair chance deviates as much or more; these three are None with the verdict `few`.
 */
export interface ChanceFit {
  test: string;
  sum: number | null;
  freedom: number | null;
  probability: number | null;
  verdict: "fair" | "few" | "rare" | "unfair";
}
/**
 * The matches that ended on a UTC day, `day` as `2026-11-28`.
 */
export interface ChanceDay {
  day: string;
  matches: number;
  fits: ChanceFit[];
}
/**
 * Counts of all dice and deals that were ever revealed, with tests of all together and of each of the last days.
 */
export interface GetChanceQuery {
  days?: number;
}
/**
 * Everything that is counted of a game, so that anybody can test it in another way.
 */
export interface ChanceCounts {
  game: string;
  day: string | null;
  measures: RawCounts[];
}
/**
 * The counts of one measure (services/tables/fairness/observed.py).
 */
export interface RawCounts {
  measure: string;
  counts: number[];
}
/**
 * The counts of a game, of one day or of all (`day` None).
 */
export interface GetChanceCountsQuery {
  day?: string | null;
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
 * Companies to join; `next`: what to ask with for more.
 */
export interface CompanyPage {
  companies: CompanyLine[];
  next: string | null;
}
/**
 * A company as lists show it.
 */
export interface CompanyLine {
  company: string;
  name: string;
  joining: "asked" | "invited" | "open";
  members: number;
  founder: string;
  picture: string | null;
  role: ("founder" | "host" | "member") | null;
  evening: Evening | null;
  evening_at_ms: number | null;
  coming: number;
  comes: boolean;
}
/**
 * When a company meets every week: `weekday` 0 is Monday, `minute` counts from midnight of the local time of `zone`
 *     (a name of the IANA database, `Europe/Athens`).
 */
export interface Evening {
  weekday: number;
  minute: number;
  zone: string;
  game: string;
}
/**
 * Companies that any player may join or ask to join, those that one is in left out; in the order of their ids.
 */
export interface ListOpenCompaniesQuery {
  after?: string;
  limit?: number;
}
/**
 * A company as one player sees it: all but the line is for members, `asking` and `invited` for its hosts.
 */
export interface Company {
  line: CompanyLine;
  members: CompanyMember[];
  asking: CompanyCandidate[];
  invited: CompanyCandidate[];
  tables: TableLine[];
  is_invited: boolean;
  has_asked: boolean;
}
/**
 * A member as the others see them.
 */
export interface CompanyMember {
  account: string;
  name: string;
  role: "founder" | "host" | "member";
  joined_at_ms: number;
  photo: string | null;
  avatar: string | null;
  muted_until_ms: number;
  comes: boolean;
}
/**
 * A player who was invited, or who asks to join.
 */
export interface CompanyCandidate {
  account: string;
  name: string;
  at_ms: number;
  photo: string | null;
  avatar: string | null;
}
/**
 * The last lines of a company's chat, oldest first.
 */
export interface CompanyChat {
  lines: ChatLine[];
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
  free_every_ms: number;
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
 * From when on the free ticket may be taken, 0: at once; null: none is offered to this account.
 */
export interface FreeOffer {
  ready_at_ms: number | null;
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
 *     all; `recovery_codes`: how many are left; `sessions`: of the last 30 days, newest first. `email` empty: the account
 *     has none; `password`: whether it has one; `providers`: those by which it is entered; `proven`: whether a passkey was
 *     shown in this session within the last five minutes, or a provider has recognised an owner who has nothing else, so
 *     that no password is asked for.
 */
export interface Access {
  email: string;
  email_confirmed_at_ms: number | null;
  mail: boolean;
  second_factor: boolean;
  recovery_codes: number;
  sessions: SessionLine[];
  password: boolean;
  passkeys: PasskeyLine[];
  providers: ProviderLine[];
  proven: boolean;
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
 * A passkey as its owner sees it. `name` empty: it has none; `synced`: copied between devices by its maker;
 *     `closed`: not taken any more, because a copy of it was seen.
 */
export interface PasskeyLine {
  id: string;
  name: string;
  added_at_ms: number;
  used_at_ms: number | null;
  synced: boolean;
  closed: boolean;
}
/**
 * A provider by which an account is entered, as its owner sees it. `name`: as the operator has it; `open`: whether
 *     the provider is still named here, so that it lets its owner in.
 */
export interface ProviderLine {
  provider: string;
  name: string;
  added_at_ms: number;
  used_at_ms: number | null;
  open: boolean;
}
/**
 * One's badges, newest first, and those that are still there to earn. `quiet`: nothing is said of new ones and of
 *     goals, which are not listed then.
 */
export interface OwnBadges {
  badges: OwnBadge[];
  goals: BadgeGoal[];
  quiet: boolean;
}
/**
 * One's own badge. `match`: the match that earned it; null: it was a problem of the day.
 */
export interface OwnBadge {
  badge:
    | "buraco_clean"
    | "competition_game"
    | "mpirimpa_clean"
    | "people"
    | "pilotta_capot"
    | "problems"
    | "stayed"
    | "tavli_double"
    | "tichu_made"
    | "won_buraco"
    | "won_dominoes"
    | "won_koumkan"
    | "won_mpirimpa"
    | "won_pilotta"
    | "won_tavli"
    | "won_tichu"
    | "won_tictactoe";
  earned_at_ms: number;
  match: string | null;
}
/**
 * A badge that one does not have: how many of its `needed` deeds are `done`.
 */
export interface BadgeGoal {
  badge:
    | "buraco_clean"
    | "competition_game"
    | "mpirimpa_clean"
    | "people"
    | "pilotta_capot"
    | "problems"
    | "stayed"
    | "tavli_double"
    | "tichu_made"
    | "won_buraco"
    | "won_dominoes"
    | "won_koumkan"
    | "won_mpirimpa"
    | "won_pilotta"
    | "won_tavli"
    | "won_tichu"
    | "won_tictactoe";
  done: number;
  needed: number;
}
/**
 * The bot accounts of a person, oldest first, and the limits.
 */
export interface Bots {
  bots: BotLine[];
  bots_max: number;
  games_day_max: number;
}
/**
 * A bot account as its owner sees it. `games`: which it may play; `games_today`: tables that it has sat down at on
 *     this UTC day.
 */
export interface BotLine {
  account: string;
  name: string;
  games: string[];
  made_at_ms: number;
  games_today: number;
}
/**
 * Whether an account has a feed. `token`: its secret, in the answer that makes it alone.
 */
export interface CalendarFeed {
  made_at_ms: number | null;
  token: string | null;
}
/**
 * One's own choices about one's card. `last_seen`: who sees when one was last here.
 */
export interface CardSettings {
  last_seen: "all" | "friends" | "none";
}
/**
 * One's own companies, by name, and what waits for an answer. `most`: to how many one may belong.
 */
export interface Companies {
  mine: CompanyLine[];
  invitations: CompanyInvitation[];
  asked: CompanyLine[];
  most: number;
}
/**
 * An invitation to the reader; `by`: the name of who invites.
 */
export interface CompanyInvitation {
  line: CompanyLine;
  by: string;
  at_ms: number;
}
/**
 * One's competitions: those that are not over, soonest first, then the last ones that are.
 */
export interface OwnCompetitions {
  competitions: OwnCompetition[];
}
/**
 * A competition that one has entered; `place`: in a settled one, null where one is not ranked.
 */
export interface OwnCompetition {
  competition: Competition;
  place: number | null;
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
 * One's conversations with friends, the newest first.
 */
export interface Conversations {
  conversations: Conversation[];
  unread: number;
}
/**
 * What was written with a friend: the last line, and how many of theirs are not read, up to 99.
 */
export interface Conversation {
  account: string;
  name: string;
  last: PrivateLine;
  unread: number;
  photo: string | null;
  avatar: string | null;
}
/**
 * Lines with a friend, oldest first; `next_before` asks for older ones, null: there are none.
 */
export interface MessagePage {
  account: string;
  name: string;
  lines: PrivateLine[];
  next_before: number | null;
  unread: number;
  closed: string | null;
  photo: string | null;
  avatar: string | null;
}
/**
 * A page of what was written with a friend; `before`: only lines with smaller numbers.
 */
export interface ListMessagesQuery {
  before?: number | null;
  limit?: number;
}
/**
 * `streak_days`: days in a row on which the account has played or solved a problem; null: nothing is said of it.
 *     `today`: today is one of them.
 */
export interface Days {
  streak_days: number | null;
  today: boolean;
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
 * The top table, and matches of friends that may be watched, the strongest first; each once.
 */
export interface FriendsGames {
  top: WatchableTable | null;
  games: WatchableTable[];
}
/**
 * A match that runs and may be watched. `elo`: the mean rating of its players, rounded down.
 */
export interface WatchableTable {
  table: TableLine;
  elo: number;
}
/**
 * By game and measure; only matches that have been counted.
 */
export interface OwnLuck {
  lines: LuckLine[];
}
/**
 * One's luck in a measure of a game: `pips` and `doubles` of dice, or a `strong` of deals. `value` and `expected`:
 *     on average for a draw; `luckier_than`: of a hundred players with fair chance and as many draws, so many got less;
 *     `others_value`: on average of the other seats, None without any.
 */
export interface LuckLine {
  game: string;
  measure: string;
  draws: number;
  value: number;
  expected: number;
  luckier_than: number;
  others_draws: number;
  others_value: number | null;
}
/**
 * What an account gets mails about. `offered`: the platform sends mails, and the account can get them; `confirmed`:
 *     whether its address is, without which there are none.
 */
export interface MailChoices {
  offered: boolean;
  confirmed: boolean;
  kinds: ("call" | "evening" | "game" | "prize" | "soon")[];
}
/**
 * Today's problems and those of the last days, the newest first. `today`: the platform's day; `next_at_ms`: when
 *     the next one begins.
 */
export interface OwnProblems {
  today: string;
  next_at_ms: number;
  problems: ProblemDay[];
}
/**
 * A problem of a game and a day, and how the asking account has answered it.
 */
export interface ProblemDay {
  game: string;
  day: string;
  answer: "none" | "right" | "wrong";
}
/**
 * The programs that an account has registered, and those that it has allowed, newest first; and the limits.
 */
export interface Programs {
  registered: ProgramLine[];
  allowed: AllowedLine[];
  programs_max: number;
  redirects_max: number;
}
/**
 * A program as the one who has registered it sees it. `program`: its `client_id`; `redirects`: the addresses to
 *     which it may be answered; `secret`: whether it has one to show.
 */
export interface ProgramLine {
  program: string;
  name: string;
  homepage: string;
  redirects: string[];
  secret: boolean;
  made_at_ms: number;
}
/**
 * A program that may act in one's name. `owner`: the player who has registered it; `used_at_ms`: null: never.
 */
export interface AllowedLine {
  program: string;
  name: string;
  homepage: string;
  owner: string;
  scopes: ("chat" | "company" | "play" | "read")[];
  allowed_at_ms: number;
  used_at_ms: number | null;
}
/**
 * A line: a match, or the last one, which says why the stream ends.
 */
export interface ExportLine {
  cursor?: string;
  match?: string;
  recording?: Recording | null;
  error?: string;
  done?: boolean;
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
  clock_factor: number;
  guests: string[];
  start: unknown;
  competition: string | null;
  corrected: Correction | null;
  imported: boolean;
}
/**
 * A hand: the key that names its chance, how many events it has, and how it was scored, if it was. `start`: of an
 *     import, the game's state in which the hand begins; None: it goes on from what was before.
 */
export interface RecordedHand {
  number: number;
  deal_key: string;
  events: number;
  result: {
    [k: string]: unknown;
  } | null;
  start: unknown;
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
 * The result that an operator has put in the place of the one that was played; it counts everywhere.
 */
export interface Correction {
  revision: number;
  outcome: string;
  winners: number[];
  at_ms: number;
}
/**
 * Where to go on. Typed here: the stream is made of several requests.
 */
export interface ExportQuery {
  after?: string | null;
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
  corrected: boolean;
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
 * What there is today: each part is as its own operation answers it; null: there is none for this account, or its
 *     service is away.
 */
export interface Today {
  free: FreeOffer | null;
  problems: OwnProblems | null;
  days: Days | null;
}
/**
 * The tokens of an account that hold, newest first, and the limits. `password`: whether the account has one, which
 *     is asked for where a token is made.
 */
export interface PersonalTokens {
  tokens: TokenLine[];
  tokens_max: number;
  days_max: number;
  password: boolean;
}
/**
 * A token as its owner sees it, without its secret. `used_at_ms`: to the minute; null: never. `bot`: the bot
 *     account that comes in with it; null: it is for the owner's own.
 */
export interface TokenLine {
  id: string;
  name: string;
  scopes: ("chat" | "company" | "play" | "read")[];
  made_at_ms: number;
  expires_at_ms: number;
  used_at_ms: number | null;
  bot: string | null;
}
/**
 * Messages, oldest first.
 */
export interface AdminMessages {
  messages: AdminMessage[];
}
/**
 * What a program asks for. `host`: where its answer goes; `password`: whether the account has one, which is asked
 *     for. `error`: it has asked in a wrong way (RFC 6749 §4.1.2.1), so there is nothing to allow, and `location` is where
 *     the browser may go back to, with that; null: it may be allowed.
 */
export interface Consent {
  program: string;
  name: string;
  homepage: string;
  owner: string;
  host: string;
  scopes: ("chat" | "company" | "play" | "read")[];
  password: boolean;
  error: string | null;
  location: string | null;
}
/**
 * A program asks to act in the name of the session's account (RFC 6749 §4.1.1, RFC 7636).
 */
export interface AskConsentQuery {
  client_id?: string;
  redirect_uri?: string;
  response_type?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}
/**
 * How to show a shared replay on another page (oembed.com, of the kind `rich`).
 */
export interface Oembed {
  version: string;
  type: string;
  provider_name: string;
  provider_url: string;
  title: string;
  html: string;
  width: number;
  height: number;
  thumbnail_url: string | null;
  thumbnail_width: number | null;
  thumbnail_height: number | null;
}
/**
 * What a site asks that wants to show a page of ours: its address, and how large it may be. Typed here: oEmbed says
 *     what it has.
 */
export interface OembedQuery {
  url: string;
  maxwidth?: number | null;
  maxheight?: number | null;
  format?: string;
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
 *     A board that is not `active` begins no further period. `title` is what players read of a board of its own: 3–60
 *     signs, cleaned as chat is, of no other board; empty: it is named by its games.
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
  title: string;
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
  reason: string;
  departed: RecordedDeparture[];
  corrected: Correction | null;
}
/**
 * A seat whose player left for good, and why (`tables.events.Departure`); `replaced`: by a computer player.
 */
export interface RecordedDeparture {
  seat: number;
  reason: string;
  first_round_done: boolean;
  replaced: boolean;
}
/**
 * Matches that have ended, newest first, for operators: of an account, at a table, one by its id, of a game, that
 *     began within some time. Matches that left no recording too, unless they are looked for by an account. `roles`: of
 *     who asks.
 */
export interface FindMatchesQuery {
  of?: string | null;
  table?: string | null;
  match?: string | null;
  game?: string | null;
  from_ms?: number | null;
  until_ms?: number | null;
  before?: string | null;
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
 *     `seen_revision`: how many corrections of the match whoever orders this has seen; null: that is not looked at.
 *
 *     Refused with `match_unknown`, `correction_window_closed`, `not_correctable`, `bad_parameters`, `correction_empty`
 *     (it is the result that counts), `correction_outdated` (somebody has corrected it meanwhile).
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
  seen_revision: number | null;
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
 *     `bad_parameters`, `correction_empty` (it is what counts).
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
 * Post the next version of the terms and rules; what it changes, in the operators' languages
 *     (services/lobby/RULES.md §1). Refused with `bad_request`.
 */
export interface PostTerms {
  kind: "post_terms";
  el: string;
  en: string;
  es: string;
}
/**
 * Define a leaderboard, or change one; `fresh`: a new one, which changes none. Refused with `board_invalid`,
 *     `board_taken` (a new one with the id of another, or the title of another), `board_frozen`.
 */
export interface SaveBoard {
  kind: "save_board";
  definition: BoardDefinition;
  fresh: boolean;
}
/**
 * Close a period of a leaderboard. `title`: of a board of its own as it was then, which the gateway adds. Refused
 *     with `board_unknown`, `board_not_closed`.
 */
export interface CloseBoard {
  kind: "close_board";
  board: string;
  period: string;
  title: string;
}
/**
 * Give a setting another value, of the setting's kind. Refused at once with `setting_unknown`, `setting_invalid`;
 *     by the service that owns it with `setting_invalid`, `rake_steps_invalid`, `lottery_table_invalid` (it does not fit
 *     the other settings) or `setting_outdated` (a newer order was quicker).
 */
export interface ChangeSetting {
  kind: "change_setting";
  name: string;
  value:
    | number
    | string
    | (number | string | [] | [number] | [number, number])[]
    | {
        [k: string]:
          | number
          | {
              [k: string]: number | [] | [number] | [number, number][];
            };
      };
}
/**
 * Rounds of the shoe that is played at a table, newest first; those without a bet are left out.
 */
export interface TableRounds {
  game: string;
  rounds: TableRound[];
}
/**
 * A round of a house-banked table with its bets, account → chips, since they were asked for (`at_ms`).
 *
 *     `number`: as the game counts; `match`: its shoe. `credited`: account → chips that it was paid, the stake included;
 *     null while it is not paid.
 */
export interface TableRound {
  round: string;
  number: number;
  match: string;
  at_ms: number;
  state: "annulled" | "held" | "holding" | "paid" | "paying";
  bets: {
    [k: string]: number;
  };
  credited: {
    [k: string]: number;
  } | null;
}
/**
 * The newest rounds of a house-banked table that is open, for operators. `roles`: of the asking account. Refused
 *     with `forbidden`, `table_unknown`, `not_house_banked`, `match_over` (the table is closed).
 */
export interface ListRoundsQuery {
  table: string;
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
  kind: "choice" | "lotteries" | "number" | "numbers" | "packs" | "prices" | "steps" | "text" | "words";
  value:
    | number
    | string
    | (number | string | [] | [number] | [number, number])[]
    | {
        [k: string]:
          | number
          | {
              [k: string]: number | [] | [number] | [number, number][];
            };
      };
  usual:
    | number
    | string
    | (number | string | [] | [number] | [number, number])[]
    | {
        [k: string]:
          | number
          | {
              [k: string]: number | [] | [number] | [number, number][];
            };
      };
  min: number;
  max: number;
  choices: string[];
}
/**
 * How many cases the last days would have opened by a threshold that is tried out, and by the present one.
 */
export interface Tried {
  cases: number;
  cases_now: number;
}
/**
 * Try a signal's threshold on the last 30 days; nothing is changed. `setting`: its name.
 */
export interface TryThresholdQuery {
  setting: "reporters_signal";
  value: number;
}
/**
 * Templates by name.
 */
export interface Templates {
  templates: Template[];
}
/**
 * A repeated competition; `plan` has the first one's times. `next_opens_at_ms`: of the next one that will be
 *     announced, `lead_ms` before it opens; null: its rule has come to its end.
 */
export interface Template {
  id: string;
  plan: Plan;
  every: "daily" | "monthly" | "weekly";
  lead_ms: number;
  active: boolean;
  made: number;
  next_opens_at_ms: number | null;
  rule: string;
  zone: string;
  announced: Announced[];
  called_off: Announced[];
}
/**
 * A competition of a template; `entrants`: how many have entered.
 */
export interface Announced {
  competition: string;
  name: string;
  starts_at_ms: number;
  entrants: number;
}
/**
 * Where passkeys are taken: the origin of the site, as browsers write it; empty: nowhere.
 */
export interface PasskeySite {
  origin: string;
}
/**
 * The players list in its order.
 */
export interface Players {
  players: PlayerLine[];
}
/**
 * An account's badges, newest first.
 */
export interface Badges {
  account: string;
  badges: Badge[];
}
/**
 * A badge that an account has, and the end of the match, or the time of the answer, that earned it.
 */
export interface Badge {
  badge:
    | "buraco_clean"
    | "competition_game"
    | "mpirimpa_clean"
    | "people"
    | "pilotta_capot"
    | "problems"
    | "stayed"
    | "tavli_double"
    | "tichu_made"
    | "won_buraco"
    | "won_dominoes"
    | "won_koumkan"
    | "won_mpirimpa"
    | "won_pilotta"
    | "won_tavli"
    | "won_tichu"
    | "won_tictactoe";
  earned_at_ms: number;
}
/**
 * A player, as one account sees them.
 *
 *     `bare`: this player does not want the viewer, who sees name and picture alone; all that may be null is null then.
 *     `relation`: `asked` (the viewer has, and has no answer), `asks` (the player waits for the viewer's answer).
 */
export interface PlayerCard {
  account: string;
  name: string;
  photo: string | null;
  avatar: string | null;
  guest: boolean;
  home: string | null;
  bare: boolean;
  relation: "asked" | "asks" | "friend" | "none" | "self";
  blocked: boolean;
  may: ("befriend" | "block" | "challenge" | "message" | "report" | "treat" | "unblock" | "watch")[];
  elo: number | null;
  quintile: number | null;
  since_ms: number | null;
  status: ("absent" | "invited" | "online" | "playing" | "returning" | "waiting") | null;
  table: TableLine | null;
  seen_at_ms: number | null;
}
/**
 * A player's newest recorded matches by game, and the viewer's newest ones against the player, from the viewer's
 *     side. Of each at most `RECORD_MATCHES_MAX`; house-banked games and practice are not counted.
 */
export interface PlayerRecord {
  games: GameTotals[];
  together: GameTotals[];
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
 * A position in which one move is clearly best. `view`: as `seat` saw it, which is to move; without names.
 */
export interface Problem {
  game: string;
  day: string;
  seat: number;
  seats: number;
  view: unknown;
  options: number;
  source: "made" | "match";
  unit: "chance" | "points";
}
/**
 * The problem of a day: today's, or one of the last thirty days.
 */
export interface GetProblemQuery {
  day?: string | null;
}
/**
 * A problem with its solution. `best`: at most three plays, the best first; `plays`: the most frequent answers, at
 *     most five; `answers`: of how many in all; `own` None: this account has not answered.
 */
export interface ProblemOutcome {
  game: string;
  day: string;
  unit: "chance" | "points";
  best: Candidate[];
  reason: Reason;
  own: OwnAnswer | null;
  plays: PlayShare[];
  answers: number;
}
/**
 * A move that could have been made, and what it was worth to its seat, in the report's `unit`. `move` None: to play
 *     on instead of resigning.
 */
export interface Candidate {
  move: {
    [k: string]: unknown;
  } | null;
  value: number;
  chances: Chances | null;
}
/**
 * How a game of tavli ends for the seat that decides, each 0 … 1. `win` includes `double_win`; `double_loss` is
 *     part of what is left.
 */
export interface Chances {
  win: number;
  double_win: number;
  double_loss: number;
}
/**
 * Why a move is good: a code of the game's RULES.md with its data, which a page words; `best`: nothing simpler can
 *     be said of it than that it is worth most.
 */
export interface Reason {
  code: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 * What an account has answered. `loss` None: the play is worth less than all whose values are known.
 */
export interface OwnAnswer {
  move: {
    [k: string]: unknown;
  };
  right: boolean;
  loss: number | null;
  at_ms: number;
}
/**
 * How many have answered with one play: those that lead to the same position are one.
 */
export interface PlayShare {
  move: {
    [k: string]: unknown;
  };
  answers: number;
  right: boolean;
  loss: number | null;
}
/**
 * The providers that the operator has named, in the operator's order.
 */
export interface Providers {
  providers: ProviderName[];
}
/**
 * A provider that people may sign in by, and what it is called.
 */
export interface ProviderName {
  id: string;
  name: string;
}
/**
 * Places of a leaderboard in their order.
 */
export interface PublicBoard {
  board: string;
  period: string;
  starts_at_ms: number;
  ends_at_ms: number;
  state: "closing" | "open" | "paid";
  players: number;
  rows: PublicRow[];
}
/**
 * A place: the name is empty for an account whose data were erased.
 */
export interface PublicRow {
  place: number;
  name: string;
  rating: number;
  wins: number;
  matches: number;
}
/**
 * Places of a board from `place` on, or, with `around`, those around the asker.
 *
 *     `period` None: the running one, else the newest. A player without a row has no neighbours: `around` then answers
 *     the first places.
 */
export interface PublicBoardQuery {
  period?: string | null;
  place?: number;
  limit?: number;
}
/**
 * The recordings of an account's matches: of all, or of a game, against an opponent's account (partners do not
 *     count), with a result for the account (the one that counts), that ended from a moment on and before another one.
 *
 *     A page may be shorter than its limit, or empty, and not be the last (services/tables/RULES.md §12).
 */
export interface ListRecordingsQuery {
  game?: string | null;
  opponent?: string | null;
  result?: ("lost" | "tied" | "won") | null;
  from_ms?: number | null;
  until_ms?: number | null;
  before?: string | null;
  limit?: number;
}
/**
 * An analysis as it stands. `percent` of the work is done; `ahead`: analyses that come before it; `again_ms`: when
 *     to ask again, None once nothing changes any more. `left_today`: how many more the asking account may order.
 */
export interface Analysis {
  match: string;
  game: string;
  seats: SeatPlayer[];
  state: "done" | "failed" | "running" | "waiting";
  percent: number;
  ahead: number;
  again_ms: number | null;
  left_today: number;
  report: MatchReport | null;
}
/**
 * The analysis of a match. Numbers are rounded to 0.00001.
 */
export interface MatchReport {
  format: number;
  game: string;
  rules: number;
  evaluator: string;
  unit: "chance" | "points";
  match_unit: "chance" | "points";
  marks: {
    [k: string]: number;
  };
  ratings: {
    [k: string]: number;
  };
  decisions: Decision[];
  luck: Luck[];
  curve: CurvePoint[];
  players: PlayerReport[];
  sides: SideReport[];
  turnings: Turning[];
}
/**
 * A move that was made, by a seat that had a choice.
 *
 *     `seq` is the recording's event; the Academy shows the board before it at `hand` and `position`. `loss`: what it
 *     was worth less than the best, in `unit`; `match_loss`: the same in `match_unit`. `deep`: whether the values are from
 *     a longer computation than usual. `best`: at most three, the best first; the move made need not be among them.
 */
export interface Decision {
  seq: number;
  t_ms: number;
  hand: number;
  position: number;
  seat: number;
  kind: string;
  move: {
    [k: string]: unknown;
  };
  value: number;
  chances: Chances | null;
  options: number;
  best: Candidate[];
  reason: Reason;
  loss: number;
  match_loss: number;
  mark: "bad" | "doubtful" | "none" | "very_bad";
  deep: boolean;
}
/**
 * A roll or a deal. `luck`: what it changed by side, in `match_unit`; sides of two, so the two sum to zero.
 *
 *     `kind`: `roll`, `opening` (who begins), `start` (the winner of a game begins the next), `deal`. `seat`: who rolled.
 */
export interface Luck {
  seq: number;
  t_ms: number;
  hand: number;
  position: number;
  kind: "deal" | "opening" | "roll" | "start";
  seat: number | null;
  values: number[];
  luck: number[];
}
/**
 * The chance of side 0 to win the match, after the event `seq`.
 */
export interface CurvePoint {
  seq: number;
  t_ms: number;
  hand: number;
  position: number;
  chance: number;
}
/**
 * How one seat played. `decisions`: those with a choice; `mean_error`: mean `loss` of them, in `unit`.
 */
export interface PlayerReport {
  seat: number;
  side: number;
  decisions: number;
  mean_error: number;
  lost: number;
  match_lost: number;
  marks: {
    [k: string]: number;
  };
  rating: ("beginner" | "casual" | "club" | "expert" | "master" | "strong") | null;
}
/**
 * What became of a side, in `match_unit`: `result` = `luck` + `skill` + `conceded`, to 0.0001.
 *
 *     `result` as `chance`: 0.5 for a match won, −0.5 for one lost; as `points`: the side's points less the other's.
 *     `conceded`: what leaving a match before its end changed. `without_luck`: `result` − `luck`; as `chance` it is given
 *     from 0 to 1: how often matches played like this one are won.
 */
export interface SideReport {
  side: number;
  seats: number[];
  result: number;
  luck: number;
  skill: number;
  conceded: number;
  without_luck: number;
}
/**
 * A moment that decided the match: a decision or luck, by its event. `swing`: what it changed for side 0, in
 *     `match_unit`.
 */
export interface Turning {
  what: "decision" | "luck";
  seq: number;
  t_ms: number;
  hand: number;
  position: number;
  seat: number | null;
  swing: number;
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
 * A match as the text that other programs of its game read, and the name of a file for it.
 */
export interface MatchText {
  match: string;
  file: string;
  text: string;
}
/**
 * A shared match. `ended_on`: the day (UTC); `outcome` and `winners` are what counts, after a correction too.
 *     `pictures`: those that are drawn by now.
 */
export interface Shared {
  game: string;
  title: string;
  options: {
    [k: string]: unknown;
  };
  seats: SharedSeat[];
  sides: number[][];
  hands: SharedHand[];
  ended_on: string;
  outcome: string;
  winners: number[];
  points: number[];
  corrected: boolean;
  moment: SharedMoment;
  pictures: ("board" | "moment")[];
}
/**
 * A seat of a shared match. `name`: of a computer player (`bot-3`), or of a person where all agree; None: hidden.
 *     `former`: its account was erased.
 */
export interface SharedSeat {
  computer: boolean;
  name: string | null;
  former: boolean;
}
/**
 * A hand, and how many events it has.
 */
export interface SharedHand {
  number: number;
  events: number;
}
/**
 * Where what decided the match happened: the position after it.
 */
export interface SharedMoment {
  hand: number;
  position: number;
}
/**
 * Positions of a hand from `first` on, without times and without people.
 */
export interface ReplaySharedQuery {
  hand: number;
  first?: number;
  limit?: number;
}
/**
 * What an account has shared, and what it was asked, newest first; `limit`: how many links it may have.
 */
export interface Shares {
  choice: "always" | "ask" | "never";
  links: ShareLink[];
  questions: ShareQuestion[];
  limit: number;
}
/**
 * A link that an account has made. `names`: whether it wishes names to be shown; `names_shown`: whether they are;
 *     `waiting_for`: how many people have not agreed.
 */
export interface ShareLink {
  link: string;
  match: string;
  game: string;
  names: boolean;
  names_shown: boolean;
  waiting_for: number;
  made_at_ms: number;
  ends_at_ms: number;
}
/**
 * A match about which an account was asked whether its name may be shown; `players`: who sat there.
 */
export interface ShareQuestion {
  match: string;
  game: string;
  players: string[];
  asked_by: string;
  asked_at_ms: number;
  ended_at_ms: number;
  answer: "agreed" | "asked" | "refused";
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
  item_recipients: "company" | "partner" | "table";
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
 * At most 20 accounts by name.
 */
export interface FoundPlayers {
  players: FoundPlayer[];
}
/**
 * An account that a search has found: by a part of its name, by its mail address, by a name under which it spoke
 *     before, or by a class of devices.
 */
export interface FoundPlayer {
  account: string;
  name: string;
  by: "device" | "earlier" | "mail" | "name";
  created_at_ms: number;
  guest: boolean;
}
/**
 * Accounts by a part of the name, for staff of any role; by mail address for administrators alone, whose look is in
 *     the log of security events.
 */
export interface FindPlayersQuery {
  text: string;
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
 * The audit log, or those of its entries that fit: about one subject, by one actor, of one action, of some time,
 *     with a text in their reason.
 */
export interface ListAuditEntriesQuery {
  before?: number | null;
  subject?: string | null;
  actor?: string | null;
  action?: string | null;
  from_ms?: number | null;
  until_ms?: number | null;
  text?: string | null;
  limit?: number;
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
 * Entries of an export that the same account has begun within the last hour, newest first; `before`: older ones.
 */
export interface ReadAuditExportQuery {
  before?: number | null;
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
 * Claims that hold now.
 */
export interface Claims {
  claims: Claim[];
}
/**
 * Somebody of staff looks at what waits about a player (`about`: an account), until `until_ms`.
 */
export interface Claim {
  about: string;
  by: string;
  until_ms: number;
}
/**
 * Companies in the order of their names.
 */
export interface SeenCompanies {
  companies: SeenCompany[];
}
/**
 * A company in staff's search.
 */
export interface SeenCompany {
  company: string;
  name: string;
  members: number;
  closed: boolean;
}
/**
 * The companies with this text in their names, for staff who may read reports; at most 20.
 */
export interface SearchCompaniesQuery {
  name: string;
}
/**
 * A company as staff see it; its members, history and chat as far as they are kept, the newest first.
 */
export interface CompanyFile {
  company: string;
  name: string;
  joining: "asked" | "invited" | "open";
  founded_at_ms: number;
  picture: string | null;
  evening: Evening | null;
  evening_at_ms: number | null;
  members: CompanyMember[];
  records: CompanyRecord[];
  lines: ChatLine[];
  chat_closed_until_ms: number;
  has_taken_name: boolean;
  closed_at_ms: number | null;
  closed_by: string;
}
/**
 * An entry of a company's history. `name`: as it was called after it; `before`: until then, where that was another
 *     name; `by`: an account; `reason`: of staff.
 */
export interface CompanyRecord {
  at_ms: number;
  kind:
    | "close"
    | "close_chat"
    | "founded"
    | "open_chat"
    | "remove_picture"
    | "rename"
    | "renamed"
    | "reopen"
    | "restore_name";
  name: string;
  by: string;
  before: string;
  reason: string;
}
/**
 * Decisions taken alone: those that nobody has looked at first, oldest first.
 */
export interface SoleDecisions {
  decisions: SoleDecision[];
}
/**
 * What somebody of staff has taken back or ruled on although they had decided it themselves: it was urgent and
 *     nobody else was there. `agreed` null: nobody has looked at it yet.
 */
export interface SoleDecision {
  id: string;
  at_ms: number;
  by: string;
  action: string;
  subject: string;
  reason: string;
  agreed: boolean | null;
  reviewed_by: string | null;
  reviewed_at_ms: number | null;
}
/**
 * Accounts that have signed in on a class of devices, who did so last first; `text`: a part of their names. The log
 *     of security events keeps who has looked, for what and what for. `bad_parameters`: no class is named.
 */
export interface FindByDeviceQuery {
  need: "appeal" | "case" | "report";
  text?: string;
  form?: ("desktop" | "phone" | "program" | "tablet" | "unknown") | null;
  browser?: ("chrome" | "edge" | "firefox" | "opera" | "other" | "safari" | "samsung" | "unknown") | null;
  system?: ("android" | "chromeos" | "ios" | "linux" | "macos" | "unknown" | "windows") | null;
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
  filed: Report[];
  notes: Note[];
  open_reports: number;
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
  at_ms: number;
  by: string;
  reason: string;
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
 * What a report is about: a match and a place in it, a table, a chat room, a company, a competition. The last two
 *     only services fill in.
 */
export interface ReportContext {
  match: string | null;
  hand: number | null;
  event: number | null;
  table: string | null;
  room: string | null;
  company: ReportedCompany | null;
  competition: ReportedCompetition | null;
}
/**
 * The company that a report is about, as it was at the time. `founder`: an account; `line`: the number of the line
 *     of its chat.
 */
export interface ReportedCompany {
  company: string;
  name: string;
  founder: string;
  part: "line" | "name" | "picture";
  picture: string | null;
  line: number | null;
}
/**
 * The competition that a report is about, as it was at the time; `maker`: an account.
 */
export interface ReportedCompetition {
  competition: string;
  name: string;
  maker: string;
}
/**
 * A note of staff about a player, which only staff read.
 */
export interface Note {
  id: string;
  of: string;
  by: string;
  text: string;
  at_ms: number;
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
 * Classes of devices by account, the last one first; who has not signed in lately is left out.
 */
export interface SeenDevices {
  devices: {
    [k: string]: SeenDevice[];
  };
}
/**
 * A class of devices on which an account has signed in, how often within the time that sessions are kept, and when
 *     last.
 */
export interface SeenDevice {
  device_class: DeviceClass;
  times: number;
  last_at_ms: number;
}
/**
 * A form of device, a family of browsers and one of systems. A `program` (a personal token, or a client that is no
 *     browser) and an `unknown` device have neither browser nor system.
 */
export interface DeviceClass {
  form: "desktop" | "phone" | "program" | "tablet" | "unknown";
  browser: "chrome" | "edge" | "firefox" | "opera" | "other" | "safari" | "samsung" | "unknown";
  system: "android" | "chromeos" | "ios" | "linux" | "macos" | "unknown" | "windows";
}
/**
 * What it is needed for; other accounts, separated by commas. Typed here: an address has no lists.
 */
export interface DevicesQuery {
  need: "appeal" | "case" | "report";
  beside?: string;
}
/**
 * The strongest links of an account, by kind.
 */
export interface Links {
  links: Link[];
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
 * What an account has in common with others; the audit log keeps who has looked, and what for.
 */
export interface GetLinksQuery {
  need: "appeal" | "case" | "report";
}
/**
 * Newest first; `next_before` asks for the page after, None at the end.
 */
export interface TransferPage {
  transfers: Transfer[];
  next_before: number | null;
  debt_chips: number;
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
 * An account's transfers, all or those about one thing. `before` from 1 on, `limit` 1 … 100; others are
 *     `bad_parameters`.
 */
export interface ListTransfersQuery {
  before?: number | null;
  limit?: number;
  about?: ("bets" | "competitions" | "free" | "lotteries" | "matches" | "other" | "shop") | null;
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
  company?: string | null;
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
 * Numbers of the last days, oldest first. Half of the reports were decided within `median_decision_ms`; null: none
 *     was.
 */
export interface Trends {
  days: TrendDay[];
  median_decision_ms: number | null;
  signals: SignalTrend[];
}
/**
 * What happened on a UTC day. `overturned`: rulings that have reduced or lifted something.
 */
export interface TrendDay {
  day_ms: number;
  reports: number;
  signals: number;
  decisions: number;
  appeals: number;
  overturned: number;
}
/**
 * A kind of signal: its cases, those that led to a card or block of a player of theirs, how many of these were
 *     appealed against and ruled on, and how many rulings found otherwise. `overturned` of `ruled` is how often the signal
 *     was wrong, as far as appeals can say it.
 */
export interface SignalTrend {
  kind: string;
  cases: number;
  acted: number;
  ruled: number;
  overturned: number;
}
/**
 * How much there was to decide, and how well it was decided.
 */
export interface GetTrendsQuery {
  days?: number;
}
/**
 * An event. A line with nothing but its cursor says how far the log has been read, and that the stream lives.
 */
export interface EventLine {
  cursor: string;
  id?: string;
  topic?: string;
  at_ms?: number;
  data?: {
    [k: string]: unknown;
  };
}
/**
 * Which events. Typed here: the log of events is no service's.
 */
export interface EventsQuery {
  after?: string;
  topics?: string;
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
 * The match of the strongest players that may be watched; null: there is none now.
 */
export interface TopTable {
  top: DoorTable | null;
}
/**
 * The same for the door, where nobody is named.
 */
export interface DoorTable {
  table: string;
  game: string;
  players: number;
  elo: number;
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
 * What the strong computer player would do for a seat, by what that seat may know. `move` None: nothing, where it
 *     need not move.
 */
export interface ComputerMove {
  seat: number;
  number: number | null;
  move: {
    [k: string]: unknown;
  } | null;
  reason: Reason;
}
/**
 * What would the computer play in this study, for the seat that decides next (or `seat`, if it may move)? Added as
 *     a `move` step, its answer plays the hand on against the computer.
 */
export interface AskComputerBody {
  match: string;
  hand: number;
  position: number;
  /**
   * @maxItems 1000
   */
  steps?: (MoveStep | DiceStep | WaitStep)[];
  seat?: number | null;
}
/**
 * Keep a match that was played elsewhere, from its text. The same text again is the same import.
 */
export interface ImportMatchBody {
  text: string;
  game?: string;
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
 * Appeal against what keeps the account out. Name and password are checked, or a passkey, or the
 *     ticket of a provider; no session is given.
 */
export interface AppealBody {
  username?: string;
  password?: string;
  text: string;
  kind?: string | null;
  code?: string;
  passkey?: PasskeyShown | null;
  ticket?: string | null;
}
/**
 * What `navigator.credentials.get` has returned: the credential's id, `clientDataJSON`, `authenticatorData`, the
 *     signature, and the user's handle.
 */
export interface PasskeyShown {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle?: string;
}
/**
 * Sit down at a free table that is opened for the call. Who has taken it may do so again once that table
 *     is gone.
 */
export interface TakeCallBody {
  id: string;
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
 * The id of a company.
 */
export interface CompanyRef {
  company: string;
}
/**
 * Found a company. `id` is the sender's: sent twice, the same company comes back.
 */
export interface CompanyBody {
  id: string;
  name: string;
  joining?: "asked" | "invited" | "open";
}
/**
 * Accept an invitation, or decline it, which is not announced.
 */
export interface AnswerCompanyInvitationBody {
  id: string;
  accept: boolean;
}
/**
 * Close a company for good.
 */
export interface CloseCompanyBody {
  id: string;
}
/**
 * Come to the next evening, or not after all.
 */
export interface ComeToEveningBody {
  id: string;
  comes: boolean;
}
/**
 * Invite a player, by name; who asks to join becomes a member at once. Again changes nothing.
 */
export interface InviteToCompanyBody {
  id: string;
  name: string;
}
/**
 * Join an open company, or ask to; who is invited joins. Again changes nothing.
 */
export interface JoinCompanyBody {
  id: string;
}
/**
 * Leave a company, or take one's request back; nothing changes for others.
 */
export interface LeaveCompanyBody {
  id: string;
}
/**
 * Mute a member in the company's chat for 24 hours, or end that.
 */
export interface MuteCompanyMemberBody {
  id: string;
  muted: boolean;
}
/**
 * Remove a member, or take an invitation back.
 */
export interface RemoveCompanyMemberBody {
  id: string;
}
/**
 * Make a member a host or a host a member; or hand the company over, after which one is a host oneself.
 */
export interface SetCompanyRoleBody {
  id: string;
  role: "founder" | "host" | "member";
}
/**
 * Report a company: its name or its picture, for which its founder answers, or a line of its chat, for which its
 *     writer does. The lobby adds what it knows and asks moderation.
 */
export interface CompanyReportBody {
  id: string;
  part: "line" | "name" | "picture";
  line?: number | null;
  category: "attitude" | "bot" | "chat_abuse" | "collusion" | "insult" | "other";
  comment: string;
}
/**
 * Let a player in who asks, or not, which is not announced.
 */
export interface AnswerCompanyRequestBody {
  id: string;
  accept: boolean;
}
/**
 * The competition that was made, by its id.
 */
export interface MadeCompetition {
  competition: string;
}
/**
 * Make a competition. `id` is the sender's: sent twice, it is one. `minutes`: from the start to the end; `games`:
 *     of each player; `places`: for how many players it is; `company`: where that is the audience.
 */
export interface OwnCompetitionBody {
  id: string;
  name: string;
  game: string;
  options?: {
    [k: string]: unknown;
  };
  players?: 2 | 4;
  starts_at_ms: number;
  minutes?: number;
  games?: number;
  places?: number;
  audience?: "all" | "company" | "friends";
  company?: string | null;
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
 * Report the name of a competition that a player has made.
 */
export interface CompetitionReportBody {
  id: string;
  category: "attitude" | "bot" | "chat_abuse" | "collusion" | "insult" | "other";
  comment?: string;
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
  language?: "el" | "en" | "es" | "it" | "pt";
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
 * A bot account more. `name`: what follows `bot.`.
 */
export interface MakeBotBody {
  name: string;
  /**
   * @maxItems 50
   */
  games: string[];
}
/**
 * A call. Typed here: options of a client are plain values, those of the contract anything.
 */
export interface CallBody {
  id?: string;
  friend?: string | null;
  game: string;
  options?: {
    [k: string]: string | number | boolean;
  };
  hours?: number;
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
  language: "el" | "en" | "es" | "it" | "pt";
}
/**
 * Add a passkey to the account of a session, which has shown it.
 */
export interface AddPasskeyBody {
  passkey: PasskeyCreated;
  name?: string;
}
/**
 * What `navigator.credentials.create` has returned: the credential's id, `clientDataJSON`, `attestationObject`, and
 *     how the authenticator is reached.
 */
export interface PasskeyCreated {
  id: string;
  client_data: string;
  attestation: string;
  /**
   * @maxItems 8
   */
  transports?:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string];
}
/**
 * What an authenticator needs to make a passkey. `exclude`: credentials of the account that there are already;
 *     `algorithms`: of COSE, in the order of preference; `life_ms`: how long the challenge holds.
 */
export interface NewPasskey {
  challenge: string;
  rp_id: string;
  user_handle: string;
  user_name: string;
  exclude: string[];
  algorithms: number[];
  life_ms: number;
}
/**
 * Begin to add a passkey to the account of a session.
 */
export interface OfferPasskeyBody {
  password?: string;
}
/**
 * Show a passkey in an open session: for five minutes nothing in it asks for the password.
 */
export interface ProvePasskeyBody {
  passkey: PasskeyShown;
}
/**
 * What an authenticator needs to show a passkey. `allow`: the credentials that will do; empty: any of the site.
 */
export interface PasskeyChallenge {
  challenge: string;
  rp_id: string;
  allow: string[];
  life_ms: number;
}
/**
 * Give a passkey another name, by which its owner knows it.
 */
export interface RenamePasskeyBody {
  name: string;
}
/**
 * Take a passkey no more. The last way to sign in stays.
 */
export interface RemovePasskeyBody {
  password?: string;
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
 * A new program. `secret`: its `client_secret`, shown this once; null: it has none.
 */
export interface NewProgram {
  line: ProgramLine;
  secret: string | null;
}
/**
 * A program that others may be asked to allow.
 */
export interface RegisterProgramBody {
  name: string;
  homepage: string;
  /**
   * @maxItems 50
   */
  redirects: string[];
  secret?: boolean;
}
/**
 * Join an identity to the account of a session.
 */
export interface LinkProviderBody {
  ticket: string;
  password?: string;
}
/**
 * Be recognised again in an open session, where the account has neither password nor passkey: for five minutes
 *     nothing in it asks for more.
 */
export interface ProveProviderBody {
  ticket: string;
}
/**
 * Sign in by a provider no more. The last way to sign in stays.
 */
export interface UnlinkProviderBody {
  password?: string;
}
/**
 * Notify a browser: the parts of its `PushSubscription`, keys as base64url. `zone`: of its clock, for the quiet
 *     hours of who has chosen none. The same browser again is changed.
 */
export interface PushBrowserBody {
  endpoint: string;
  p256dh: string;
  auth: string;
  zone: string;
}
/**
 * A new account, logged in at once. `code`: of an invitation, which came by `channel`. With a `passkey` or a
 *     `ticket` of a provider neither a password nor an address is needed (services/lobby/RULES.md §26, §27).
 */
export interface RegisterBody {
  username: string;
  email?: string;
  password?: string;
  birth_date: string;
  language?: "el" | "en" | "es" | "it" | "pt";
  code?: string | null;
  channel?: string | null;
  terms?: number | null;
  passkey?: PasskeyCreated | null;
  ticket?: string | null;
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
 * A new token; `secret` is shown this once.
 */
export interface NewToken {
  secret: string;
  line: TokenLine;
}
/**
 * A token more, for a program of the owner's.
 */
export interface MakeTokenBody {
  name: string;
  /**
   * @maxItems 50
   */
  scopes: string[];
  days: number;
  password?: string;
  bot?: string | null;
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
 * For moderators: call a competition off that a player has made. `id` as in `competitions.PublishCompetition`.
 */
export interface ClosingBody {
  id?: string | null;
  reason: string;
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
 * Where the browser goes: back to the program, with a code or with an error, with its `state` and with `iss`.
 */
export interface ConsentDecided {
  location: string;
}
/**
 * Allow a program what it asks for, or deny it. Only allowing needs the password.
 */
export interface DecideConsentBody {
  client_id?: string;
  redirect_uri?: string;
  response_type?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  allow: boolean;
  password?: string;
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
 * Everything that a correction would change; `accounts`: who sat where. `ratings` and `badges` are empty for a
 *     match that changes none.
 */
export interface CorrectionEffect {
  accounts: (string | null)[];
  chips: ChipsEffect;
  outcome: string;
  ratings: RatingMove[];
  competition: StandingsEffect;
  badges: BadgeMove[];
}
/**
 * What a correction does to chips, by seat: what each gets instead of `last_payouts`, and what of a difference is
 *     no longer there and comes from the platform (`shortfalls`). Empty lists: the match had no stake. `revision`: the
 *     number of corrections that the match has had.
 */
export interface ChipsEffect {
  revision: number;
  outcome: string;
  last_outcome: string;
  payouts: number[];
  last_payouts: number[];
  rake_delta_chips: number;
  shortfalls: {
    [k: string]: number;
  };
}
/**
 * A rating before and after a correction. `board`: a leaderboard; `pr`: the dominoes classification; neither: the
 *     general Elo. `period`: of the leaderboard.
 */
export interface RatingMove {
  account: string;
  before: number;
  after: number;
  board: string | null;
  period: string | null;
  pr: boolean;
}
/**
 * What a correction does to the competition of a match; `competition` null: the match is of none. `left_out`: the
 *     code with which the competition does not count it any more.
 */
export interface StandingsEffect {
  competition: string | null;
  name: string;
  left_out: string | null;
  moves: StandingMove[];
}
/**
 * A player's place, points and prize before and after a correction; null: none.
 */
export interface StandingMove {
  account: string;
  place_before: number | null;
  place_after: number | null;
  points_before: number;
  points_after: number;
  prize_delta_chips: number;
}
/**
 * A badge before and after a correction: when it was earned, null where the account does not have it. With two
 *     dates it stays, earned by another deed.
 */
export interface BadgeMove {
  account: string;
  badge:
    | "buraco_clean"
    | "competition_game"
    | "mpirimpa_clean"
    | "people"
    | "pilotta_capot"
    | "problems"
    | "stayed"
    | "tavli_double"
    | "tichu_made"
    | "won_buraco"
    | "won_dominoes"
    | "won_koumkan"
    | "won_mpirimpa"
    | "won_pilotta"
    | "won_tavli"
    | "won_tichu"
    | "won_tictactoe";
  before_ms: number | null;
  after_ms: number | null;
}
/**
 * What a correction would move; nothing is changed. `roles`: of who asks.
 */
export interface TriedCorrectionBody {
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
  departed?:
    | []
    | [number]
    | [number, number]
    | [number, number, number]
    | [number, number, number, number]
    | [number, number, number, number, number]
    | [number, number, number, number, number, number];
  first_round_done?: boolean | null;
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
 * What a correction of a round does, chips by account: `bets` that were held, what was paid (`last_credited`) and
 *     would be paid, each with the stake, and what of a difference is no longer there and comes from the platform
 *     (`shortfalls`). `revision`: the number of corrections that the round has had.
 */
export interface RoundEffect {
  revision: number;
  bets: {
    [k: string]: number;
  };
  last_credited: {
    [k: string]: number;
  };
  credited: {
    [k: string]: number;
  };
  shortfalls: {
    [k: string]: number;
  };
}
/**
 * What a correction of a paid round of a house-banked table would move; nothing is changed. `credited`: as in an
 *     order (`orders.CorrectRound`). `roles`: of the asking account.
 */
export interface TriedRoundBody {
  round: string;
  credited?: {
    [k: string]: number;
  } | null;
}
/**
 * Begin to sign in, or to appeal, with any passkey of this site.
 */
export interface OfferSignInBody {
  appeal?: boolean;
}
/**
 * A new session; an older one of the account ends. A passkey counts as both factors.
 */
export interface SignInByPasskeyBody {
  passkey: PasskeyShown;
}
/**
 * Begin to register with a passkey: the form is checked before an authenticator is asked, so that none keeps a
 *     passkey of an account that could not be opened.
 */
export interface OfferRegistrationBody {
  username: string;
  email?: string;
  birth_date: string;
  terms?: number | null;
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
 * Answer today's problem of a game, once: the same play sent again is answered as the first time. Plays may also be
 *     refused as the game refuses them.
 */
export interface AnswerProblemBody {
  day: string;
  move: {
    [k: string]: unknown;
  };
}
/**
 * Play on from a problem in the Academy, for every seat, with all hands open and chance of its own.
 */
export interface StudyProblemBody {
  /**
   * @maxItems 1000
   */
  steps?: (MoveStep | DiceStep | WaitStep)[];
}
/**
 * A new session; an older one of the account ends. A provider counts as one factor.
 */
export interface ProviderLoginBody {
  ticket: string;
  code?: string;
}
/**
 * Somebody whom a provider has recognised. `next`: what the ticket is good for: `enter` (an account that is joined
 *     to it), `register` (none is), `join` (none is, but there is one with the address that the provider has verified),
 *     `link` and `prove` (what was asked for). `email`: what the provider says, to begin a form with; empty: nothing.
 */
export interface ProviderReturn {
  ticket: string;
  provider: string;
  name: string;
  next: "enter" | "join" | "link" | "prove" | "register";
  email: string;
  life_ms: number;
}
/**
 * The provider has sent the browser back.
 */
export interface ReturnFromProviderBody {
  state: string;
  code?: string | null;
}
/**
 * Where the browser goes: the provider's own page.
 */
export interface ProviderAddress {
  address: string;
}
/**
 * Begin to sign in by a provider.
 */
export interface StartProviderBody {
  purpose?: "enter" | "link" | "prove";
}
/**
 * A browser has another address; the old one's and its secret prove that it is the same.
 */
export interface PushRenewalBody {
  old_endpoint: string;
  old_auth: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}
/**
 * Make a link to a match, or change whether an own one wishes names to be shown.
 */
export interface ShareMatchBody {
  names?: boolean;
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
  seen_chips?: number | null;
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
 *     `seen_cents`, `seen_chips`: the price and the chips that the buyer has seen; null: none in particular.
 */
export interface PaymentBody {
  id: string;
  pack: string;
  seen_cents?: number | null;
  seen_chips?: number | null;
}
/**
 * Rule on an appeal; `until_ms` is for `reduced`.
 */
export interface RulingBody {
  id?: string | null;
  outcome: "lifted" | "reduced" | "upheld";
  reason: string;
  until_ms?: number | null;
  alone?: boolean;
}
/**
 * What a file is to have: `entries` of those that fit (`fitting`). Where more fit, it has the newest.
 */
export interface AuditExport {
  export: string;
  entries: number;
  fitting: number;
}
/**
 * Begin to save the entries that fit, as `list_audit_entries` finds them; the audit log itself keeps who does so,
 *     and which entries they are. `id` is the sender's: sent twice, it is one export.
 */
export interface AuditExportBody {
  id: string;
  subject?: string | null;
  actor?: string | null;
  action?: string | null;
  from_ms?: number | null;
  until_ms?: number | null;
  text?: string | null;
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
  alone?: boolean;
}
/**
 * Take back one active card after a fault of the server.
 */
export interface RevokeCardBody {
  id?: string | null;
  reason: string;
  alone?: boolean;
}
/**
 * Staff has looked into it; again changes nothing.
 */
export interface CloseCaseBody {
  id?: string | null;
  reason: string;
}
/**
 * Say that one looks at what waits about a player, in place of one's other claims; `release`: no more. A claim of
 *     somebody else stays theirs.
 */
export interface ClaimBody {
  about: string;
  release?: boolean;
}
/**
 * A deed of staff about a company. The lobby adds what it knows and asks moderation, which decides whether it may
 *     be done; it is done when moderation's event arrives.
 */
export interface CompanyDeedBody {
  id: string;
  deed: "close" | "close_chat" | "open_chat" | "remove_picture" | "rename" | "reopen" | "restore_name";
  days?: number;
  reason: string;
  alone?: boolean;
}
/**
 * Look at a decision that somebody else has taken alone; what is to be changed is decided as usual.
 */
export interface ReviewBody {
  id?: string | null;
  agreed: boolean;
  reason: string;
}
/**
 * Write a note about a player, 1 to 1000 characters.
 */
export interface NoteBody {
  id: string;
  text: string;
}
/**
 * Decide a report, and with it others about the same player (`also`) and cases about them (`cases`), which the same
 *     decision closes: its effect is had once. `message`: a text for the player with a warning, at most 1000
 *     characters.
 */
export interface DecisionBody {
  id?: string | null;
  decision: "block" | "ignore" | "warn";
  reason: string;
  permanent?: boolean;
  message?: string;
  /**
   * @maxItems 100
   */
  also?: string[];
  /**
   * @maxItems 100
   */
  cases?: string[];
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
  alone?: boolean;
}
/**
 * Buy something for another seat of the table where one plays.
 */
export interface GiftBody {
  id: string;
  match: string;
  item: string;
  seat: number;
  seen_chips?: number | null;
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
 * A program gives a token back (RFC 7009): of a refresh token, all that came of the same consent.
 */
export interface RevokeProgramTokenBody {
  token?: string;
  client_id?: string;
  client_secret?: string;
}
/**
 * RFC 6749 §5.1: an access token for `expires_in` seconds, and the refresh token for the next one.
 */
export interface ProgramToken {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}
/**
 * A program changes a code, or its refresh token, for an access token (RFC 6749 §4.1.3, §6).
 */
export interface AskTokenBody {
  grant_type?: string;
  code?: string;
  redirect_uri?: string;
  code_verifier?: string;
  refresh_token?: string;
  scope?: string;
  client_id?: string;
  client_secret?: string;
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
 * Change the name and the way in.
 */
export interface CompanyChangeBody {
  id: string;
  name: string;
  joining: "asked" | "invited" | "open";
}
/**
 * Set the standing evening, or have none any more (None).
 */
export interface SetCompanyEveningBody {
  id: string;
  evening: Evening | null;
}
/**
 * Choose.
 */
export interface CardSettingsBody {
  last_seen: "all" | "friends" | "none";
}
/**
 * Say yes or no to a player who asks. A refusal is not announced.
 */
export interface FriendAnswerBody {
  accept: boolean;
}
/**
 * Choose the kinds. `zone`: of the clock of the page, for the quiet hours of an account that has chosen none.
 */
export interface MailChoicesBody {
  kinds: ("call" | "evening" | "game" | "prize" | "soon")[];
  zone: string;
}
/**
 * A stored photo: its id, by which anybody who knows it may fetch it.
 */
export interface Photo {
  photo: string;
}
/**
 * Choose the kinds and the quiet hours, and when `problem` is sent; null: as before.
 */
export interface PushChoicesBody {
  kinds: ("call" | "evening" | "game" | "prize" | "problem" | "soon" | "turn")[];
  quiet: QuietHours;
  problem_minute?: number | null;
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
 * Make or change a template, or (`active` false) stop it. Either `every` or `rule` is set. `id` as in
 *     `competitions.Withdraw`.
 */
export interface TemplateBody {
  id?: string | null;
  plan: Plan;
  every?: ("daily" | "weekly") | null;
  rule?: string | null;
  zone?: string;
  lead_ms?: number;
  active?: boolean;
  reason?: string;
}
/**
 * Say whether one's name may be shown in shared replays of a match.
 */
export interface AnswerShareBody {
  agree: boolean;
}
/**
 * Answer every question to come in the same way, or none.
 */
export interface SetShareChoiceBody {
  choice: "always" | "ask" | "never";
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
