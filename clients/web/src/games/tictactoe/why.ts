import type { Tictactoe } from "../../generated/games/tictactoe";
import { nameOf, type Sitting } from "../../parts/sitting";
import type { Say } from "../api";

type Seen = Pick<Tictactoe["view"], "phase" | "k" | "line" | "winner">;

/** How the match was decided: the line with its first and last cell, or a full board. */
export function why({ phase, k, line, winner }: Seen, seats: readonly Sitting[], say: Say): string | null {
  const [first, last] = [line[0], line.at(-1)];
  if (phase !== "match_over") return null;
  if (first === undefined || last === undefined || winner === null) return say("why.full", { k });
  const cell = (name: string) => {
    const [row, col] = name.split(",");
    return say("why.cell", { row, col });
  };
  return say("why.line", { name: nameOf(seats, winner), k, from: cell(first), to: cell(last) });
}
