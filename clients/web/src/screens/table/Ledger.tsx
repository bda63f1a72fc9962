import type { ResultView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import type { ResultSeats } from "../../state/openTable";
import styles from "./Ledger.module.css";

/**
 * Chips and ratings, line by line; what has not arrived yet is marked instead of jumping in. Without a stake no chips
 * move, and none are shown.
 */
export function Ledger({ result, then, staked }: { result: ResultView; then: ResultSeats; staked: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <table className={styles.ledger}>
      <caption className="sr">{t("result.ledger")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("result.player")}</th>
          {staked && <th scope="col">{t("result.chips")}</th>}
          <th scope="col">{t("result.rating")}</th>
        </tr>
      </thead>
      <tbody>
        {result.seats.map((seat, at) => (
          <tr key={at} data-won={result.winners.includes(at)}>
            <th scope="row" className="name">
              {then.seats[at]?.name}
              {at === then.you && <span className={styles.quiet}> ({t("common.you")})</span>}
            </th>
            {staked && (
              <td className="num">
                <Delta value={seat.net_chips} />
              </td>
            )}
            <td className="num">
              {result.unrated && "–"}
              {seat.elo !== null && <span>{seat.elo} </span>}
              {!result.unrated && <Delta value={seat.elo_delta} />}
            </td>
          </tr>
        ))}
      </tbody>
      {result.unrated && (
        <tbody>
          <tr>
            <td colSpan={3} className={styles.quiet}>
              {t(result.unrated === "pair_limit" ? "result.unrated.pair_limit" : "result.unrated.same_person")}
            </td>
          </tr>
        </tbody>
      )}
      {staked && (
        <tfoot>
          <tr>
            <td colSpan={3} className="num">
              {result.rake_chips === null
                ? t("result.pending")
                : result.rake_chips === 0
                  ? t("result.noRake")
                  : t("result.rake", { rake: number(result.rake_chips) })}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Delta({ value }: { value: number | null }) {
  const { signed } = useFormats();
  if (value === null) return <span className={styles.quiet}>…</span>;
  return (
    <span className={styles.delta} data-sign={Math.sign(value)}>
      {signed(value)}
    </span>
  );
}
