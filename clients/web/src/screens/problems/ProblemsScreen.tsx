import type { OwnProblems } from "kafeneio-client";
import { rest } from "kafeneio-client";
import { useApp } from "../../app/context";
import { addressOf, type PageProps } from "../../app/pages";
import { useRequest } from "../../app/useRequest";
import { family } from "../../games/registry";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import { ProblemScreen } from "./ProblemScreen";
import styles from "./Problems.module.css";
import { useStreak } from "./useStreak";

type Line = OwnProblems["problems"][number];

/** The problems of the day: all of them, or one on its board. */
export default function ProblemsScreen({ page }: PageProps<"problems" | "problem">) {
  const token = useApp((state) => state.token);
  if (page.at === "problem")
    return <ProblemScreen key={addressOf(page)} token={token} game={page.game} day={page.day} />;
  return <AllProblems token={token} />;
}

function AllProblems({ token }: { token: string | null }) {
  const { t } = useTranslation("problems");
  const says = useSays();
  const streak = useStreak(token);
  const asked = useRequest(token ?? "", () => (token === null ? rest.problems() : rest.ownProblems(token)));
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says(asked)}</p>}
      {asked.state === "here" && <Days found={asked.value} />}
      {streak !== null && (
        <p className={styles.quiet}>
          {streak} {t("streakRest")}
        </p>
      )}
    </PaperPage>
  );
}

function Days({ found }: { found: OwnProblems }) {
  const { t } = useTranslation("problems");
  const when = useWhen();
  const today = found.problems.filter((line) => line.day === found.today);
  const earlier = found.problems.filter((line) => line.day !== found.today);
  return (
    <>
      <section className={styles.part} aria-labelledby="problems-today">
        <h2 id="problems-today">{t("today")}</h2>
        {today.length === 0 && <p>{t("none")}</p>}
        <ul className={styles.cards}>
          {today.map((line) => (
            <Today key={line.game} line={line} />
          ))}
        </ul>
        <p className={styles.quiet}>{t("next", { when: when(found.next_at_ms) })}</p>
      </section>
      {earlier.length > 0 && (
        <section className={styles.part} aria-labelledby="problems-earlier">
          <h2 id="problems-earlier">{t("earlier")}</h2>
          <ul className={styles.list}>
            {earlier.map((line) => (
              <Earlier key={`${line.day} ${line.game}`} line={line} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Today({ line }: { line: Line }) {
  const { t } = useTranslation("problems");
  const words = useGameWords();
  const known = family(line.game);
  const game = words.name(line.game);
  const isOpen = line.answer === "none";
  return (
    <li className={styles.card}>
      <span className={styles.emblem}>{known && <known.Emblem game={line.game} />}</span>
      <h3>{game}</h3>
      <p className={styles.quiet}>{t(`state.${line.answer}`)}</p>
      <ButtonLink
        kind={isOpen ? "action" : "quiet"}
        href={addressOf({ at: "problem", game: line.game, day: line.day })}
        aria-label={t(isOpen ? "solveOf" : "lookOf", { game, day: t("today") })}
      >
        {t(isOpen ? "solve" : "look")}
      </ButtonLink>
    </li>
  );
}

function Earlier({ line }: { line: Line }) {
  const { t } = useTranslation("problems");
  const words = useGameWords();
  const { dateOf } = useFormats();
  const game = words.name(line.game);
  const day = dateOf(line.day);
  return (
    <li className={styles.line}>
      <span>
        {day} · {game} <span className={styles.quiet}>{t(`state.${line.answer}`)}</span>
      </span>
      <a href={addressOf({ at: "problem", game: line.game, day: line.day })} aria-label={t("lookOf", { game, day })}>
        {t("look")}
      </a>
    </li>
  );
}
