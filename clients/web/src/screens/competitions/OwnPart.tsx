import { useState } from "react";
import { useApp, useClient } from "../../app/context";
import { newId, rest, type CompetitionCard, type Own } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useSecondsLeft, useServerNow } from "../../parts/useServerNow";
import { offerPush } from "../../app/push";
import { refusal } from "../../app/useRequest";
import { SpendDialog, type Spending } from "../chips/SpendDialog";
import styles from "./Competitions.module.css";

interface Props {
  token: string;
  card: CompetitionCard;
  again: () => Promise<void>;
}

/** What one has in the competition, and what one can do now: enter, withdraw, ask for a game. */
export function OwnPart({ token, card, again }: Props) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const account = useApp((state) => state.room?.me.account ?? "");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ code: string; detail: unknown } | null>(null);
  const [spending, setSpending] = useState<Spending | null>(null);
  const { competition: line, own } = card;
  if (own === null) return null;
  const act = async (doing: () => Promise<unknown>) => {
    setBusy(true);
    setRefused(null);
    await doing().catch((error: unknown) => setRefused(refusal(error)));
    await again();
    setBusy(false);
  };
  const enter = () =>
    void act(async () => {
      await rest.enter(token, line.id, newId());
      offerPush("competition", account);
    });
  const ask = () =>
    line.price_chips === 0 ? enter() : setSpending({ name: line.name, chips: line.price_chips, go: enter });
  const runs = line.state === "running";
  const takesEntries = line.state === "open" || runs;
  const taken = own.entries + own.entries_asked;
  return (
    <section className={styles.own} aria-label={t("own.title")} aria-busy={busy}>
      <Standing own={own} isOver={line.state === "settled"} />
      {runs && <GamePart line={line.id} token={token} own={own} busy={busy} act={act} />}
      {takesEntries && taken < own.entries_max && own.disqualified === null && (
        <div className={styles.row}>
          <Button
            kind={runs && own.games_left > 0 ? "quiet" : "action"}
            busy={busy}
            onClick={ask}
            hint={line.price_chips > 0 ? t("own.fromYours") : undefined}
          >
            {line.price_chips === 0 ? t("own.enterFree") : t("own.enter", { count: line.price_chips })}
          </Button>
          {own.entries_max > 1 && (
            <p className={styles.quiet}>{t("own.entriesLeft", { count: own.entries_max - taken })}</p>
          )}
        </div>
      )}
      {line.state === "open" && own.entries > 0 && (
        <div className={styles.row}>
          <Button busy={busy} onClick={() => void act(() => rest.withdraw(token, line.id))}>
            {t("own.withdraw")}
          </Button>
          <p className={styles.quiet}>{t("own.withdrawHint")}</p>
        </div>
      )}
      {refused !== null && <p role="alert">{says(refused)}</p>}
      {spending && <SpendDialog spending={spending} onClose={() => setSpending(null)} />}
    </section>
  );
}

function Standing({ own, isOver }: { own: Own; isOver: boolean }) {
  const { t } = useTranslation("competitions");
  const { t: house } = useTranslation();
  if (own.disqualified !== null) return <p role="status">{t("own.disqualified")}</p>;
  return (
    <>
      {own.entries_asked > 0 && <p role="status">{t("own.paying")}</p>}
      {own.entries > 0 && !(isOver && own.place !== null) && (
        <p>
          {t("own.entered", { count: own.entries })} {t("own.gamesLeft", { count: own.games_left })}
        </p>
      )}
      {own.place !== null && (
        <p className={styles.place}>
          {t("own.place", { place: own.place, points: own.points })}
          {own.prize_chips !== null && own.prize_chips > 0 && (
            <strong> {t("own.won", { chips: house("common.chips", { count: own.prize_chips }) })}</strong>
          )}
          {(own.prize_state === "review" || own.prize_state === "refused") && (
            <span> {t(`own.prize.${own.prize_state}`)}</span>
          )}
        </p>
      )}
    </>
  );
}

interface GameProps {
  token: string;
  line: string;
  own: Own;
  busy: boolean;
  act: (doing: () => Promise<unknown>) => Promise<void>;
}

/** Asking for a game, waiting for it, and the way to one that is on. */
function GamePart({ token, line, own, busy, act }: GameProps) {
  const { t } = useTranslation(["competitions", "door"]);
  const client = useClient();
  const untilMs = useApp(({ called }) => (called !== null && called.table === own.table ? called.untilMs : null));
  const seconds = useSecondsLeft(untilMs);
  if (own.table !== null) {
    const table = own.table;
    return (
      <div className={styles.row}>
        <p role="status">
          {t("door:called.starts")}{" "}
          {seconds > 0 && <span className="num">{t("door:called.come", { count: seconds })}</span>}
        </p>
        <Button kind="action" onClick={() => client.visit(table)}>
          {t("door:called.toTable")}
        </Button>
      </div>
    );
  }
  if (own.waiting_since_ms !== null) {
    return (
      <div className={styles.row}>
        <Waited sinceMs={own.waiting_since_ms} expectedMs={own.expected_wait_ms} />
        <Button busy={busy} onClick={() => void act(() => rest.stopWaiting(token, line))}>
          {t("game.stop")}
        </Button>
      </div>
    );
  }
  if (own.games_left === 0) return own.entries > 0 ? <p>{t("game.none")}</p> : null;
  return (
    <div className={styles.row}>
      <Button kind="action" size="large" busy={busy} onClick={() => void act(() => rest.askGame(token, line))}>
        {t("game.ask")}
      </Button>
      <p className={styles.quiet}>
        {t("game.askHint")} {own.expected_wait_ms !== null && <Expected waitMs={own.expected_wait_ms} />}
      </p>
    </div>
  );
}

function Waited({ sinceMs, expectedMs }: { sinceMs: number; expectedMs: number | null }) {
  const { t } = useTranslation("competitions");
  const now = useServerNow(true, 1_000);
  const seconds = Math.max(0, Math.floor((now - sinceMs) / 1000));
  return (
    <p>
      <span role="status">{t("game.waiting")}</span> <span className="num">{t("game.waited", { count: seconds })}</span>{" "}
      {expectedMs !== null && (
        <span className={styles.quiet}>
          <Expected waitMs={expectedMs} />
        </span>
      )}
    </p>
  );
}

/** How long one may have to wait: as long as the last players did. */
function Expected({ waitMs }: { waitMs: number }) {
  const { t } = useTranslation("competitions");
  return <>{t("game.expected", { count: Math.max(1, Math.round(waitMs / 1000)) })}</>;
}
