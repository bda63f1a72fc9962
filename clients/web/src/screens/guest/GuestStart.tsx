import { useState } from "react";
import { useClient } from "../../app/context";
import { addressOf } from "../../app/pages";
import { GAMES } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Refused } from "kafeneio-client";
import { Button } from "../../parts/Button";
import styles from "./GuestStart.module.css";

const FIRST = "tavli";

/** A game against the computer without an account: one press opens a guest account and its first table. */
export function GuestStart() {
  const { t } = useTranslation("guest");
  const words = useGameWords();
  const { refusal, busy, play } = useGuest();
  const game = GAMES.includes(FIRST) ? FIRST : GAMES[0];
  if (!game) return null;
  return (
    <section className={styles.start} aria-label={t("start.title")}>
      <p className={styles.lead}>{t("start.lead")}</p>
      <Button kind="action" size="large" busy={busy} onClick={() => play(game)}>
        {t("start.play", { game: words.name(game) })}
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

/** Starts a practice game as a guest; keeps the words of a refusal. */
export function useGuest() {
  const { t, language } = useTranslation();
  const says = useSays();
  const client = useClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const play = async (game: string) => {
    setBusy(true);
    setRefusal(null);
    try {
      await client.playAsGuest(game, t("now.computerTable"), language);
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(says({ code: failed.error, detail: failed.detail }));
    } finally {
      setBusy(false);
    }
  };
  return { refusal, busy, play };
}
