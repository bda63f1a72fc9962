import type { RecordingLine } from "kafeneio-client";

/** What a match can be corrected to. `winners`: seats; empty for a tie and for no result. */
export interface Possible {
  /** A name for the choice: `tie`, `void`, or the seats. */
  id: string;
  result: number[] | "tie" | "void";
  winners: number[];
}

/** What can be: a win of each side, a tie, no result. */
export function possibleResults(sides: readonly (readonly number[])[]): Possible[] {
  const wins = sides.map((side) => ({ id: side.join("-"), result: [...side], winners: [...side] }));
  return [...wins, { id: "tie", result: "tie", winners: [] }, { id: "void", result: "void", winners: [] }];
}

/** The sides of a match with so many seats, each by its seats. */
export function sidesOf(seats: number, arePartners: (seat: number, other: number) => boolean): number[][] {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  const first = all.filter((seat) => !all.slice(0, seat).some((other) => arePartners(seat, other)));
  return first.map((seat) => all.filter((other) => other === seat || arePartners(seat, other)));
}

/** The result that counts now, by the name of its choice. */
export function countingNow(line: Pick<RecordingLine, "outcome" | "winners">): string {
  if (line.outcome === "void" || line.outcome === "not_completed") return "void";
  return line.outcome === "tied" ? "tie" : line.winners.toSorted((one, other) => one - other).join("-");
}

/** The match or table that a link names; null: it names none. */
export function linked(text: string): { match: string } | { table: string } | null {
  const [, page, id] = /\/(replay|verify|academy|analysis|table)\/([\w.:~-]{1,64})/.exec(text) ?? [];
  if (page === undefined || id === undefined) return null;
  return page === "table" ? { table: id } : { match: id };
}
