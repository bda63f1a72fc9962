import type { Competition, CompetitionsFrame } from "kafeneio-client";

/** Competitions with those that were received; of two lines of one competition the newer counts. */
export function withCompetitions(
  held: ReadonlyMap<string, Competition>,
  { changed }: CompetitionsFrame,
): ReadonlyMap<string, Competition> {
  const now = new Map(held);
  for (const line of changed) {
    const before = now.get(line.id);
    if (!before || before.seq <= line.seq) now.set(line.id, line);
  }
  return now;
}
