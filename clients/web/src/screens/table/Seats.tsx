import type { TableView } from "kafeneio-client";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { type Place, placeOf } from "../../parts/places";
import { SeatPlate } from "./SeatPlate";
import styles from "./Seats.module.css";

const PLACES: readonly Place[] = ["top", "left", "right", "bottom"];

/** The plates of all seats around the surface. `atMs`: the server's time from which the numbers of decisions count on. */
export function Seats({ atMs, view }: { atMs: number; view: TableView }) {
  const { t } = useTranslation();
  const count = view.seats.length;
  const game = family(view.game);
  if (game?.ownSeats) return null;
  const you = game?.seatsStay ? null : view.you;
  return PLACES.map((place) => {
    const here = view.seats.map((_, seat) => seat).filter((seat) => placeOf(seat, count, you) === place);
    if (here.length === 0) return null;
    return (
      <ul key={place} className={styles.seats} data-place={place} aria-label={t("table.seats")}>
        {here.map((seat) => {
          const due = view.due.find((each) => each.seat === seat) ?? null;
          return <SeatPlate key={seat} view={view} seat={seat} due={due} atMs={due ? atMs : 0} />;
        })}
      </ul>
    );
  });
}
