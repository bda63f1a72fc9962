import { useEffect, useRef, useState } from "react";
import type { View } from "../../generated/games/baccarat";
import type { GameProps } from "../api";
import { type Box, type Move, problemOf, same, type Stakes, without, withChip } from "./bets";

const NOTHING: Stakes = {};

/** What the guest is putting together in one window, and how it was before each step. */
interface Draft {
  round: string;
  stakes: Stakes;
  before: readonly Stakes[];
}

export interface Laying {
  /** What lies in the boxes for the viewer: laid, or about to be. */
  stakes: Stakes;
  /** Why it would be refused as it is; null: it would not. */
  problem: string | null;
  /** It has not been sent yet. */
  unsure: boolean;
  open: boolean;
  canUndo: boolean;
  add: (box: Box, chip: number) => void;
  take: (box: Box) => void;
  undo: () => void;
  clear: () => void;
}

/** The viewer's stakes: every step is sent as soon as the whole set may be laid, one at a time. */
export function useStakes({ view, you, pending, move, refuse }: GameProps<View, Move>): Laying {
  const laid = (you === null ? undefined : view.stakes[String(you)]) ?? NOTHING;
  const open = view.phase === "betting" && view.own !== null;
  const round = `${view.shoe?.number ?? 0} ${view.round}`;
  const [held, setDraft] = useState<Draft | null>(null);
  const draft = open && held?.round === round ? held : null;
  const stakes = draft?.stakes ?? laid;
  const problem = problemOf(view, stakes);
  useSending(draft, laid, problem, pending !== null, move, () => setDraft(null));

  function become(next: Stakes, before: readonly Stakes[]): void {
    setDraft({ round, stakes: next, before });
  }

  function step(next: Stakes): void {
    if (!open) return refuse(view.own === null ? "not_seated" : "bets_closed");
    const found = problemOf(view, next);
    if (found !== null && found !== "bet_below_minimum") return refuse(found);
    become(next, [...(draft?.before ?? []), stakes].slice(-40));
  }

  return {
    stakes,
    problem,
    unsure: draft !== null && !same(draft.stakes, laid),
    open,
    canUndo: (draft?.before.length ?? 0) > 0,
    add: (box, chip) => step(withChip(view, stakes, box, chip)),
    take: (box) => step(without(stakes, box)),
    undo: () => draft && become(draft.before.at(-1) ?? NOTHING, draft.before.slice(0, -1)),
    clear: () => step(NOTHING),
  };
}

/** Sends the draft when it may be laid; one that was refused is given up. */
function useSending(
  draft: Draft | null,
  laid: Stakes,
  problem: string | null,
  busy: boolean,
  move: (move: Move) => void,
  giveUp: () => void,
): void {
  const sent = useRef<Stakes | null>(null);
  useEffect(() => {
    if (draft === null) sent.current = null;
    if (draft === null || busy) return;
    const tried = sent.current;
    if (same(draft.stakes, laid)) {
      sent.current = null;
    } else if (tried !== null && same(tried, draft.stakes)) {
      sent.current = null;
      giveUp();
    } else if (problem === null) {
      sent.current = draft.stakes;
      move({ move: "bet", stakes: { ...draft.stakes } });
    }
  });
}
