import { useEffect, useState } from "react";
import { useApp, useClient, useGameInfo, useRoom } from "../../app/context";
import type { Seek } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerNow } from "../../parts/useServerNow";
import { defaultOptions, otherSeats } from "../../state/games";
import { clock } from "../../state/seek";
import styles from "./SeekBar.module.css";
import { SeekDialog } from "./SeekDialog";

const REFRESH_MS = 5_000;
/** After such a wait the computer is offered as company. */
const MEANWHILE_MS = 20_000;

/** One's search for a game, in sight wherever one is in the room: how long, how many others, how to stop. */
export function SeekBar() {
  const client = useClient();
  const seek = useApp((state) => state.seeks?.seek ?? null);
  const up = useApp((state) => state.link === "up");
  const looking = seek !== null;
  useEffect(() => {
    if (!up) return;
    void client.search.load();
    if (!looking) return;
    const timer = setInterval(() => void client.search.load(), REFRESH_MS);
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
        {now - seek.since_ms >= MEANWHILE_MS && <Meanwhile seek={seek} />}
        <Button onClick={() => setChanging(true)}>{t("bar.change")}</Button>
        <Button onClick={() => void client.search.stop()}>{t("bar.stop")}</Button>
      </div>
      {changing && <SeekDialog onClose={() => setChanging(false)} />}
    </section>
  );
}

/** Practice with the computer while the search goes on. */
function Meanwhile({ seek }: { seek: Seek }) {
  const { t } = useTranslation(["seek", "app"]);
  const client = useClient();
  const { seatedAt } = useRoom();
  const game = useGameInfo(seek.games[0]?.game ?? "");
  const [busy, setBusy] = useState(false);
  if (!game || seatedAt !== null) return null;
  const play = async () => {
    setBusy(true);
    await client.playComputer(t("app:now.computerTable"), game.game, otherSeats(game, defaultOptions(game)));
    setBusy(false);
  };
  return (
    <Button kind="action" busy={busy} title={t("bar.meanwhileHint")} onClick={() => void play()}>
      {t("bar.meanwhile")}
    </Button>
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
  const usual = seek.expected_ms === null ? [] : [usually(seek.expected_ms)];
  const near = seek.width_elo === null ? t("bar.any") : t("bar.near", { elo: seek.width_elo });
  return [others, ...usual, near].join(" · ");

  function usually(waitMs: number): string {
    const seconds = Math.max(1, Math.round(waitMs / 1000));
    return seconds < 90
      ? t("bar.usualSeconds", { count: seconds })
      : t("bar.usual", { count: Math.round(seconds / 60) });
  }
}
