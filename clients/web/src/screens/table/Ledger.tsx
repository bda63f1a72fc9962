import type { ResultView, TableView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import type { ResultSeats } from "../../state/openTable";
import { PlayerName } from "../../people/PlayerName";
import { useShownName } from "../../people/useShownName";
import styles from "./Ledger.module.css";
import { leaverOf, useOwnSeat } from "./useEnding";

interface Props {
  view: TableView;
  result: ResultView;
  then: ResultSeats;
  staked: boolean;
}

const REASONS = ["guest", "pair_limit", "clock", "same_person", "bot"] as const;

/** Why ratings do not change; a reason of a later release is not known here. */
function reasonOf(unrated: string): (typeof REASONS)[number] {
  return REASONS.find((reason) => reason === unrated) ?? "same_person";
}

/**
 * Chips and ratings, line by line; what has not arrived yet is marked instead of jumping in. Without a stake no chips
 * move, and none are shown.
 */
export function Ledger({ view, result, then, staked }: Props) {
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
              <Player view={view} then={then} seat={at} />
            </th>
            {staked && (
              <td className="num">
                <Delta value={seat.net_chips} />
              </td>
            )}
            <td className="num">
              <Rating result={result} seat={seat} />
            </td>
          </tr>
        ))}
      </tbody>
      {result.unrated && (
        <tbody>
          <tr>
            <td colSpan={3} className={styles.quiet}>
              {t(`result.unrated.${reasonOf(result.unrated)}`)}
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

/** A seat's rating and its change. After a match that does not count hardly any changes, so none is waited for: one that
 * does is shown when it comes. */
function Rating({ result, seat }: { result: ResultView; seat: ResultView["seats"][number] }) {
  const counts = result.outcome !== "void" && result.outcome !== "not_completed";
  const changes = result.unrated === "" && (counts || seat.elo_delta !== null);
  return (
    <>
      {!changes && "–"}
      {seat.elo !== null && <span>{seat.elo} </span>}
      {changes && <Delta value={seat.elo_delta} />}
    </>
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

/** Who sat there; of a computer player that took the seat over, for whom it played. */
function Player({ view, then, seat }: { view: TableView; then: ResultSeats; seat: number }) {
  const { t } = useTranslation(["app", "play"]);
  const calls = useShownName();
  const own = useOwnSeat(view);
  const left = leaverOf(view, seat);
  const who = then.seats[seat];
  return (
    <>
      <PlayerName account={who?.account ?? null} name={who?.name ?? ""} />
      {seat === (then.you ?? own) && <span className={styles.quiet}> ({t("common.you")})</span>}
      {left?.replaced && <span className={styles.quiet}> {t("play:ending.for", { name: calls(left.name) })}</span>}
    </>
  );
}
