import { useEffect, useState } from "react";
import { useApp, useClient } from "../../app/context";
import type { Seek } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerNow } from "../../parts/useServerNow";
import { clock } from "../../state/seek";
import styles from "./SeekBar.module.css";
import { SeekDialog } from "./SeekDialog";

const REFRESH_MS = 5_000;

/** One's search for a game, in sight wherever one is in the room: how long, how many others, how to stop. */
export function SeekBar() {
  const client = useClient();
  const seek = useApp((state) => state.seeks?.seek ?? null);
  const up = useApp((state) => state.link === "up");
  const looking = seek !== null;
  useEffect(() => {
    if (!up) return;
    void client.loadSeeks();
    if (!looking) return;
    const timer = setInterval(() => void client.loadSeeks(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [client, up, looking]);
  return seek && <Bar seek={seek} />;
}

function Bar({ seek }: { seek: Seek }) {
  const { t } = useTranslation("seek");
  const client = useClient();
  const now = useServerNow(true, 1_000);
  const [changing, setChanging] = useState(false);
  return (
    <section className={styles.bar} aria-label={t("bar.label")}>
      <span className={styles.cup} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.what}>
          {t("bar.looking")} <Wanted seek={seek} />
        </p>
        <p className={styles.how}>
          <span className="num" role="timer">
            {clock(now - seek.since_ms)}
          </span>
          {" · "}
          <span role="status">{useWait(seek)}</span>
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => setChanging(true)}>{t("bar.change")}</Button>
        <Button onClick={() => void client.stopSeeking()}>{t("bar.stop")}</Button>
      </div>
      {changing && <SeekDialog onClose={() => setChanging(false)} />}
    </section>
  );
}

function Wanted({ seek }: { seek: Seek }) {
  const { t } = useTranslation();
  const words = useGameWords();
  const { list, number } = useFormats();
  const games = list(seek.games.map(({ game }) => words.name(game)));
  const stakes = seek.stakes_chips.map((stake) => (stake === 0 ? t("common.stakeNone") : number(stake)));
  return (
    <strong>
      {games} · {list(stakes)}
    </strong>
  );
}

/** What can be said of the wait: who else is looking, how long it usually takes, and how near the ratings must be. */
function useWait(seek: Seek): string {
  const { t } = useTranslation("seek");
  const others = seek.waiting === 0 ? t("bar.alone") : t("bar.others", { count: seek.waiting });
  const minutes = seek.expected_ms === null ? null : Math.max(1, Math.round(seek.expected_ms / 60_000));
  const usual = minutes === null ? [] : [t("bar.usual", { count: minutes })];
  const near = seek.width_elo === null ? t("bar.any") : t("bar.near", { elo: seek.width_elo });
  return [others, ...usual, near].join(" · ");
}
