import type { Dominoes } from "../../generated/games/dominoes";
import { decidedByPoints } from "../../parts/decided";
import type { Sitting } from "../../parts/sitting";
import type { Say } from "../api";
import { nameOf, pairName } from "../../parts/sitting";
import { outcomeWords } from "./eventText";

type Seen = Pick<Dominoes["view"], "seat" | "target" | "phase" | "totals" | "entries" | "last_hand">;

/** How the match was decided: the last hand, and the sums or the hands won. */
export function why(view: Seen, seats: readonly Sitting[], say: Say): string | null {
  const { target, phase, last_hand: hand, totals, seat } = view;
  if (phase !== "match_over" || hand === null) return null;
  const how = say(`tally.${hand.result}`, { name: nameOf(seats, hand.seat) });
  const last = [`${how}.`, outcomeWords(target, hand.side, hand.points, seats, say)].join(" ");
  if (target === "runout") return `${last} ${byHands(view, seats, say)}`;
  return `${last} ${decidedByPoints({ you: seat, players: 4, totals, target, last: null }, seats, say)}`;
}

/** A Run Out Match counts hands; `C` stands for one that nobody won. */
function byHands({ entries }: Seen, seats: readonly Sitting[], say: Say): string {
  const won = (side: number) => entries.filter((entry) => entry !== "C" && entry[0] === side).length;
  const names = { one: pairName(seats, 0, say), other: pairName(seats, 1, say) };
  return say("why.hands", { ...names, oneHands: won(0), otherHands: won(1) });
}
