import { useMemo, useState } from "react";
import type { GameProps } from "../api";
import { type Board, boardOf, count, foesAt, type Move, OFF, placesOf, POINTS, type Step, type View } from "./board";
import { numberOf, type Place } from "./places";
import { type Draft, drafted, isComplete, reach, targets, type Turn, turnOf, whyNot, whyStuck } from "./turn";

const NOTHING: readonly Step[] = [];
const NOWHERE: ReadonlyMap<number, readonly Step[]> = new Map();

/** Steps tried for one roll, and the checker that is in the hand. */
interface Tried {
  roll: string;
  steps: readonly Step[];
  from: number | null;
}

/** What the person at the board can do, and what it looks like meanwhile. */
export interface Play {
  board: Board;
  turn: Turn | null;
  draft: Draft | null;
  /** The places from which a legal play goes on. */
  movable: ReadonlyMap<number, readonly number[]>;
  from: number | null;
  /** Where the chosen checker can get, and by which steps. */
  ways: ReadonlyMap<number, readonly Step[]>;
  complete: boolean;
  sending: boolean;
  /** Presses a place: chooses a checker, or where it goes. */
  press: (place: Place) => void;
  /** Takes up a checker, if it may be moved. */
  lift: (place: Place) => boolean;
  drop: (place: Place | null) => void;
  letGo: () => void;
  undo: () => void;
  send: () => void;
}

type Props = GameProps<View, Move>;

/** What a roll is recognised by: the same one shown again keeps the steps that were tried. */
function rollOf({ game_number, phase, turn, dice, checkers }: View): string {
  return JSON.stringify([game_number, phase, turn, dice, checkers]);
}

/** The turn, the steps tried for it and where they lead. */
function useTried({ view, you, yourTurn, pending }: Props) {
  const roll = rollOf(view);
  const [held, setTried] = useState<Tried>({ roll, steps: NOTHING, from: null });
  const tried = held.roll === roll ? held : { roll, steps: NOTHING, from: null };
  const sent = pending?.move === "play" ? pending.steps : null;
  const free = yourTurn && sent === null;
  const steps = sent ?? tried.steps;
  const turn = useMemo(() => turnOf(view, you), [view, you]);
  const draft = useMemo(() => (turn ? drafted(turn, steps) : null), [turn, steps]);
  const board = useMemo(() => draft?.board ?? boardOf(view, you ?? 0), [draft, view, you]);
  const from = free ? tried.from : null;
  const movable = useMemo(() => (turn && draft && free ? targets(turn, draft) : new Map()), [turn, draft, free]);
  const ways = useMemo(
    () => (turn && draft && from !== null ? reach(turn, draft, from) : NOWHERE),
    [turn, draft, from],
  );
  return {
    shown: { board, turn, draft, movable, from, ways, sending: sent !== null },
    steps: tried.steps,
    /** What can be played on; null: nothing at the moment. */
    open: turn && draft && free ? { turn, draft } : null,
    choose: (at: number | null) => setTried({ ...tried, from: at }),
    keep: (kept: readonly Step[]) => setTried({ roll, steps: kept, from: null }),
  };
}

export function usePlay(props: Props): Play {
  const { view, you, move, refuse } = props;
  const { shown, steps, open, choose, keep } = useTried(props);
  const { from, movable, ways } = shown;
  const wayTo = (at: number | null) => (at === null ? undefined : ways.get(at));

  function press(place: Place) {
    if (!open) return waits();
    const at = numberOf(place);
    if (from === null) return begin(at);
    const way = wayTo(at);
    if (at === null || at === from) choose(null);
    else if (way) keep([...steps, ...way]);
    else if (movable.has(at)) choose(at);
    else refuse(whyNot(open.turn, open.draft, from, at));
  }

  function waits() {
    if (view.phase === "play" && you !== null && view.turn !== you) refuse("not_your_turn");
  }

  function begin(at: number | null) {
    if (!open || at === null || at === OFF) return;
    const { board } = open.draft;
    if (movable.has(at)) choose(at);
    else if (count(board.own, at)) refuse(whyStuck(open.turn, open.draft, at));
    else if (at <= POINTS && foesAt(board, at)) refuse("no_checker_there");
  }

  function lift(place: Place): boolean {
    const at = numberOf(place);
    if (at === null || !movable.has(at)) return false;
    choose(at);
    return true;
  }

  function drop(place: Place | null) {
    if (!open || from === null) return;
    const at = place && numberOf(place);
    const way = wayTo(at);
    if (way) return keep([...steps, ...way]);
    choose(null);
    if (at !== null && at !== from) refuse(whyNot(open.turn, open.draft, from, at));
  }

  return {
    ...shown,
    complete: open !== null && isComplete(open.turn, open.draft),
    press,
    lift,
    drop,
    letGo: () => choose(null),
    undo: () => open && keep(steps.slice(0, -1)),
    send: () => move({ move: "play", steps: [...steps] }),
  };
}

/** The dice of a throw, each with whether it was used by the steps so far. */
export function diceUsed(dice: readonly number[], left: readonly number[]): { face: number; used: boolean }[] {
  const rest = [...left];
  return dice.map((face) => {
    const at = rest.indexOf(face);
    if (at >= 0) rest.splice(at, 1);
    return { face, used: at < 0 };
  });
}

/** Where the steps of a turn began and ended, by the numbers of whoever made them. */
export function tracesOf(steps: readonly Step[]): { left: number[]; reached: number[] } {
  const ends = steps.map(placesOf);
  const from = ends.map((one) => one[0]);
  const to = ends.map((one) => one[1]);
  return { left: from.filter((at) => !to.includes(at)), reached: to.filter((at) => !from.includes(at)) };
}
