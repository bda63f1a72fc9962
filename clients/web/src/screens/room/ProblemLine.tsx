import type { Today } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { useStreakWords } from "../problems/useStreak";
import styles from "./QuietLine.module.css";

/** Which problems of the day wait for an answer; nothing where there are none today. */
export function ProblemLine({ today: { problems, days } }: { today: Today }) {
  const { t } = useTranslation("problems");
  const words = useGameWords();
  const { list } = useFormats();
  const streak = useStreakWords()(days);
  const own = problems?.problems.filter((line) => line.day === problems.today) ?? [];
  const open = own.filter((line) => line.answer === "none");
  if (own.length === 0) return null;
  return (
    <section className={styles.line} aria-label={t("title")}>
      <p>
        {open.length > 0 ? t("room", { games: list(open.map(({ game }) => words.name(game))) }) : t("roomDone")}{" "}
        <span className={styles.quiet}>{streak}</span>
      </p>
      <ButtonLink href={addressOf({ at: "problems" })}>{t("roomGo")}</ButtonLink>
    </section>
  );
}
