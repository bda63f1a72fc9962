import { rest } from "kafeneio-client";
import { useApp, useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { isVisitor } from "../../state/visitors";
import { useStreak } from "../problems/useStreak";
import styles from "./QuietLine.module.css";

/** Which problems of the day wait for an answer; nothing where there are none today. */
export function ProblemLine() {
  const { me } = useRoom();
  const token = useApp((state) => state.token);
  return token === null || isVisitor(me) ? null : <Line token={token} />;
}

function Line({ token }: { token: string }) {
  const { t } = useTranslation("problems");
  const words = useGameWords();
  const { list } = useFormats();
  const asked = useRequest(token, () => rest.ownProblems(token));
  const streak = useStreak(token);
  if (asked.state !== "here") return null;
  const { today, problems } = asked.value;
  const own = problems.filter((line) => line.day === today);
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
