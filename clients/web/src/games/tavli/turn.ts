import { type Board, boardOf, moved, OFF, placesOf, type Step, stepOf, type View } from "./board";
import { dieFor, refusal, sealsTheOther, sources } from "./steps";

/** One roll on one board: what must be played. */
export interface Turn {
  board: Board;
  /** Each die to be played, a double four times; the higher first. */
  dice: readonly number[];
  /** How many of them a legal play uses. */
  most: number;
  /** The boards to which a play must lead where using the most dice is not enough. */
  accepted: ReadonlySet<string> | null;
}

/** A turn in the middle: the steps so far and what they have led to. */
export interface Draft {
  steps: readonly Step[];
  board: Board;
  left: readonly number[];
}

interface Reached {
  board: Board;
  left: readonly number[];
}

/** The turn that `seat` has to play; null: none. */
export function turnOf(view: View, seat: number | null): Turn | null {
  if (view.phase !== "play" || seat === null || view.turn !== seat || !view.dice || !view.max_dice) return null;
  const turn = { board: boardOf(view, seat), dice: diceToPlay(view.dice), most: view.max_dice };
  return { ...turn, accepted: acceptedBoards(turn) };
}

export function diceToPlay(rolled: readonly number[]): number[] {
  const [one = 0, other = 0] = rolled;
  return one === other ? [one, one, one, one] : [Math.max(one, other), Math.min(one, other)];
}

/** The draft after some steps, all of which must be possible. */
export function drafted(turn: Turn, steps: readonly Step[]): Draft {
  const start: Reached = { board: turn.board, left: turn.dice };
  return { steps, ...steps.reduce((at, step) => after(at, ...placesOf(step)), start) };
}

/** Whether the draft is a whole play, which may be sent. */
export function isComplete(turn: Turn, draft: Draft): boolean {
  return draft.steps.length === turn.most && canBeFinished(turn, draft);
}

/** The single steps with which a legal play goes on: from → list of to. */
export function targets(turn: Turn, at: Reached): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [from, to] of possible(at.board, at.left)) {
    if (!canBeFinished(turn, after(at, from, to))) continue;
    found.set(from, [...(found.get(from) ?? []), to]);
  }
  return found;
}

/** Where a legal play takes the checker of one place with its next step. */
function targetsFrom(turn: Turn, at: Reached, source: number): number[] {
  return possible(at.board, at.left)
    .filter(([from, to]) => from === source && canBeFinished(turn, after(at, from, to)))
    .map(([, to]) => to);
}

/** Where one checker can get in this turn, with one die or several, and by which steps; fewer steps come first. */
export function reach(turn: Turn, draft: Draft, from: number): ReadonlyMap<number, readonly Step[]> {
  const found = new Map<number, readonly Step[]>();
  let level: [Reached, number, Step[]][] = [[draft, from, []]];
  while (level.length > 0) {
    const further: typeof level = [];
    for (const [at, source, steps] of level) {
      for (const to of targetsFrom(turn, at, source)) {
        if (found.has(to)) continue;
        const path = [...steps, stepOf(source, to)];
        found.set(to, path);
        if (to !== OFF) further.push([after(at, source, to), to, path]);
      }
    }
    level = further;
  }
  return found;
}

/** Why a checker may not go there now: the code of the rules. */
export function whyNot(turn: Turn, draft: Draft, from: number, to: number): string {
  const code = refusal(draft.board, from, to, draft.left);
  if (code) return code;
  const then = after(draft, from, to);
  const needed = turn.most - (turn.dice.length - then.left.length);
  if (needed > 0 && deepest(then, needed) < needed) return "must_use_more_dice";
  return turn.most === 1 && !singles(turn).has(keyOf(then.board)) ? "must_use_higher_die" : "must_open_prime";
}

/** Why a checker may not go anywhere now; what stands nearest to being possible is said. */
export function whyStuck(turn: Turn, draft: Draft, from: number): string {
  const codes = [...new Set(draft.left)].map((die) => whyNot(turn, draft, from, Math.max(from - die, OFF)));
  return codes.find((code) => code.startsWith("must_")) ?? codes[0] ?? "no_matching_die";
}

function after({ board, left }: Reached, from: number, to: number): Reached {
  const used = left.indexOf(dieFor(from, to, left) ?? 0);
  return { board: moved(board, from, to), left: left.filter((_, at) => at !== used) };
}

function possible(board: Board, left: readonly number[]): [from: number, to: number][] {
  const steps = [...new Set(left)].flatMap((die) =>
    sources(board, die).map((from): [number, number] => [from, Math.max(from - die, OFF)]),
  );
  return steps.filter(([from, to], at) => steps.findIndex((one) => one[0] === from && one[1] === to) === at);
}

/** What has been found out of a turn: whether a legal play goes on from a position. The steps of a double meet in the same
 * positions again and again: looked at each time, they cost a phone a third of a second at a press. */
const finishable = new WeakMap<Turn, Map<string, boolean>>();

function canBeFinished(turn: Turn, at: Reached): boolean {
  const { dice, most, accepted } = turn;
  const needed = most - (dice.length - at.left.length);
  if (needed < 0) return false;
  const board = keyOf(at.board);
  if (needed === 0) return accepted === null || accepted.has(board);
  const known = finishable.get(turn) ?? new Map<string, boolean>();
  finishable.set(turn, known);
  const key = `${board}/${at.left.join()}`;
  const can =
    known.get(key) ?? possible(at.board, at.left).some(([from, to]) => canBeFinished(turn, after(at, from, to)));
  known.set(key, can);
  return can;
}

/** The most dice that can be used from here, looking no further than `wanted`. */
function deepest(at: Reached, wanted: number, known = new Map<string, number>()): number {
  if (wanted === 0) return 0;
  const key = `${keyOf(at.board)}/${at.left.join()}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  let best = 0;
  for (const [from, to] of possible(at.board, at.left)) {
    best = Math.max(best, 1 + deepest(after(at, from, to), wanted - 1, known));
    if (best === wanted) break;
  }
  known.set(key, best);
  return best;
}

function boardsAfter(at: Reached, steps: number): Map<string, Board> {
  let level = new Map([[keyOf(at.board) + at.left.join(), at]]);
  for (let done = 0; done < steps; done += 1) {
    const further = new Map<string, Reached>();
    for (const one of level.values()) {
      for (const [from, to] of possible(one.board, one.left)) {
        const then = after(one, from, to);
        further.set(keyOf(then.board) + then.left.join(), then);
      }
    }
    level = further;
  }
  return new Map([...level.values()].map(({ board }) => [keyOf(board), board]));
}

type Roll = Pick<Turn, "board" | "dice" | "most">;

function acceptedBoards(turn: Roll): ReadonlySet<string> | null {
  const higher = turn.most === 1 && new Set(turn.dice).size > 1;
  const seals = sealsTheOther(turn.board);
  if (!higher && !seals) return null;
  const found = turn.most === 1 ? singles(turn) : boardsAfter({ board: turn.board, left: turn.dice }, turn.most);
  const opened = [...found].filter(([, board]) => !sealsTheOther(board));
  return new Set((seals && opened.length > 0 ? opened : [...found]).map(([key]) => key));
}

/** With one die only: the higher one if it can be used, else the other. */
function singles({ board, dice }: Roll): Map<string, Board> {
  for (const die of new Set(dice)) {
    const found = sources(board, die).map((from) => moved(board, from, Math.max(from - die, OFF)));
    if (found.length > 0) return new Map(found.map((one) => [keyOf(one), one]));
  }
  return new Map();
}

function keyOf({ own, foe }: Board): string {
  return `${own.join()}|${foe.join()}`;
}
