import { addressOf } from "../../app/pages";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { verifyWord } from "./verifyWord";
import styles from "./Lines.module.css";

/** From the end of a match to its replay, its analysis, and the check of its chance. */
export function RecordLinks({ match, game }: { match: string; game: string }) {
  const { t } = useTranslation("records");
  const { t: analysis } = useTranslation("analysis");
  return (
    <nav className={styles.ways} aria-label={t("afterwards")}>
      <ButtonLink href={addressOf({ at: "replay", match, hand: null, position: null })}>
        {t("matches.replay")}
      </ButtonLink>
      {family(game)?.analysed && (
        <ButtonLink href={addressOf({ at: "analysis", match })}>{analysis("link")}</ButtonLink>
      )}
      <ButtonLink href={addressOf({ at: "verify", match })}>{t(verifyWord(game))}</ButtonLink>
    </nav>
  );
}
