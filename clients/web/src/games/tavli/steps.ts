import { BAR, type Board, count, foesAt, moved, OFF, POINTS, type Side } from "./board";

/*
 * One step of one checker, as games/tavli/RULES.md §6 to §10 have it. The server decides; this is for
 * lighting up what may be done and for saying at once why something may not. cases.json holds what the server says.
 */

const HOME = 6;
const QUADRANT = [19, 20, 21, 22, 23, 24];
/** Past the opponent's start, where the first checker of Fevga has to get. */
const PASSED = 11;
const FACES = [1, 2, 3, 4, 5, 6];

/** The die that a step uses: its distance; for bearing off, else the smallest larger one. Null: there is none. */
export function dieFor(from: number, to: number, dice: readonly number[]): number | null {
  if (dice.includes(from - to)) return from - to;
  const larger = to === OFF ? dice.filter((die) => die > from) : [];
  return larger.length > 0 ? Math.min(...larger) : null;
}

/** Why a step may not be made with the dice left, by its code; null: it may. */
export function refusal(board: Board, from: number, to: number, dice: readonly number[]): string | null {
  const { own } = board;
  if (from === OFF || !count(own, from)) return "no_checker_there";
  if (from !== BAR && count(own, BAR)) return "must_enter_from_bar";
  const die = dieFor(from, to, dice);
  if (die === null) return "no_matching_die";
  const withheld = whyWithheld(board, from);
  if (withheld) return withheld;
  if (to === OFF) return whyItStays(own, from, die);
  if (blocked(board, to)) return "point_blocked";
  return fillsTheQuadrant(board, from, to) ? "start_prime_forbidden" : null;
}

function whyWithheld({ variant, own, held }: Board, from: number): string | null {
  if (variant === "plakoto" && held.includes(from)) return "checker_pinned";
  if (variant !== "fevga") return null;
  const first = own.findIndex((checkers) => checkers > 0);
  return first > PASSED && from !== first ? "first_checker_first" : null;
}

function whyItStays(own: Side, from: number, die: number): string | null {
  if (own.some((checkers, at) => at > HOME && checkers > 0)) return "not_all_home";
  const higher = own.some((checkers, at) => at > from && checkers > 0);
  return die > from && higher ? "higher_checker_exists" : null;
}

function blocked(board: Board, point: number): boolean {
  const foes = foesAt(board, point);
  if (board.variant === "fevga") return foes > 0;
  return foes > 1 || board.held.includes(point);
}

function fillsTheQuadrant(board: Board, from: number, to: number): boolean {
  if (board.variant !== "fevga") return false;
  const { own } = moved(board, from, to);
  return QUADRANT.every((point) => count(own, point) > 0);
}

/** Fevga: whether the other seat has checkers in play and no die, taken alone, gives it a step. */
export function sealsTheOther(board: Board): boolean {
  if (board.variant !== "fevga") return false;
  const other: Board = { ...board, own: board.foe, foe: board.own, held: [] };
  const inPlay = other.own.some((checkers, at) => at > OFF && checkers > 0);
  return inPlay && FACES.every((die) => sources(other, die).length === 0);
}

/** The places from which a die alone may be played, the highest first. */
export function sources(board: Board, die: number): number[] {
  const places = Array.from({ length: POINTS + 1 }, (_, at) => BAR - at);
  return places.filter(
    (from) => count(board.own, from) && refusal(board, from, Math.max(from - die, OFF), [die]) === null,
  );
}
