import { useState } from "react";
import type { TableDraft } from "../../app/client";
import type { GameInfo } from "kafeneio-client";
import { isPartner } from "../../people/usePlaceName";
import { defaultOptions, type Options, otherSeats, seatsOf } from "../../state/games";

/** By how much a table without a stake may lengthen its game's clock (services/lobby/RULES.md §4). */
export const CLOCK_FACTORS: readonly number[] = [1, 2, 5, 10];

export type Company = "open" | "invite" | "computer";

/** What somebody wants who opens the dialog: with whom, and which game; null: not said. */
export interface Wish {
  company: Company;
  game: string | null;
  /** Who is invited to the first of the other chairs; of four to the partner's. */
  invite?: string;
  /** The group of players (a company of theirs) who alone see the table; not given: everybody does. */
  circle?: Circle;
}

export interface Circle {
  id: string;
  name: string;
}

/** A table as it is being thought up. */
export interface Draft {
  name: string;
  game: GameInfo;
  options: Options;
  company: Company;
  stakeChips: number;
  spectators: boolean;
  /** Bot accounts may sit down; counts among people and without a stake only. */
  botsAllowed: boolean;
  /** Practice with the game's clock. */
  timed: boolean;
  /** How much longer than usual the game's clock is; counts without a stake only. */
  clockFactor: number;
  /** Free chairs of a practice table wait for people: so many computers sit down. */
  computers: number | null;
  /** Of two pairs: a friend at a practice table is the partner, or the partner is a computer. */
  friendIsPartner: boolean;
  /** Seat → username. */
  invite: Record<string, string>;
  circle: Circle | null;
}

/** The part of the form that changes some fields of the draft. */
export interface FieldProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

export function useDraft(game: GameInfo, { company, invite: invited, circle }: Wish, name: string, stakeChips: number) {
  const [draft, setDraft] = useState<Draft>(() => {
    const options = defaultOptions(game);
    const invite = invited ? { [otherSeats(game, options).length === 3 ? 2 : 1]: invited } : {};
    return {
      name,
      game,
      options,
      company,
      stakeChips,
      spectators: true,
      botsAllowed: false,
      timed: false,
      clockFactor: 1,
      computers: null,
      friendIsPartner: true,
      invite,
      circle: circle ?? null,
    };
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

/** Whether nothing is at stake, so that the clock may be longer. */
export function mayLengthen({ company, stakeChips }: Draft): boolean {
  return company === "computer" || stakeChips === 0;
}

/** Whether bot accounts can be let to the table (services/lobby/RULES.md §13). */
export function mayHaveBots({ company, stakeChips, circle }: Draft): boolean {
  return company !== "computer" && stakeChips === 0 && circle === null;
}

/** How much longer the clock will be: practice without one has none to lengthen. */
function clockFactorOf(draft: Draft): number {
  return mayLengthen(draft) && (draft.company !== "computer" || draft.timed) ? draft.clockFactor : 1;
}

/** Whether the game is of pairs, so that a friend at a practice table is the partner or an opponent. */
export function isOfPairs({ game, options }: Draft): boolean {
  return seatsOf(game, options) === 4 && isPartner(game, 2, 0, 4);
}

/** The chairs on which computers sit at a practice table; friends take the others. */
export function computerSeats(draft: Draft): number[] {
  const others = otherSeats(draft.game, draft.options);
  const count = Math.min(draft.computers ?? others.length, others.length);
  if (!isOfPairs(draft)) return others.slice(others.length - count);
  const first = draft.friendIsPartner ? [3, 1, 2] : [2, 3, 1];
  return first.slice(0, count).toSorted((one, other) => one - other);
}

/** The draft as the frame wants it. */
export function toFrame(draft: Draft): TableDraft {
  const { name, game, options, company, stakeChips, spectators, timed, invite, circle } = draft;
  return {
    name,
    game: game.game,
    options,
    stake_chips: company === "computer" ? 0 : stakeChips,
    mode: company === "invite" ? "invite" : "open",
    spectators,
    invite: company === "invite" ? invite : {},
    bots: company === "computer" ? computerSeats(draft) : [],
    timed: company === "computer" && timed,
    clock_factor: clockFactorOf(draft),
    bots_allowed: mayHaveBots(draft) && draft.botsAllowed,
    ...(circle && { company: circle.id }),
  };
}

/** Whether nothing is missing that only the person can give. */
export function isComplete(draft: Draft): boolean {
  if (draft.company !== "invite") return true;
  return otherSeats(draft.game, draft.options).every((seat) => draft.invite[seat]);
}
