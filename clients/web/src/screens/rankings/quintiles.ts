/** A quintile that has members, and the least PR that stands in it. */
export interface QuintileLine {
  quintile: number;
  fromPr: number;
}

/**
 * The quintiles that have members, best first, of the bounds as the platform counts them: the least PR of quintiles
 * 1 … 4 *and better*. Where players with equal PR fill more than a fifth, a quintile is empty and repeats the bound of
 * the better one, in which these players stand. The last quintile has no bound: its members are below all others.
 */
export function quintileLines(bounds: readonly (number | null)[]): QuintileLine[] {
  const lines = bounds.map((fromPr, index) => ({ quintile: index + 1, fromPr }));
  return lines.filter(
    (line, index): line is QuintileLine => line.fromPr !== null && line.fromPr !== lines[index - 1]?.fromPr,
  );
}
