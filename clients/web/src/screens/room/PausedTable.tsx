import { useClient } from "../../app/context";
import type { SeatView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { PlayerNames } from "../../people/PlayerNames";
import { Ring } from "../../parts/Ring";
import { useSecondsLeft } from "../../parts/useServerNow";
import { Face } from "../../people/Face";
import type { OpenTable } from "../../state/openTable";
import styles from "./PausedTable.module.css";

const WINDOW_S = 300;

/** One's match waits for somebody's return: who is missing, for how long still, and the way to the table. */
export function PausedTable({ open }: { open: OpenTable }) {
  const { t } = useTranslation("play");
  const { list } = useFormats();
  const client = useClient();
  const { view } = open;
  if (!view) return null;
  const missing = view.seats.filter((seat, at) => seat.away_ms_left !== null && at !== view.you);
  const ownMs = view.you === null ? null : (view.seats[view.you]?.away_ms_left ?? null);
  const names = list(missing.map((seat) => seat.name));
  return (
    <section className={styles.card} aria-label={t("paused.title")}>
      <h2>{t("paused.title")}</h2>
      <p role="status">{t("paused.lost", { count: missing.length, names })}</p>
      <ul className={styles.missing}>
        {missing.map((seat) => (
          <Missing key={seat.name} seat={seat} untilMs={open.atMs + (seat.away_ms_left ?? 0)} />
        ))}
      </ul>
      {ownMs !== null && <OwnTime untilMs={open.atMs + ownMs} />}
      <p className={styles.quiet}>{t("paused.rule")}</p>
      <p className={styles.quiet}>{t("paused.chat")}</p>
      <Button onClick={() => client.show(open.table)}>{t("paused.see")}</Button>
    </section>
  );
}

/** Somebody who is away, with the time that is left to them. */
function Missing({ seat, untilMs }: { seat: SeatView; untilMs: number }) {
  const { t } = useTranslation("play");
  const seconds = useSecondsLeft(untilMs);
  const time = clock(seconds);
  return (
    <li>
      <span className={styles.face}>
        <Ring share={Math.min(seconds / WINDOW_S, 1)} late={seconds <= 30}>
          <Face account={seat.account} name={seat.name} />
        </Ring>
      </span>
      <span className="num" role="timer">
        <PlayerNames people={[seat]} sentence={(name) => t("paused.left", { name, time })} />
      </span>
    </li>
  );
}

/** The reader has left while the match waited: nobody is asked to wait for themselves. */
function OwnTime({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation("play");
  return <p role="timer">{t("paused.you", { time: clock(useSecondsLeft(untilMs)) })}</p>;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
