import { useState } from "react";
import { useClient } from "../../app/context";
import { addressOf } from "../../app/pages";
import { GAMES } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Refused } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { prepareTable } from "../table/load";
import styles from "./GuestStart.module.css";

const FIRST = "tavli";

/** A game without an account: one press opens a guest account and its first table, or the search for people. */
export function GuestStart() {
  const { t } = useTranslation("guest");
  const words = useGameWords();
  const { refusal, busy, play, find } = useGuest();
  const game = GAMES.includes(FIRST) ? FIRST : GAMES[0];
  if (!game) return null;
  const ahead = () => prepareTable(game);
  return (
    <section className={styles.start} aria-label={t("start.title")}>
      <p className={styles.lead}>{t("start.lead")}</p>
      <Button kind="action" size="large" busy={busy} onPointerEnter={ahead} onFocus={ahead} onClick={() => play(game)}>
        {t("start.play", { game: words.name(game) })}
      </Button>
      <Button size="large" busy={busy} hint={t("start.peopleHint")} onClick={() => find(game)}>
        {t("start.people", { game: words.name(game) })}
      </Button>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <GuestConsent />
    </section>
  );
}

/** What one confirms by pressing a game. */
export function GuestConsent() {
  const { t } = useTranslation("guest");
  return (
    <p className={styles.note}>
      {t("start.consent")}{" "}
      <a href={addressOf({ at: "terms" })} target="_blank" rel="noreferrer">
        {t("start.terms")}
      </a>
      .
    </p>
  );
}

/** Starts a practice game or a search for people as a guest, or shows a table; keeps the words of a refusal. */
export function useGuest() {
  const { t, language } = useTranslation();
  const says = useSays();
  const client = useClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const begin = async (game: string, table: string | null, watched?: string) => {
    setBusy(true);
    setRefusal(null);
    try {
      const begun = client.playAsGuest({ game, table, watch: watched }, language);
      prepareTable(game);
      await begun;
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(says({ code: failed.error, detail: failed.detail }));
    } finally {
      setBusy(false);
    }
  };
  const play = (game: string) => begin(game, t("now.computerTable"));
  const find = (game: string) => begin(game, null);
  const watch = (game: string, table: string) => begin(game, null, table);
  return { refusal, busy, play, find, watch };
}
