/** Which of one's matches are listed; null: whatever it is. Days as a date field has them, `2026-11-29`, both included. */
export interface MatchFilter {
  game: string | null;
  opponent: string | null;
  result: Result | null;
  from: string | null;
  until: string | null;
}

export const RESULTS = ["won", "lost", "tied"] as const;
export type Result = (typeof RESULTS)[number];

export const EVERYTHING: MatchFilter = { game: null, opponent: null, result: null, from: null, until: null };
export const OPPONENT_LENGTH_MAX = 64;

const GAME = /^\w{1,64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter that an address names; what cannot be read is left out. */
export function readFilter(query: string): MatchFilter {
  const said = new URLSearchParams(query);
  const fitting = (name: string, fits: (text: string) => boolean) => {
    const text = said.get(name);
    return text && fits(text) ? text : null;
  };
  return {
    game: fitting("game", (text) => GAME.test(text)),
    opponent: fitting("opponent", (text) => text.length <= OPPONENT_LENGTH_MAX),
    result: fitting("result", (text) => (RESULTS as readonly string[]).includes(text)) as Result | null,
    from: fitting("from", isDay),
    until: fitting("until", isDay),
  };
}

/** The query of an address that names the filter; empty for everything. */
export function queryOf(filter: MatchFilter): string {
  const said = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null);
  return said.length > 0 ? `?${new URLSearchParams(said).toString()}` : "";
}

/** What the server is asked: days begin and end where the reader is. */
export function askedOf({ from, until, ...rest }: MatchFilter) {
  return {
    ...rest,
    from_ms: from === null ? null : startOf(from),
    until_ms: until === null ? null : startOf(until, 1),
  };
}

function isDay(text: string): boolean {
  return DAY.test(text) && startOf(text) !== null;
}

/** When a day begins, or one so many days after it; null: there is no such day. */
function startOf(day: string, after = 0): number | null {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const start = new Date(year, month - 1, date);
  if (start.getMonth() !== month - 1 || year < 1970) return null;
  return new Date(year, month - 1, date + after).getTime();
}
