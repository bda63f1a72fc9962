import { lazy, Suspense } from "react";
import type { ChanceFit, ChanceOfGame } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { dotsOf, shareOf } from "./chance";
import { usePercent } from "./usePercent";
import styles from "./Chance.module.css";

const Days = lazy(() => import("./Plots").then((plots) => ({ default: plots.Days })));

const TESTS = ["faces", "rolls", "doubles", "faces_first", "faces_second", "leader", "places", "hands"] as const;
type Test = (typeof TESTS)[number];

function isTest(name: string): name is Test {
  return (TESTS as readonly string[]).includes(name);
}

/** Each test in a sentence: how often fair chance is as uneven. */
export function FitsPart({ fits }: { fits: readonly ChanceFit[] }) {
  const { t } = useTranslation("chance");
  return (
    <section className={styles.part} aria-labelledby="chance-fits">
      <h2 id="chance-fits">{t("fits.title")}</h2>
      <p>{t("fits.lead")}</p>
      <ul className={styles.fits}>
        {fits.map((fit) => (
          <li key={fit.test} className={styles.fit}>
            <strong>{isTest(fit.test) ? t(`fits.names.${fit.test}`) : fit.test}</strong>
            <span className={styles.verdict} data-verdict={fit.verdict}>
              {t(`fits.verdict.${fit.verdict}`)}
            </span>
            <Sentence fit={fit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sentence({ fit: { probability, sum, freedom } }: { fit: ChanceFit }) {
  const { t } = useTranslation("chance");
  const percent = usePercent();
  const { number } = useFormats();
  if (probability === null || sum === null || freedom === null) return null;
  const { kind, part, digits } = shareOf(probability);
  return (
    <span className={styles.quiet}>
      {t(`fits.${kind}`, { percent: percent(part, digits) })}{" "}
      <span className="num">
        (χ² = {number(Math.round(sum * 10) / 10)}, {number(freedom)})
      </span>
    </span>
  );
}

/** A dot for each day and test, and the same as a table. */
export function DaysPart({ game }: { game: ChanceOfGame }) {
  const { t, language } = useTranslation("chance");
  const dots = dotsOf(game);
  const oldest = game.days.at(-1)?.day;
  const short = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const dayOf = (at: number) => (oldest ? short.format(Date.parse(oldest) + at * 86_400_000) : "");
  return (
    <section className={styles.part} aria-labelledby="chance-days">
      <h2 id="chance-days">{t("days.title")}</h2>
      {dots.length === 0 ? (
        <p>{t("days.none")}</p>
      ) : (
        <figure>
          <Suspense fallback={<div className={styles.plot} />}>
            <Days dots={dots} title={t("days.title")} axis={t("days.axis")} dayOf={dayOf} />
          </Suspense>
          <figcaption className={styles.quiet}>
            {t("days.plot")} {t("days.rare")}
          </figcaption>
        </figure>
      )}
      {game.days.length > 0 && <DayTable game={game} />}
    </section>
  );
}

function DayTable({ game }: { game: ChanceOfGame }) {
  const { t, language } = useTranslation("chance");
  const { number } = useFormats();
  const percent = usePercent();
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <details>
      <summary>{t("days.table")}</summary>
      <div className={styles.scroll}>
        <table className={`${styles.table} num`}>
          <caption className="sr">{t("days.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("days.day")}</th>
              <th scope="col">{t("days.matches")}</th>
              <th scope="col">{t("days.lowest")}</th>
            </tr>
          </thead>
          <tbody>
            {game.days.map((each) => {
              const lowest = lowestOf(each.fits);
              const share = lowest === null ? null : shareOf(lowest);
              return (
                <tr key={each.day}>
                  <th scope="row">{day.format(Date.parse(each.day))}</th>
                  <td>{number(each.matches)}</td>
                  <td>{share ? `${share.kind === "below" ? "< " : ""}${percent(share.part, share.digits)}` : "–"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The smallest probability of a day's tests; null: there were too few draws for any. */
function lowestOf(fits: readonly ChanceFit[]): number | null {
  const known = fits.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  return known.length === 0 ? null : Math.min(...known);
}
