import type { MatchLine } from "kafeneio-client";

const COLUMNS = ["result", "units", "points", "noPips", "chips", "elo", "pr", "quintile"] as const;

/** A number of a match, beside when it ended. */
export type Column = (typeof COLUMNS)[number];

/** What only some games and tables have: PR and its quintile are dominoes' own, chips need a stake. */
const SOME_HAVE: Partial<Record<Column, (line: MatchLine) => boolean>> = {
  noPips: ({ scoreless }) => scoreless !== null,
  chips: ({ net_chips }) => net_chips !== null,
  pr: ({ pr_after }) => pr_after !== null,
  quintile: ({ quintile_after }) => quintile_after !== null,
};

/** The columns that at least one of the matches fills. */
export function columnsOf(matches: readonly MatchLine[]): readonly Column[] {
  return COLUMNS.filter((column) => SOME_HAVE[column] === undefined || matches.some(SOME_HAVE[column]));
}
