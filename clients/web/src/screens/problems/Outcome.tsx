import type { ProblemOutcome } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useMoveText } from "../analysis/useMoveText";
import { usePercent } from "../chance/usePercent";
import styles from "./Problems.module.css";

/** Right or wrong and why, the best plays, and how others have answered. */
export function Outcome({ outcome }: { outcome: ProblemOutcome }) {
  return (
    <>
      <Verdict outcome={outcome} />
      <Best outcome={outcome} />
      <Others outcome={outcome} />
    </>
  );
}

function usePoints(): (points: number) => string {
  const { language } = useTranslation();
  const format = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  return (points) => format.format(points);
}

function Verdict({ outcome: { own, reason } }: { outcome: ProblemOutcome }) {
  const { t } = useTranslation("problems");
  const words = useMoveText();
  const points = usePoints();
  return (
    <div className={styles.question} role="status">
      <p className={styles.verdict} data-right={own?.right}>
        {own === null ? t("unanswered") : t(own.right ? "right" : "wrong")}
      </p>
      {own !== null && !own.right && (
        <p>
          {words.move(own.move)}: {own.loss === null ? t("lossMore") : t("loss", { n: points(own.loss) })}
        </p>
      )}
      <p>{words.reason(reason.code)}</p>
    </div>
  );
}

function Best({ outcome: { best } }: { outcome: ProblemOutcome }) {
  const { t } = useTranslation("problems");
  const words = useMoveText();
  const points = usePoints();
  const top = best[0]?.value ?? 0;
  return (
    <section aria-labelledby="problem-best">
      <h2 id="problem-best">{t("best")}</h2>
      <ol className={styles.plays}>
        {best.map((each, at) => (
          <li key={at}>
            <strong>{words.move(each.move)}</strong>{" "}
            <span className={`${styles.quiet} num`}>
              {at === 0 ? t("bestOne") : t("less", { n: points(top - each.value) })}
              {each.chances && ` · ${t("chances", { n: Math.round(100 * each.chances.win) })}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Others({ outcome: { answers, plays, own } }: { outcome: ProblemOutcome }) {
  const { t } = useTranslation("problems");
  const words = useMoveText();
  const percent = usePercent();
  const rest = answers - plays.reduce((sum, play) => sum + play.answers, 0);
  const isOwn = (move: unknown) => own !== null && JSON.stringify(own.move) === JSON.stringify(move);
  return (
    <section aria-labelledby="problem-others">
      <h2 id="problem-others">{t("others")}</h2>
      {answers === 0 ? (
        <p>{t("nobody")}</p>
      ) : (
        <>
          <p className={`${styles.quiet} num`}>{t("answers", { count: answers })}</p>
          <ul className={`${styles.plays} num`}>
            {plays.map((play, at) => (
              <li key={at} data-right={play.right}>
                {t("share", { percent: percent(play.answers / answers, 0), move: words.move(play.move) })}{" "}
                <span className={styles.quiet}>
                  {[play.right && t("bestOne"), isOwn(play.move) && t("yourAnswer")].filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
            {rest > 0 && <li>{t("rest", { percent: percent(rest / answers, 0) })}</li>}
          </ul>
        </>
      )}
    </section>
  );
}
