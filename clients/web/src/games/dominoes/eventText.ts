import type { Dominoes } from "../../generated/games/dominoes";
import type { Say, EventText } from "../api";
import { nameOf, pairName } from "../../parts/sitting";
import type { Sitting } from "../../parts/sitting";

type Data = Record<string, unknown>;

/** A tile laid with who was skipped and how the hand ended, who leads, a new deal. */
export const eventText: EventText<Dominoes["view"]> = ({ kind, data }, view, seats, say) => {
  if (data === null) return null;
  const name = nameOf(seats, Number(data["seat"]));
  if (kind === "leader") return say("told.leader", { name });
  if (kind === "deal") return say("told.deal", { name: nameOf(seats, Number(data["leader"])) });
  if (kind === "left") return say("told.left", { name });
  if (kind !== "lay") return null;
  const laid = [data["end"] ? `told.${String(data["end"])}` : "told.first", { name, tile: data["tile"] }] as const;
  const skipped = (data["passed"] as number[]).map((seat) => say("told.skipped", { name: nameOf(seats, seat) }));
  return [say(...laid), ...skipped, ...counted(data["hand"], view, seats, say)].join(" ");
};

/** How the hand ended that the tile has ended. */
function counted(hand: unknown, view: Dominoes["view"], seats: Parameters<typeof eventText>[2], say: Say): string[] {
  if (!hand) return [];
  const { result, seat, side, points } = hand as Data;
  const how = say(`tally.${String(result)}`, { name: nameOf(seats, Number(seat)) });
  return [`${how}.`, outcomeWords(view.target, side as number | null, Number(points), seats, say)];
}

/** What a hand brought, in one sentence. */
export function outcomeWords(
  target: Dominoes["view"]["target"],
  side: number | null,
  points: number,
  seats: readonly Sitting[],
  say: Say,
): string {
  if (side === null) return say("tally.nobody");
  const names = pairName(seats, side, say);
  return target === "runout" ? say("tally.hand", { names }) : say("tally.points", { names, count: points });
}
