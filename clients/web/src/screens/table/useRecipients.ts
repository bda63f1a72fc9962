import { useGameInfo } from "../../app/context";
import type { Shop } from "kafeneio-client";
import type { StillView } from "../../state/still";

/** Those whom one may treat and who are still there: by the platform's rule the people on one's own side, where nobody
 * has a partner everybody at the table, or everybody at every table. */
export function useRecipients(view: StillView, to: Shop["item_recipients"]): number[] {
  const info = useGameInfo(view.game);
  const side = info?.sides.find((seats) => view.you !== null && seats.includes(view.you)) ?? [];
  const wide = to === "table" || (to === "company" && !info?.sides.some((seats) => seats.length > 1));
  const seats = wide ? view.seats.map((_, seat) => seat) : side;
  return seats.filter((seat) => {
    const who = view.seats[seat];
    return seat !== view.you && who !== undefined && who.name !== "" && !who.bot && !who.left;
  });
}
