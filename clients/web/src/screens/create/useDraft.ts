import { useState } from "react";
import type { TableDraft } from "../../app/client";
import type { GameInfo } from "kafeneio-client";
import { defaultOptions, type Options, otherSeats } from "../../state/games";

export type Company = "open" | "invite" | "computer";

/** What somebody wants who opens the dialog: with whom, and which game; null: not said. */
export interface Wish {
  company: Company;
  game: string | null;
  /** Who is invited to the first of the other chairs; of four to the partner's. */
  invite?: string;
}

/** A table as it is being thought up. */
export interface Draft {
  name: string;
  game: GameInfo;
  options: Options;
  company: Company;
  stakeChips: number;
  spectators: boolean;
  /** Practice with the game's clock. */
  timed: boolean;
  /** Free chairs of a practice table wait for people: so many computers sit down. */
  computers: number | null;
  /** Seat → username. */
  invite: Record<string, string>;
}

/** The part of the form that changes some fields of the draft. */
export interface FieldProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

export function useDraft(game: GameInfo, { company, invite: invited }: Wish, name: string, stakeChips: number) {
  const [draft, setDraft] = useState<Draft>(() => {
    const options = defaultOptions(game);
    const invite = invited ? { [otherSeats(game, options).length === 3 ? 2 : 1]: invited } : {};
    return { name, game, options, company, stakeChips, spectators: true, timed: false, computers: null, invite };
  });
  const change = (part: Partial<Draft>) => setDraft((held) => changed(held, part));
  return { draft, change };
}

/** Another game brings its own options; whoever was invited to a seat that is gone is not invited any more. */
export function changed(draft: Draft, part: Partial<Draft>): Draft {
  const next = { ...draft, ...part };
  if (part.game && part.game !== draft.game) next.options = defaultOptions(part.game);
  const seats = new Set(otherSeats(next.game, next.options).map(String));
  next.invite = Object.fromEntries(Object.entries(next.invite).filter(([seat]) => seats.has(seat)));
  return next;
}

/** The draft as the frame wants it. */
export function toFrame(draft: Draft): TableDraft {
  const { name, game, options, company, stakeChips, spectators, timed, computers, invite } = draft;
  const others = otherSeats(game, options);
  return {
    name,
    game: game.game,
    options,
    stake_chips: company === "computer" ? 0 : stakeChips,
    mode: company === "invite" ? "invite" : "open",
    spectators,
    invite: company === "invite" ? invite : {},
    bots: company === "computer" ? others.slice(-(computers ?? others.length)) : [],
    timed: company === "computer" && timed,
  };
}

/** Whether nothing is missing that only the person can give. */
export function isComplete(draft: Draft): boolean {
  if (draft.company !== "invite") return true;
  return otherSeats(draft.game, draft.options).every((seat) => draft.invite[seat]);
}
