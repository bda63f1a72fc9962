import { ask } from "kafeneio-client";
import { GAMES } from "../../games/registry";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useGuest } from "../guest/GuestStart";
import styles from "./Watch.module.css";
import { useAgain } from "./useAgain";

const askTop = () => ask("GET /api/top-table", {});

/** The top table, before one comes in: one press opens a guest account and shows it. */
export function DoorTable() {
  const { t } = useTranslation("watch");
  const words = useGameWords();
  const { rating } = useFormats();
  const { refusal, busy, watch } = useGuest();
  const top = useAgain(askTop)?.top ?? null;
  if (!top || !GAMES.includes(top.game)) return null;
  return (
    <section className={styles.door} aria-label={t("top")}>
      <p className="num">{t("door", { game: words.name(top.game), elo: rating(top.elo) })}</p>
      <Button busy={busy} onClick={() => watch(top.game, top.table)}>
        {t("doorWatch")}
      </Button>
      {refusal && <p role="alert">{refusal}</p>}
    </section>
  );
}
