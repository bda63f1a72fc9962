import type { MatchReport } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { betterThan, momentOf, swingOf } from "./report";
import type { People } from "./ReportView";
import { useMoveText } from "./useMoveText";
import styles from "./Analysis.module.css";

type Turning = MatchReport["turnings"][number];

interface Props {
  match: string;
  report: MatchReport;
  people: People;
}

/** The moments that decided a match, each one press from the Academy's board. */
export function MomentsPart({ match, report, people }: Props) {
  const { t } = useTranslation("analysis");
  return (
    <section className={styles.part} aria-labelledby="analysis-moments">
      <h2 id="analysis-moments">{t("moments.title")}</h2>
      {report.turnings.length === 0 && <p>{t("moments.none")}</p>}
      <ol className={styles.list}>
        {report.turnings.map((turning, index) => (
          <Moment key={turning.seq} number={index + 1} turning={turning} {...{ match, report, people }} />
        ))}
      </ol>
    </section>
  );
}

function Moment({ number, turning, match, report, people }: Props & { number: number; turning: Turning }) {
  const { t } = useTranslation("analysis");
  const words = useMoveText();
  const { decision } = momentOf(report, turning);
  const what = useWhat(report, turning, people);
  const better = decision && betterThan(decision);
  const { side, n } = swingOf(report, turning);
  const names = people.side(side);
  const { hand, position } = turning;
  return (
    <li className={styles.line}>
      <span className={styles.number}>{number}</span>
      <div>
        <strong>{what}</strong>
        {better && <span>{t("moments.better", { move: words.move(better.move) })}</span>}
        <span className={styles.quiet}>
          {t(report.match_unit === "chance" ? "moments.for" : "moments.forPoints", { n, names })}
        </span>
        <a
          href={addressOf({ at: "academy", match, hand, position, branch: null })}
          aria-label={t("moments.tryOf", { what })}
        >
          {t("moments.try")}
        </a>
      </div>
    </li>
  );
}

/** What happened, in a few words. */
function useWhat(report: MatchReport, turning: Turning, people: People): string {
  const { t } = useTranslation("analysis");
  const words = useMoveText();
  const { decision, luck } = momentOf(report, turning);
  const name = turning.seat === null ? "" : people.name(turning.seat);
  if (decision) return t("moments.decision", { name, move: words.move(decision.move) });
  const values = luck?.values.join("-") ?? "";
  switch (luck?.kind) {
    case "roll":
      return t("moments.roll", { name, values });
    case "opening":
      return t("moments.opening", { values });
    case "start":
      return t("moments.start");
    default:
      return t("moments.deal", { hand: turning.hand });
  }
}
