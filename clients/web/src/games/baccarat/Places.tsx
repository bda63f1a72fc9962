import { useState } from "react";
import type { SeatView } from "kafeneio-client";
import type { View } from "../../generated/games/baccarat";
import { useFormats } from "../../i18n/useFormats";
import { PlayerName } from "../../people/PlayerName";
import { Face } from "../../people/Face";
import type { HouseBankedTable, Say } from "../api";
import { total } from "./bets";
import { CareDialog } from "./CareDialog";
import styles from "./Places.module.css";
import { nameOf } from "./roundText";

interface Props {
  view: View;
  you: number | null;
  seats: readonly SeatView[];
  house: HouseBankedTable | null;
  say: Say;
}

/** The seven places: who sits there with how much in play, or a free one to take. */
export function Places({ view, you, seats, house, say }: Props) {
  const [wanted, setWanted] = useState<number | null>(null);
  const sit = (seat: number) => {
    if (!house) return;
    if (house.noticeGiven) house.sit(seat, false);
    else setWanted(seat);
  };
  const read = () => {
    if (wanted !== null) house?.sit(wanted, true);
    setWanted(null);
  };
  return (
    <>
      <ul className={styles.places} aria-label={say("places")}>
        {seats.map((who, seat) => (
          <li key={seat} className={styles.place} data-you={seat === you} data-seat={seat}>
            {view.seated.includes(seat) ? (
              <Guest who={who} seat={seat} you={you} view={view} seats={seats} say={say} />
            ) : (
              <Free seat={seat} onSit={house && you === null ? () => sit(seat) : null} say={say} />
            )}
          </li>
        ))}
      </ul>
      {wanted !== null && house && <CareDialog house={house} onRead={read} onClose={() => setWanted(null)} say={say} />}
    </>
  );
}

interface GuestProps extends Omit<Props, "house"> {
  who: SeatView;
  seat: number;
}

function Guest({ who, seat, you, view, seats, say }: GuestProps) {
  const { number } = useFormats();
  const laid = total(view.stakes[String(seat)] ?? {});
  const absent = view.absent.includes(seat);
  return (
    <>
      <span className={`${styles.number} num`} aria-hidden="true">
        {seat + 1}
      </span>
      <span className={styles.face}>
        <Face account={who.account} name={who.name} bot={who.bot} />
      </span>
      <span className={styles.words}>
        <span className={`${styles.name} name`}>
          <PlayerName account={who.bot ? null : who.account} name={who.name} called={nameOf(seats, seat, say)} />
        </span>
        <span className={`${styles.line} num`} data-absent={absent}>
          {view.done.includes(seat) && view.phase === "betting" && (
            <b className={styles.done} role="img" aria-label={say("isDone")}>
              {"✓ "}
            </b>
          )}
          {seat === you && `${say("you")} · `}
          {absent ? say("absent") : laid > 0 ? say("inPlay", { chips: number(laid) }) : say("noStake")}
        </span>
      </span>
    </>
  );
}

function Free({ seat, onSit, say }: { seat: number; onSit: (() => void) | null; say: Say }) {
  const name = say("place", { number: seat + 1 });
  if (!onSit) {
    return (
      <span className={styles.free}>
        <span className={`${styles.number} num`}>{seat + 1}</span>
        <span className={styles.line}>{say("free")}</span>
      </span>
    );
  }
  return (
    <button type="button" className={styles.sit} onClick={onSit} aria-label={`${say("sit")}: ${name}`}>
      <span className={`${styles.number} num`}>{seat + 1}</span>
      <span>{say("sit")}</span>
    </button>
  );
}
