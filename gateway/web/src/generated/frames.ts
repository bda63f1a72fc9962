/* Made from schema/ by `npm run types`. Do not edit. */

export type Frame = FromClient | ToClient;
export type FromClient =
  | Hello
  | Beat
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
 * Ask for the moves that one's own seat may make now. Answered with the `legal_moves` of the same id.
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
}
/**
 * Who somebody is, as they see themselves.
 */
export interface Account {
  account: string;
  name: string;
  language: "el" | "en" | "es";
  created_at_ms: number;
  second_factor: boolean;
  staff_session_over: boolean;
  guest: boolean;
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
 * Your chips now. One with a smaller `seq` than what is known is old news.
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
 * News for staff: a watched player has said something (`line`), there is a new report, appeal or case (`data`).
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
 * How the last match ended, and what proves its chance: anybody can compute every draw again.
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
}
/**
 * What the end meant for a seat; chips and rating follow when wallet and ranking have answered.
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
