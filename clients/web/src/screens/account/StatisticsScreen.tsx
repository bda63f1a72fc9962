import { addressOf } from "../../app/pages";
import { rest, type GameTotals, type Statistics } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { OwnBadges } from "../badges/BadgesPart";
import { LastMatches } from "../rankings/LastMatches";
import { useRequest } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { Empty } from "../Empty";
import styles from "./Account.module.css";

/** One's recorded matches in numbers, game by game. */
export function StatisticsScreen({ token }: { token: string }) {
  const { t } = useTranslation("account");
  const { t: records } = useTranslation("records");
  const says = useSays();
  const asked = useRequest("statistics", () => rest.statistics(token));
  return (
    <PaperPage title={t("statistics.title")} lead={t("statistics.lead")}>
      {asked.state === "waiting" && <p role="status">{records("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <Numbers found={asked.value} />}
      <LastMatches token={token} />
      <OwnBadges token={token} />
      <nav className={styles.row} aria-label={t("statistics.matchesLink")}>
        <ButtonLink href={addressOf({ at: "matches" })}>{t("statistics.matchesLink")}</ButtonLink>
      </nav>
    </PaperPage>
  );
}

function Numbers({ found }: { found: Statistics }) {
  const { t } = useTranslation("account");
  const { number, rating } = useFormats();
  const facts = [
    [t("statistics.elo"), rating(found.elo)],
    [t("statistics.peak"), rating(found.peak)],
    [t("statistics.rated"), number(found.rated_games)],
  ] as const;
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {found.games.length === 0 && <Empty>{t("statistics.empty")}</Empty>}
      <ul className={styles.games}>
        {found.games.map((totals) => (
          <Game key={totals.game} totals={totals} />
        ))}
      </ul>
    </>
  );
}

function Game({ totals }: { totals: GameTotals }) {
  const { t } = useTranslation("account");
  const { number, share } = useFormats();
  const words = useGameWords();
  const when = useWhen();
  const streak = useStreak();
  const facts = [
    ["matches", number(totals.matches)],
    ["won", number(totals.won)],
    ["lost", number(totals.lost)],
    ["tied", number(totals.tied)],
    ["share", share(totals.won / totals.matches)],
    ["streak", streak(totals.streak)],
    ["best", streak(totals.best_streak)],
    ["last", when(totals.last_at_ms)],
  ] as const;
  return (
    <li className={styles.card}>
      <h2>{words.name(totals.game)}</h2>
      <div className={styles.bar} aria-hidden="true">
        <span data-part="won" style={{ flexGrow: totals.won }} />
        <span data-part="tied" style={{ flexGrow: totals.tied }} />
        <span data-part="lost" style={{ flexGrow: totals.lost }} />
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`statistics.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Wins in a row in words, losses below zero. */
function useStreak(): (streak: number) => string {
  const { t } = useTranslation("account");
  return (streak) => {
    if (streak === 0) return t("statistics.streakNone");
    return t(streak > 0 ? "statistics.streakWon" : "statistics.streakLost", { count: Math.abs(streak) });
  };
}
