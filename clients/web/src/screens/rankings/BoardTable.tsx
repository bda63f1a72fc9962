import { useApp } from "../../app/context";
import type { BoardRow } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { PlayerName } from "../../people/PlayerName";
import styles from "./Rankings.module.css";

interface Props {
  rows: readonly BoardRow[];
  own: BoardRow | null;
  /** Whether places are final. */
  closed: boolean;
}

/** Places in order. One's own row stays in sight however far one scrolls: at the edge of the window, or at the foot when it is not
 * among them. */
export function BoardTable({ rows, own, closed }: Props) {
  const { t } = useTranslation("rankings");
  const elsewhere = own !== null && !rows.some((row) => row.account === own.account) ? own : null;
  return (
    <div className={styles.places} data-closed={closed || undefined}>
      <table className={styles.table}>
        <caption className="sr">{t("boards.table")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("boards.place")}</th>
            <th scope="col">{t("boards.player")}</th>
            <th scope="col">{t("boards.rating")}</th>
            <th scope="col">{t("boards.wins")}</th>
            <th scope="col">{t("boards.matches")}</th>
            {closed && <th scope="col">{t("boards.prize")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.account} row={row} closed={closed} />
          ))}
        </tbody>
        {elsewhere && (
          <tfoot>
            <Row row={elsewhere} closed={closed} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Row({ row, closed }: { row: BoardRow; closed: boolean }) {
  const { t } = useTranslation("rankings");
  const { number, rating } = useFormats();
  const me = useApp((state) => state.room?.me.account);
  return (
    <tr data-own={row.account === me || undefined}>
      <td className="num">{number(row.place)}</td>
      <th scope="row">
        <PlayerName account={row.account} name={row.name} />
        {row.account === me && <span className={styles.you}> ({t("you")})</span>}
      </th>
      <td className="num">{rating(row.rating)}</td>
      <td className="num">{number(row.wins)}</td>
      <td className="num">{number(row.matches)}</td>
      {closed && (
        <td className="num">
          {row.prize_chips === null || row.prize_chips === undefined
            ? "–"
            : row.prize_state === "review" || row.prize_state === "refused"
              ? t(`boards.prizeState.${row.prize_state}`, { chips: number(row.prize_chips) })
              : number(row.prize_chips)}
        </td>
      )}
    </tr>
  );
}
