import { useGameInfo } from "../../app/context";
import type { Shop, TableView } from "kafeneio-client";

/** The people on one's own side, or, where the platform allows it, at the whole table, who are still there. */
export function useRecipients(view: TableView, to: Shop["item_recipients"]): number[] {
  const info = useGameInfo(view.game);
  const side = info?.sides.find((seats) => view.you !== null && seats.includes(view.you)) ?? [];
  const seats = to === "table" ? view.seats.map((_, seat) => seat) : side;
  return seats.filter((seat) => {
    const who = view.seats[seat];
    return seat !== view.you && who !== undefined && who.name !== "" && !who.bot && !who.left;
  });
}
