import type { BoardDefinition, OrderBody } from "kafeneio-client";

export type Operation = OrderBody["operation"];
export type Kind = Exclude<Operation["kind"], "change_setting" | "correct_match">;

/** Everything that the form of an order can hold, as it is typed; each kind of order uses some of it. */
export interface Draft {
  table: string;
  round: string;
  /** Whether every bet of a corrected round goes back, or the players get the amounts. */
  voids: boolean;
  /** By account the chips that a player of a round gets, stake included, as they are typed. */
  amounts: Readonly<Record<string, string>>;
  /** The round of a table, as its game counts. */
  number: number | null;
  reference: string;
  damagedShoe: boolean;
  el: string;
  en: string;
  es: string;
  /** The id of a board that there is; empty: a new one. */
  board: string;
  /** What players read of a board of its own. */
  title: string;
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
  amounts: {},
  number: null,
  reference: "",
  damagedShoe: false,
  el: "",
  en: "",
  es: "",
  board: "",
  title: "",
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

/** Chips as they are typed; undefined where they cannot be read. */
export function amountOf(text: string): number | undefined {
  return /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : undefined;
}

/** Account → chips; undefined where an amount cannot be read or there is none. */
export function amountsOf(amounts: Draft["amounts"]): Record<string, number> | undefined {
  const read: Record<string, number> = {};
  for (const [account, text] of Object.entries(amounts)) {
    const chips = amountOf(text);
    if (chips === undefined) return undefined;
    read[account] = chips;
  }
  return Object.keys(read).length > 0 ? read : undefined;
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
      const credited = draft.voids ? null : amountsOf(draft.amounts);
      return text(draft.round) && credited !== undefined ? { kind, round: text(draft.round), credited } : null;
    }
    case "annul_match":
      return text(draft.table) ? { kind, table: text(draft.table) } : null;
    case "annul_round":
      return text(draft.table) && draft.number !== null
        ? { kind, table: text(draft.table), number: draft.number, damaged_shoe: draft.damagedShoe }
        : null;
    case "take_back":
      return text(draft.reference) ? { kind, reference: text(draft.reference) } : null;
    case "post_terms": {
      const texts = { el: text(draft.el), en: text(draft.en), es: text(draft.es) };
      return texts.el && texts.en && texts.es ? { kind, ...texts } : null;
    }
    case "save_board": {
      const definition = definitionOf(draft);
      return definition && { kind, definition, fresh: draft.board === "" };
    }
    case "close_board":
      return text(draft.board) && text(draft.period)
        ? { kind, board: text(draft.board), period: text(draft.period), title: "" }
        : null;
  }
}

function definitionOf(draft: Draft): BoardDefinition | null {
  const prizes = numbersOf(draft.prizes);
  const [least] = numbersOf(draft.minGames) ?? [];
  const board = boardOf(draft);
  if (!board || prizes === null || least === undefined) return null;
  const [starts, ends] = [momentOf(draft.starts), momentOf(draft.ends)];
  if (isOwn(draft) && (draft.title.trim().length < TITLE_MIN || starts === null || ends === null || starts >= ends))
    return null;
  return {
    board,
    repeat: draft.repeat,
    games: draft.games.length > 0 ? [...draft.games] : null,
    min_games: least,
    prizes_chips: prizes,
    starts_at_ms: isOwn(draft) ? starts : null,
    ends_at_ms: isOwn(draft) ? ends : null,
    active: draft.active,
    title: isOwn(draft) ? draft.title.trim() : "",
  };
}

const ID_MAX = 48;
const TITLE_MIN = 3;
const GREEK: Record<string, string> = {
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  ς: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  χ: "ch",
  ψ: "ps",
  ω: "o",
};

/** The id of a board, which nobody types: that of the board that is changed; or made of the games of one that comes
 * again, or of the title of one of its own. */
function boardOf(draft: Draft): string {
  if (draft.board) return draft.board;
  if (isOwn(draft)) return idOf(draft.title);
  const games = draft.games.length > 0 ? draft.games.join(":") : "all";
  const byGames = `${draft.repeat}:${games}`;
  return byGames.length <= ID_MAX ? byGames : `${draft.repeat}:${draft.games.length}-games-${stamp(games)}`;
}

/** A title in small Latin letters; of one in other letters no more than a mark that is its own. */
export function idOf(title: string): string {
  const plain = title.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  const latin = [...plain].map((sign) => GREEK[sign] ?? sign).join("");
  const id = latin.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return /^[a-z0-9-]{3,48}$/.test(id) ? id : `board-${stamp(plain)}`;
}

/** A short mark that is the same for the same text. */
function stamp(text: string): string {
  let sum = 0;
  for (const sign of text) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

/** Whether a board has one period with a start and an end of its own. */
export const isOwn = ({ repeat }: Pick<Draft, "repeat">): boolean => repeat === "own";

/** A definition as the form shows it. */
export function draftOf(definition: BoardDefinition): Partial<Draft> {
  const shown = (atMs: number | null) => (atMs === null ? "" : localOf(atMs));
  return {
    board: definition.board,
    title: definition.title || (definition.repeat === "own" ? definition.board : ""),
    repeat: definition.repeat,
    games: definition.games ?? [],
    minGames: String(definition.min_games),
    prizes: definition.prizes_chips.join(", "),
    starts: shown(definition.starts_at_ms),
    ends: shown(definition.ends_at_ms),
    active: definition.active,
  };
}
