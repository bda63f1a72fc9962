/* Made from schema/ by `npm run types`. Do not edit. */

export interface Rest {
  RegisterBody: RegisterBody;
  LoginBody: LoginBody;
  StudyBody: StudyBody;
  BranchBody: BranchBody;
  Session: Session;
  Catalogue: Catalogue;
  MatchRecord: MatchRecord;
  Me: Me;
  RefusalBody: RefusalBody;
  Recordings: Recordings;
  Recording: Recording;
  Replay: Replay;
  Study: Study;
  Branch: Branch;
  Branches: Branches;
}
/**
 * A new account.
 */
export interface RegisterBody {
  username: string;
  email: string;
  password: string;
  birth_date: string;
  language?: "el" | "en" | "es";
  code?: string | null;
  channel?: string | null;
}
/**
 * A new session of an account.
 */
export interface LoginBody {
  username: string;
  password: string;
}
/**
 * A hand of a recording, where one leaves it, and what one does then.
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
 * Let a pause pass in which somebody might have acted.
 */
export interface WaitStep {
  do: "wait";
}
/**
 * A study to be kept, under an id of the sender's making: 1 … 64 of ASCII letters, digits, `_`, `.`, `-`.
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
 * A live session: its secret token (256 random bits, URL-safe text) and whose it is.
 */
export interface Session {
  token: string;
  account: Account;
  invite_result: string | null;
}
/**
 * Who somebody is, as they see themselves.
 */
export interface Account {
  account: string;
  name: string;
  language: "el" | "en" | "es";
  created_at_ms: number;
}
/**
 * All games that this platform has.
 */
export interface Catalogue {
  games: GameInfo[];
}
/**
 * What lobby and client know of a game.
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
}
/**
 * A match as stored. What would tell hidden things (root, seeds) is there only once it has ended.
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
 * Who sits on a seat; a computer player has no account.
 */
export interface SeatPlayer {
  name: string;
  account: string | null;
}
/**
 * Who asks: the account, the chips it can use, its general Elo, how many rated games, where it sits.
 */
export interface Me {
  account: Account;
  chips: number;
  elo: number;
  games: number;
  table: string | null;
}
/**
 * Why nothing was changed: a stable code, and plain data that helps.
 */
export interface RefusalBody {
  error: string;
  detail: unknown;
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
 * A match as it is kept: all that replays it and proves its chance. The same JSON is the file that
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
 *     (`move`), `elapsed` (`number`), `departed` (`reason`, and whether the game heard of it: `applied`), or what else
 *     the table told everybody (`timeout` …). Of a house-banked table also `sat` (`name`, `account`), `lost` and
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
 * A hand after its first `position` events, all hands open. `kind` and `data`: the last event as it is told;
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
 * A hand played on from a position. `told`: what the last step did; `rolled`: the first dice since it that were
 *     not set by hand: a `dice` step added now sets them; `pausing`: a `wait` step is possible;
 *     `original`: how the hand ended then; `simulated`: how it ended now, None while it has not.
 */
export interface Study {
  match: string;
  hand: number;
  position: number;
  steps: number;
  view: unknown;
  sights: Sight[];
  told: Told[];
  rolled: number[] | null;
  pausing: boolean;
  over: boolean;
  original: HandEnd;
  simulated: HandEnd | null;
}
/**
 * The table with a seat's eyes. `number`: the decision it owes; None: it may act, and need not.
 */
export interface Sight {
  seat: number;
  number: number | null;
  view: unknown;
}
/**
 * What happened, all hands open.
 */
export interface Told {
  kind: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 * How a hand ended: as scored, and the result of the match if it ended with it.
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
 * A study that is kept, and which match it is of: its game, when it ended, who played.
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
 * All branches of a player, newest first, and how many may be kept.
 */
export interface Branches {
  branches: Branch[];
  limit: number;
}
