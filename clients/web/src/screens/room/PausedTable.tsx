import { useClient } from "../../app/context";
import type { SeatView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
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
  const missing = view.seats.filter((seat) => seat.away_ms_left !== null);
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
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <li>
      <span className={styles.face}>
        <Ring share={Math.min(seconds / WINDOW_S, 1)} late={seconds <= 30}>
          <Face account={seat.account} name={seat.name} />
        </Ring>
      </span>
      <span className="num" role="timer">
        {t("paused.left", { name: seat.name, time })}
      </span>
    </li>
  );
}
