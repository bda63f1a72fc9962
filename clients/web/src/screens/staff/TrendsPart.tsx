import type { Trends } from "kafeneio-client";
import { useResource } from "../../app/useResource";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useToken } from "./useStaff";

const MINUTE_MS = 60_000;
const DAY_COLUMNS = ["reports", "signals", "decisions", "appeals", "overturned"] as const;

/** How much there was to decide in the last days, and how well it was decided. */
export function TrendsPart() {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const { value, refused } = useResource<Trends>(() => staffRest.trends(token));
  if (refused !== null) return <p role="alert">{says({ code: refused })}</p>;
  if (value === null) return null;
  const { median_decision_ms: median } = value;
  const minutes = median === null ? 0 : Math.max(1, Math.round(median / MINUTE_MS));
  return (
    <section className={styles.detail}>
      <p>
        {t("trends.lead")}{" "}
        {median === null ? t("trends.noMedian") : t("trends.median", { time: t("trends.minutes", { count: minutes }) })}
      </p>
      <h2>{t("trends.bySignal")}</h2>
      <SignalTable trends={value} />
      <h2>{t("trends.byDay")}</h2>
      <DayTable trends={value} />
    </section>
  );
}

function SignalTable({ trends }: { trends: Trends }) {
  const { t } = useTranslation("staff");
  const { number, share } = useFormats();
  if (trends.signals.length === 0) return <p>{t("trends.none")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("trends.bySignal")}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(["kind", "cases", "acted", "appeals", "wrong"] as const).map((each) => (
              <th key={each} scope="col">
                {t(`trends.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trends.signals.map((each) => (
            <tr key={each.kind}>
              <th scope="row">{t(`signals.${each.kind as "bot"}`)}</th>
              <td className="num">{number(each.cases)}</td>
              <td className="num">{number(each.acted)}</td>
              <td className="num">{number(each.ruled)}</td>
              <td className="num">{each.ruled === 0 ? "–" : share(each.overturned / each.ruled)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Days without anything are left out. */
function DayTable({ trends }: { trends: Trends }) {
  const { t } = useTranslation("staff");
  const { number, day } = useFormats();
  const days = trends.days.filter((each) => DAY_COLUMNS.some((name) => each[name] > 0)).toReversed();
  if (days.length === 0) return <p>{t("trends.none")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("trends.byDay")}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(["day", ...DAY_COLUMNS] as const).map((each) => (
              <th key={each} scope="col">
                {t(`trends.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((each) => (
            <tr key={each.day_ms}>
              <th scope="row">{day(each.day_ms)}</th>
              {DAY_COLUMNS.map((name) => (
                <td key={name} className="num">
                  {number(each[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
