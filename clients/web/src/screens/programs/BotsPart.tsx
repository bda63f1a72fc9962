import { useState } from "react";
import { ask, type BotLine, type Bots } from "kafeneio-client";
import type { Resource } from "../../app/useResource";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import styles from "../account/Account.module.css";
import { BotForm } from "./BotForm";

interface Props {
  token: string;
  bots: Resource<Bots>;
  onToken: (bot: BotLine) => void;
}

/** One's bot accounts: made, given tokens, closed. */
export function BotsPart({ token, bots, onToken }: Props) {
  const { t } = useTranslation("programs");
  const says = useSays();
  const [making, setMaking] = useState(false);
  const { value, refused, busy, act } = bots;
  const close = (bot: string) => void act(() => ask("DELETE /api/me/bots/{bot}", { token, path: { bot } }));
  const made = () => {
    setMaking(false);
    void act(
      () => ask("GET /api/me/bots", { token }),
      (found) => found,
    );
  };
  return (
    <section className={styles.part} aria-labelledby="bots">
      <h3 id="bots">{t("bots.title")}</h3>
      <p className={styles.prose}>{t("bots.lead")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value?.bots.length === 0 && !making && <p className={styles.hint}>{t("bots.none")}</p>}
      <ul className={styles.lines}>
        {value?.bots.map((each) => (
          <Line
            key={each.account}
            bot={each}
            busy={busy}
            onToken={() => onToken(each)}
            onClose={() => close(each.account)}
          />
        ))}
      </ul>
      {value && making && <BotForm token={token} onMade={made} onStop={() => setMaking(false)} />}
      {value && !making && (
        <div className={styles.row}>
          <Button onClick={() => setMaking(true)}>{t("bots.new")}</Button>
        </div>
      )}
    </section>
  );
}

function Line({
  bot,
  busy,
  onToken,
  onClose,
}: {
  bot: BotLine;
  busy: boolean;
  onToken: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("programs");
  const words = useGameWords();
  return (
    <li className={styles.line}>
      <strong>{bot.name}</strong>
      <span className={styles.hint}>
        {[...bot.games.map((each) => words.name(each)), t("bots.today", { count: bot.games_today })].join(" · ")}
      </span>
      <span className={styles.row}>
        <Button kind="plain" aria-label={t("bots.tokenOf", { name: bot.name })} onClick={onToken}>
          {t("bots.token")}
        </Button>
        <Button kind="plain" busy={busy} aria-label={t("bots.closeOf", { name: bot.name })} onClick={onClose}>
          {t("bots.close")}
        </Button>
      </span>
    </li>
  );
}
