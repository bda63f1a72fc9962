import type { Entry } from "../../generated/games/baccarat";

export const ROWS = 6;

/** A mark of a road: which round it stands for first, and how many ties followed it. */
export interface Mark {
  entry: Entry;
  /** The place of its round in the history, from 0. */
  at: number;
  column: number;
  row: number;
  ties: number;
}

/** The bead plate: every round in order, down each column of six and then the next; the last `columns` of them. */
export function beadPlate(history: readonly Entry[], columns: number): Mark[] {
  const skipped = Math.max(0, Math.ceil(history.length / ROWS) - columns) * ROWS;
  return history.slice(skipped).map((entry, at) => {
    return { entry, at: at + skipped, column: Math.floor(at / ROWS), row: at % ROWS, ties: 0 };
  });
}

/**
 * The big road: a new column whenever the winner changes, ties as strokes on the last mark (before any mark they lie
 * on an empty one), a run longer than the column turns right at the bottom or at what is in its way.
 */
export function bigRoad(history: readonly Entry[], columns: number): Mark[] {
  const road = new Road();
  for (const [at, entry] of history.entries()) road.add(entry, at);
  const away = Math.max(0, Math.max(-1, ...road.marks.map((mark) => mark.column)) + 1 - columns);
  return road.marks.filter((mark) => mark.column >= away).map((mark) => ({ ...mark, column: mark.column - away }));
}

class Road {
  readonly marks: Mark[] = [];
  private readonly taken = new Set<string>();
  private head = -1;
  private turned = false;

  add(entry: Entry, at: number): void {
    const last = this.marks.at(-1);
    if (entry.winner === "dummy") return;
    if (entry.winner === "tie" && last) last.ties += 1;
    else if (last?.entry.winner === "tie") Object.assign(last, { entry, at });
    else if (entry.winner === last?.entry.winner) this.put(entry, at, this.below(last));
    else this.put(entry, at, this.newColumn());
  }

  private put(entry: Entry, at: number, place: { column: number; row: number }): void {
    this.marks.push({ entry, at, ...place, ties: entry.winner === "tie" ? 1 : 0 });
    this.taken.add(`${place.column} ${place.row}`);
  }

  private newColumn(): { column: number; row: number } {
    this.turned = false;
    do this.head += 1;
    while (this.taken.has(`${this.head} 0`));
    return { column: this.head, row: 0 };
  }

  private below({ column, row }: Mark): { column: number; row: number } {
    this.turned ||= row + 1 === ROWS || this.taken.has(`${column} ${row + 1}`);
    return this.turned ? { column: column + 1, row } : { column, row: row + 1 };
  }
}
