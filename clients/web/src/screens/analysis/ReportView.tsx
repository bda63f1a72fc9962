import { lazy, Suspense } from "react";
import type { Analysis, MatchReport } from "kafeneio-client";
import { useApp } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { roundOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useComputerName } from "../../people/useComputerNames";
import { useShownName } from "../../people/useShownName";
import { DecisionsPart } from "./DecisionsPart";
import { MomentsPart } from "./MomentsPart";
import { barsOf, curveOf, placesOf, winnerOf, withoutLuck } from "./report";
import styles from "./Analysis.module.css";

/** The library that draws the curve is as large as a game: it comes when there is something to draw. */
const Curve = lazy(() => import("./Curve"));

/** Who sat where, as the page calls them. */
export interface People {
  name: (seat: number) => string;
  side: (side: number) => string;
  /** The side that the curve and the bars are for: one's own, or the first. */
  own: number;
  /** What the match is played in (`round.hand`, `round.game`). */
  round: "hand" | "game";
}

/** The whole analysis: in short, the bars, the curve, the moments, the players, every decision. */
export function ReportView({ analysis, report }: { analysis: Analysis; report: MatchReport }) {
  const people = usePeople(analysis, report);
  const { match } = analysis;
  return (
    <>
      <Verdict report={report} people={people} />
      <BarsPart report={report} people={people} />
      <CurvePart report={report} people={people} />
      <MomentsPart match={match} report={report} people={people} />
      <PlayersPart report={report} people={people} />
      <DecisionsPart match={match} report={report} people={people} />
    </>
  );
}

function usePeople({ game, seats }: Analysis, report: MatchReport): People {
  const me = useApp((state) => state.room?.me.account);
  const calls = useShownName();
  const computer = useComputerName();
  const { list } = useFormats();
  const name = (seat: number) => computer(calls(seats[seat]?.name ?? ""));
  const own = report.sides.find((side) => side.seats.some((seat) => seats[seat]?.account === me && me !== undefined));
  return {
    name,
    side: (side) => list((report.sides.find((each) => each.side === side)?.seats ?? []).map(name)),
    own: own?.side ?? 0,
    round: roundOf(game),
  };
}

interface Props {
  report: MatchReport;
  people: People;
}

function Verdict({ report, people }: Props) {
  const { t } = useTranslation("analysis");
  const winner = winnerOf(report);
  const { side, n } = withoutLuck(report);
  return (
    <section className={styles.verdict} aria-labelledby="analysis-verdict">
      <h2 id="analysis-verdict" className="sr">
        {t("verdict.title")}
      </h2>
      <p>{winner === null ? t("verdict.tied") : t("verdict.won", { names: people.side(winner) })}</p>
      <p>{side === null ? t("verdict.even") : t(`verdict.${report.match_unit}`, { names: people.side(side), n })}</p>
    </section>
  );
}

/** Luck and skill as bars to either side of a line. */
function BarsPart({ report, people }: Props) {
  const { t } = useTranslation("analysis");
  const right = people.side(people.own);
  const left = people.side(1 - people.own);
  return (
    <section className={styles.part} aria-labelledby="analysis-bars">
      <h2 id="analysis-bars">{t("bars.title")}</h2>
      <p>{t("bars.lead", { right, left })}</p>
      <dl className={styles.bars}>
        {barsOf(report, people.own).map(({ name, length, amount, helped }) => (
          <div key={name} className={styles.bar}>
            <dt>{t(`bars.${name}`)}</dt>
            <div className={styles.track} data-name={name} aria-hidden="true">
              <svg viewBox="-100 0 200 28" preserveAspectRatio="none">
                <rect x={Math.min(0, 100 * length)} y="4" width={Math.abs(100 * length)} height="20" />
              </svg>
            </div>
            <dd className="num">
              {helped === null
                ? t("bars.none")
                : t(`bars.${report.match_unit}`, { n: amount, names: people.side(helped) })}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>{t("bars.hint")}</p>
    </section>
  );
}

function CurvePart({ report, people }: Props) {
  const { t } = useTranslation("analysis");
  const names = people.side(people.own);
  return (
    <section className={styles.part} aria-labelledby="analysis-curve">
      <h2 id="analysis-curve">{t("curve.title")}</h2>
      <figure>
        <Suspense fallback={<div className={styles.plot} />}>
          <Curve
            curve={curveOf(report, people.own)}
            moments={placesOf(report, people.own)}
            title={t("curve.axis", { names })}
          />
        </Suspense>
        <figcaption className={styles.quiet}>{t("curve.plot", { names })}</figcaption>
      </figure>
    </section>
  );
}

function PlayersPart({ report, people }: Props) {
  const { t, language } = useTranslation("analysis");
  const exact = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  return (
    <section className={styles.part} aria-labelledby="analysis-players">
      <h2 id="analysis-players">{t("players.title")}</h2>
      <ul className={styles.players}>
        {report.players.map(({ seat, rating, mean_error, decisions, marks }) => (
          <li key={seat}>
            <h3>{people.name(seat)}</h3>
            <p className={styles.rating}>{rating === null ? t("players.few") : t(`players.rating.${rating}`)}</p>
            <p className={styles.quiet}>{t("players.error", { error: exact.format(mean_error), n: decisions })}</p>
            <p className="num">
              {t("players.marks", {
                doubtful: marks["doubtful"] ?? 0,
                bad: marks["bad"] ?? 0,
                very_bad: marks["very_bad"] ?? 0,
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
