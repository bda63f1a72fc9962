import { rankings, type BoardPeriods } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { PlayerName } from "../../people/PlayerName";
import { useRequest } from "../../app/useRequest";
import { boardAddress } from "./boardAddress";
import styles from "./Rankings.module.css";

/** The periods of a board that are over, each with its winners. */
export function PastPeriods({ token, board }: { token: string; board: string }) {
  const { t } = useTranslation("rankings");
  const { period: words } = useFormats();
  const asked = useRequest(`past ${board}`, () => rankings.pastPeriods(token, board));
  if (asked.state !== "here" || asked.value.periods.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="past">
      <h2 id="past">{t("boards.past")}</h2>
      <ul className={styles.lines}>
        {asked.value.periods.map(({ period }) => (
          <li key={period} className={styles.line}>
            <a className={styles.when} href={boardAddress(board, period)}>
              {words(period)}
            </a>
            <Winners found={asked.value} period={period} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Winners({ found, period }: { found: BoardPeriods; period: string }) {
  const { t } = useTranslation("rankings");
  const { number } = useFormats();
  const winners = found.winners[period] ?? [];
  if (winners.length === 0) return <span className={styles.hint}>{t("boards.noWinners")}</span>;
  return (
    <ol className={styles.winners}>
      {winners.map((row) => (
        <li key={row.account} value={row.place}>
          <PlayerName account={row.account} name={row.name} />{" "}
          <span className="num">
            {row.prize_state === "review" || row.prize_state === "refused"
              ? t(`boards.prizeState.${row.prize_state}`, { chips: number(row.prize_chips ?? 0) })
              : t("boards.won", { chips: number(row.prize_chips ?? 0) })}
          </span>
        </li>
      ))}
    </ol>
  );
}
