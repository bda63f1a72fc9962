import { type ComponentType, memo } from "react";
import type { EventView, SeatView, ShoeView } from "kafeneio-client";

/** A paragraph, a list, or a table whose first row is its head. */
export type Block = string | { list: string[] } | { table: string[][] };

export interface Section {
  /** The same in all languages, so that a link can name it. */
  id: string;
  title: string;
  blocks: Block[];
}

export type Rules = Section[];

/** What the shell knows of a house-banked table, beside the game's own view. */
export interface HouseBankedTable {
  /** The server's time at which the present window ends; null: none runs. */
  windowEndsMs: number | null;
  /** The round waits for the bank. */
  banking: boolean;
  /** A new shoe's commitment is out, and each guest's browser sends its share of chance. */
  wantsSeeds: boolean;
  /** The shoe that is played, and its commitment; null before the first. */
  shoe: { match: string; number: number; commit: string } | null;
  /** The shoe before it, with its proof. */
  lastShoe: ShoeView | null;
  /** The notice about games of chance was read in this session. */
  noticeGiven: boolean;
  /** From which age on one may sit here, in whole years. */
  age: number;
  /** The platform's help line, as it is dialled; null while it is not known. */
  helpline: string | null;
  /** Takes a free seat; `notice`: it has just been read. */
  sit: (seat: number, notice: boolean) => void;
}

/** What the table shell gives to a game's component. It draws `view` and calls `move`; all else is the shell's. */
export interface GameProps<View, Move> {
  view: View;
  /** The viewer's seat; null for spectators. */
  you: number | null;
  seats: readonly SeatView[];
  /** Whether the viewer owes a decision and none of theirs is on its way. */
  yourTurn: boolean;
  /** Whether the viewer may move without owing it. */
  may: boolean;
  /** The move on its way, to be shown as not yet certain. */
  pending: Move | null;
  /** The events of the last frame, for showing where a piece came from. */
  events: readonly EventView[];
  /** The last events of the game, oldest first, also right after the page was loaded (`Family.marksLast`). Absent:
   * the board shows a recorded position. */
  recent?: readonly EventView[];
  move: (move: Move) => void;
  /** Moves may be chosen while others play; `dropped` says quietly that one does not fit any more. Null or absent: not. */
  premove?: { dropped: () => void } | null;
  /** Says in words why something cannot be done, where the component knows it without asking (a code of the rules). */
  refuse: (code: string) => void;
  /** House-banked games only. */
  house?: HouseBankedTable | null;
}

/** What has happened, in words, for the live region; null: nothing worth announcing. */
export type EventText<View> = (event: EventView, view: View, seats: readonly SeatView[], say: Say) => string | null;

/** A word of the game's own catalogue. */
export type Say = (key: string, values?: Record<string, unknown>) => string;

/** What src/games/<family>/index.tsx exports as `family`. `View` and `Move` come from src/generated/games. */
export interface Family<View, Move> {
  /** The game ids of this family. */
  games: readonly string[];
  /** The playing surface, loaded when first needed. */
  Board: ComponentType<GameProps<View, Move>>;
  /** A small drawing for lists, without text: no two games have the same. */
  Emblem: ComponentType<{ game: string }>;
  /** The section of the rules that explains a refusal, by its code. */
  sections: Readonly<Record<string, string>>;
  eventText: EventText<View>;
  /** How the match was decided, in a sentence or two for its result; null or absent: the board shows it. */
  why?: (view: View, seats: readonly SeatView[], say: Say) => string | null;
  /** How many people options seat, where it follows from them and no option says it. */
  seats?: (options: Readonly<Record<string, unknown>>) => number;
  /** The rules show everybody the same picture: seat 0 is at the bottom for all. Else viewers sit there themselves. */
  seatsStay?: boolean;
  /** A hand from its deal on, as its player saw it: the view after each of its events, the last being `view`. */
  handAgain?: (view: View, you: number, events: readonly EventView[]) => View[];
  /** The kind of event by which the board marks the last move: a page that opens in the middle of a match asks for it. */
  marksLast?: string;
  /** The kinds of event with which a list of moves begins, where the board has one: a page that opens in the middle of a
   * match asks for the events since then, as far as the server has them. */
  listsSince?: readonly string[];
  /** Chance decides only who begins; everything else of a match is played openly. */
  drawsOnlyStarter?: boolean;
  /** Finished matches can be analysed: what was luck, what was skill (services/tables/RULES.md §19). */
  analysed?: boolean;
  /** Whether a match with these options has a text form that other programs read (services/tables/RULES.md §12). */
  hasText?: (options: Readonly<Record<string, unknown>>) => boolean;
  /** The board draws the seats itself: the shell shows no plates around it. */
  ownSeats?: boolean;
  /** What a match is played in, where that is no hand of cards or tiles. */
  rounds?: "game";
}

// The registry holds games of all kinds; only a game's own component knows its view and moves.
export type AnyFamily = Family<never, never>;

/** Declares a family and lets the compiler check it. Its board is drawn anew only when something of it has changed. */
export function defineFamily<View, Move>(family: Family<View, Move>): AnyFamily {
  return { ...family, Board: memo(family.Board) } as unknown as AnyFamily;
}
