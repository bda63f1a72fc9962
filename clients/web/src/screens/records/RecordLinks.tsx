import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { verifyWord } from "./verifyWord";
import styles from "./Lines.module.css";

/** From the end of a match to its replay, and to the check of its chance. */
export function RecordLinks({ match, game }: { match: string; game: string }) {
  const { t } = useTranslation("records");
  return (
    <nav className={styles.ways} aria-label={t("afterwards")}>
      <ButtonLink href={addressOf({ at: "replay", match, hand: null, position: null })}>
        {t("matches.replay")}
      </ButtonLink>
      <ButtonLink href={addressOf({ at: "verify", match })}>{t(verifyWord(game))}</ButtonLink>
    </nav>
  );
}
