import type { Tictactoe } from "../../generated/games/tictactoe";
import type { EventText } from "../api";

/** A mark placed, or who begins. */
export const eventText: EventText<Tictactoe["view"]> = ({ kind, data }, view, seats, say) => {
  if (data === null) return null;
  if (kind === "leader") return say("leader", { name: nameOf(data["seat"]) });
  if (kind !== "place") return null;
  const { row, col, mark } = data;
  const seat = Object.keys(view.marks).find((each) => view.marks[each] === mark);
  return say("placed", { name: nameOf(seat), mark, row, col });

  function nameOf(each: unknown): string {
    return seats[Number(each)]?.name ?? "";
  }
};
