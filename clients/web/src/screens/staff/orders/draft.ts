import type { BoardDefinition, OrderBody } from "kafeneio-client";

export type Operation = OrderBody["operation"];
export type Kind = Exclude<Operation["kind"], "change_setting" | "correct_match">;

/** Everything that the form of an order can hold, as it is typed; each kind of order uses some of it. */
export interface Draft {
  table: string;
  round: string;
  /** Whether every bet of a corrected round goes back, or the players get the amounts of `credited`. */
  voids: boolean;
  /** A player a line, by name or account, with the chips that they get, stake included: `Nikos 1200`. */
  credited: string;
  number: string;
  reference: string;
  damagedShoe: boolean;
  el: string;
  en: string;
  es: string;
  board: string;
  period: string;
  repeat: BoardDefinition["repeat"];
  /** Ids of games; none: every game. */
  games: readonly string[];
  minGames: string;
  prizes: string;
  starts: string;
  ends: string;
  active: boolean;
}

/** The part of the form with the fields of one kind of order. */
export interface FieldsProps {
  kind: Kind;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

export const EMPTY: Draft = {
  table: "",
  round: "",
  voids: true,
  credited: "",
  number: "",
  reference: "",
  damagedShoe: false,
  el: "",
  en: "",
  es: "",
  board: "",
  period: "",
  repeat: "weekly",
  games: [],
  minGames: "1",
  prizes: "",
  starts: "",
  ends: "",
  active: true,
};

/** Numbers that are separated by commas or spaces; null where something else stands among them. */
export function numbersOf(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  return words.every((word) => /^\d+$/.test(word)) ? words.map(Number) : null;
}

/** Player → chips, a line each; undefined where a line cannot be read, a player comes twice or there is none. */
export function amountsOf(text: string): Record<string, number> | undefined {
  const lines = text.split("\n").filter((line) => line.trim());
  const read = lines.map((line) => /^\s*([^\s:=]+)[\s:=]+(\d{1,12})\s*$/.exec(line));
  const amounts = Object.fromEntries(read.map((found) => [found?.[1] ?? "", Number(found?.[2])]));
  const whole = lines.length > 0 && read.every(Boolean) && Object.keys(amounts).length === lines.length;
  return whole ? amounts : undefined;
}

/** A moment as a field of date and time has it: by the clock of whoever looks. */
function localOf(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}

const momentOf = (text: string): number | null => (text ? new Date(text).getTime() : null);

/** What is ordered; null while something is missing or cannot be read. */
export function operationOf(kind: Kind, draft: Draft): Operation | null {
  const text = (value: string) => value.trim();
  switch (kind) {
    case "correct_round": {
      const credited = draft.voids ? null : amountsOf(draft.credited);
      return text(draft.round) && credited !== undefined ? { kind, round: text(draft.round), credited } : null;
    }
    case "annul_match":
      return text(draft.table) ? { kind, table: text(draft.table) } : null;
    case "annul_round": {
      const [number, ...more] = numbersOf(draft.number) ?? [];
      if (!text(draft.table) || number === undefined || more.length > 0) return null;
      return { kind, table: text(draft.table), number, damaged_shoe: draft.damagedShoe };
    }
    case "take_back":
      return text(draft.reference) ? { kind, reference: text(draft.reference) } : null;
    case "post_terms": {
      const texts = { el: text(draft.el), en: text(draft.en), es: text(draft.es) };
      return texts.el && texts.en && texts.es ? { kind, ...texts } : null;
    }
    case "save_board": {
      const definition = definitionOf(draft);
      return definition && { kind, definition };
    }
    case "close_board":
      return text(draft.board) && text(draft.period)
        ? { kind, board: text(draft.board), period: text(draft.period) }
        : null;
  }
}

function definitionOf(draft: Draft): BoardDefinition | null {
  const prizes = numbersOf(draft.prizes);
  const [least] = numbersOf(draft.minGames) ?? [];
  const board = boardOf(draft);
  if (!board || prizes === null || least === undefined) return null;
  return {
    board,
    repeat: draft.repeat,
    games: draft.games.length > 0 ? [...draft.games] : null,
    min_games: least,
    prizes_chips: prizes,
    starts_at_ms: draft.repeat === "own" ? momentOf(draft.starts) : null,
    ends_at_ms: draft.repeat === "own" ? momentOf(draft.ends) : null,
    active: draft.active,
  };
}

/** What a board is called among the platform's: one that comes again by its games, any other by its own name. */
function boardOf(draft: Draft): string {
  const own = draft.board.trim().toLowerCase().replaceAll(/\s+/g, "-");
  if (own || needsName(draft)) return /^[a-z0-9_:-]{0,48}$/.test(own) ? own : "";
  return byGames(draft);
}

const byGames = ({ repeat, games }: Draft) => `${repeat}:${games.length > 0 ? games.join(":") : "all"}`;

/** Whether a board needs a name of its own: it does not come again, or is about more games than a name holds. */
export function needsName(draft: Draft): boolean {
  return draft.repeat === "own" || byGames(draft).length > 48;
}

/** A definition as the form shows it. */
export function draftOf(definition: BoardDefinition): Partial<Draft> {
  const shown = (atMs: number | null) => (atMs === null ? "" : localOf(atMs));
  return {
    board: definition.board,
    repeat: definition.repeat,
    games: definition.games ?? [],
    minGames: String(definition.min_games),
    prizes: definition.prizes_chips.join(", "),
    starts: shown(definition.starts_at_ms),
    ends: shown(definition.ends_at_ms),
    active: definition.active,
  };
}
