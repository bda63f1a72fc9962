import type { Say } from "../api";
import { nameOf, type Sitting } from "../../parts/sitting";

export { nameOf };

/** The two of a side: `Ana & Cleo`. */
export function sideName(seats: readonly Sitting[], side: number, say: Say): string {
  return say("pair", { one: nameOf(seats, side), other: nameOf(seats, side + 2) });
}
