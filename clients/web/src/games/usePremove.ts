import { useEffect, useEffectEvent, useState } from "react";

export interface Ahead<Move> {
  /** The move that is to be made as soon as it is one's turn; null: none. */
  planned: Move | null;
  /** Chooses it, or with null takes it back. */
  plan: (move: Move | null) => void;
}

interface Props<Move> {
  yourTurn: boolean;
  /** Whether there is still a turn to come for it: else it goes without a word. */
  stands: (move: Move) => boolean;
  /** Whether the rules let it be made now. */
  fits: (move: Move) => boolean;
  play: (move: Move) => void;
  /** Says quietly that it does not fit any more. */
  dropped: () => void;
}

/** What becomes of a chosen move: it waits, goes without a word, or is due, and then made or dropped. */
export function fateOf(yourTurn: boolean, stands: boolean): "waits" | "gone" | "due" {
  if (!stands) return "gone";
  return yourTurn ? "due" : "waits";
}

/**
 * A move chosen while others play. It stays in this browser and is made as any other once it is one's turn; Escape takes it
 * back. For tic-tac-toe and dominoes alone: there a move cannot help others before it is made, and one that no longer fits
 * costs nothing. At cards it would: which card is right depends on those laid before it, and one that comes at once says
 * that its player did not need to see them.
 */
export function usePremove<Move>({ yourTurn, stands, fits, play, dropped }: Props<Move>): Ahead<Move> {
  const [held, plan] = useState<Move | null>(null);
  const [due, setDue] = useState<{ move: Move } | null>(null);
  const fate = held === null ? "waits" : fateOf(yourTurn, stands(held));
  const planned = fate === "waits" ? held : null;
  if (fate !== "waits") plan(null);
  if (fate === "due") setDue(held && { move: held });
  const make = useEffectEvent((move: Move) => (fits(move) ? play(move) : dropped()));
  useEffect(() => {
    if (due) make(due.move);
  }, [due]);
  const isPlanned = planned !== null;
  useEffect(() => {
    if (!isPlanned) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) plan(null);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isPlanned]);
  return { planned, plan };
}
