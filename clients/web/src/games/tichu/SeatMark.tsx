import { Backs } from "../../cards/Backs";
import { Balloon } from "../../cards/Balloon";
import { OpenCards } from "../../cards/OpenCards";
import type { Place } from "../../parts/places";
import type { Say } from "../api";
import { nameOf, type Sitting } from "./names";
import styles from "./SeatMark.module.css";
import type { View } from "./view";

interface Props {
  seat: number;
  place: Place;
  /** Whose cards are shown below, and not here. */
  below: number;
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** At a seat's place on the cloth: its cards, what it has called, whether it has answered, passed, or is out. */
export function SeatMark({ seat, place, below, view, seats, say }: Props) {
  const open = seat === below ? undefined : view.hands[seat];
  const upright = place === "left" || place === "right";
  return (
    <div className={styles.seat} role="group" aria-label={nameOf(seats, seat)}>
      <div className={styles.mark} data-upright={upright}>
        {open ? (
          <OpenCards cards={open} pack="tichu" upright={upright} />
        ) : (
          seat !== below && <Backs count={view.counts[seat] ?? 0} />
        )}
        <Coins seat={seat} view={view} say={say} />
      </div>
      {view.passed.includes(seat) && (
        <Balloon place={place} quiet>
          {say("calls.pass")}
        </Balloon>
      )}
    </div>
  );
}

/** Small round marks: a call, the order of finishing, an answer in the sealed phases. */
function Coins({ seat, view, say }: Pick<Props, "seat" | "view" | "say">) {
  const call = view.calls[seat];
  const place = view.out.indexOf(seat) + 1;
  return (
    <span className={styles.coins}>
      {call && (
        <span className={styles.call} data-call={call}>
          {say(`calls.${call}`)}
        </span>
      )}
      {place > 0 && (
        <span className={`${styles.place} num`} title={say("place", { place })}>
          <span aria-hidden="true">{place}.</span>
          <span className="sr">{say("place", { place })}</span>
        </span>
      )}
      {view.answered[seat] && (
        <span className={styles.answered} title={say("answered")}>
          <span aria-hidden="true">✓</span>
          <span className="sr">{say("answered")}</span>
        </span>
      )}
    </span>
  );
}
