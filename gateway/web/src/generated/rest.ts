/* Made from schema/ by `npm run types`. Do not edit. */

export interface Rest {
  RegisterBody: RegisterBody;
  LoginBody: LoginBody;
  Session: Session;
  Catalogue: Catalogue;
  MatchRecord: MatchRecord;
  Me: Me;
  RefusalBody: RefusalBody;
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
}
/**
 * A new session of an account.
 */
export interface LoginBody {
  username: string;
  password: string;
}
/**
 * A live session: its secret token (256 random bits, URL-safe text) and whose it is.
 */
export interface Session {
  token: string;
  account: Account;
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
