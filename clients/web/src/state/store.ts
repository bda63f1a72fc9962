import { createStore } from "zustand/vanilla";
import type {
  AdminMessage,
  Cell,
  ChatLine,
  Competition,
  GameInfo,
  Gift,
  ReactionFrame,
  LinkState,
  Seeks,
  StakeRules,
  Visit,
} from "kafeneio-client";
import type { OpenTable } from "./openTable";
import type { Room } from "./room";
import { type FirstHand, firstHandHere } from "./firstHand";
import { newcomerHere } from "./newcomer";
import { loadSettings, type Settings } from "./settings";

/** Something to say in words: a refusal, or why one was sent somewhere. */
export interface Notice {
  id: string;
  kind: "refused" | "sent";
  code: string;
  name: string | null;
  detail: unknown;
  /** The game whose words and rules explain the code; null: those of all games. */
  game: string | null;
}

export interface State {
  token: string | null;
  /** Why the last session ended, as a code; null: nobody was sent away. */
  farewell: string | null;
  link: LinkState;
  /** An answer of the server is overdue. */
  isSlow: boolean;
  /** The session is used in another tab or on another device since; it can be taken back. */
  elsewhere: boolean;
  room: Room | null;
  /** A guest's first game is being opened: the room is not shown before it. */
  begins: boolean;
  open: OpenTable | null;
  catalogue: readonly GameInfo[] | null;
  /** What the operator has set about stakes; null: not known. */
  stakes: StakeRules | null;
  notices: readonly Notice[];
  /** What the Administrator has written, oldest first; null: not known yet. */
  messages: readonly AdminMessage[] | null;
  /** What was given at tables that were on the screen, the oldest first. */
  gifts: readonly Gift[];
  /** What players of the table show now, each for a few seconds. */
  reactions: readonly ReactionFrame[];
  /** The export of the account's data that is ready; null: none. */
  exportReady: string | null;
  /** What watched players have said while this page was open, oldest first; for staff alone. */
  watched: readonly ChatLine[];
  /** How often something new to decide was announced to staff. */
  staffNews: number;
  /** Competitions as they were last received, by id; the list itself is asked for where it is shown. */
  competitions: ReadonlyMap<string, Competition>;
  /** How often there was news of a competition for oneself. */
  competitionNews: number;
  /** The game of a competition that has called, until its player is there; null: none has. */
  called: Called | null;
  /** One's search for a game and what others look for; null: not known. */
  seeks: Seeks | null;
  /** Other cells that can be visited; null: not known yet. */
  cells: readonly Cell[] | null;
  /** The own visit, of somebody who is at home in another cell; null: not known yet, or at home here. */
  visit: Visit | null;
  /** The account that was begun in this browser and is shown its first steps; null: none. */
  newcomer: string | null;
  /** The guided first hand that is on; null: none. */
  firstHand: FirstHand | null;
  settings: Settings;
}

/** A call to a table, in the server's time; `untilMs` null: it is not known how long there is to come. */
export interface Called {
  table: string;
  name: string;
  untilMs: number | null;
}

export type Store = ReturnType<typeof newStore>;

export function newStore(token: string | null = null) {
  return createStore<State>()(() => ({
    token,
    farewell: null,
    link: "off",
    isSlow: false,
    elsewhere: false,
    room: null,
    begins: false,
    open: null,
    catalogue: null,
    stakes: null,
    notices: [],
    messages: null,
    gifts: [],
    reactions: [],
    exportReady: null,
    watched: [],
    staffNews: 0,
    competitions: new Map(),
    competitionNews: 0,
    called: null,
    seeks: null,
    cells: null,
    visit: null,
    newcomer: newcomerHere(),
    firstHand: firstHandHere(),
    settings: loadSettings(),
  }));
}
