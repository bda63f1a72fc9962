import { useState } from "react";
import { rest, type CompetitionCard, type StandingLine } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { PlayerName } from "../../people/PlayerName";
import { useShownName } from "../../people/useShownName";
import { useApp } from "../../app/context";
import styles from "./Competitions.module.css";
import { pauseMs, useRefreshed } from "./useRefreshed";

const PAGE = 50;

/** Who stands where after all games that are over, one's own row always in sight. */
export function StandingsPart({ token, card, stamp }: { token: string; card: CompetitionCard; stamp: string }) {
  const { t } = useTranslation("competitions");
  const [offset, setOffset] = useState(0);
  const { competition: line } = card;
  const pause = pauseMs(line.entrants);
  const [found] = useRefreshed(() => rest.standings(token, line.id, offset), stamp, pause, offset);
  const me = useApp((state) => state.room?.me.account);
  if (line.state === "announced" || line.state === "open" || found === null) return null;
  const rows = found.lines;
  const ownElsewhere = found.own !== null && !rows.some((row) => row.account === me);
  return (
    <section className={styles.part} aria-label={t("standings.title")}>
      <h2>{t(found.final ? "standings.final" : "standings.title")}</h2>
      {rows.length === 0 ? (
        <p>{t("standings.empty")}</p>
      ) : (
        <table className={`${styles.table} ${styles.standings}`}>
          <thead>
            <tr>
              <th scope="col">{t("standings.place")}</th>
              <th scope="col">{t("standings.player")}</th>
              <th scope="col">{t("standings.points")}</th>
              <th scope="col">{t("standings.margin")}</th>
              <th scope="col">{t("standings.games")}</th>
              <th scope="col">{t("standings.prize")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.account} row={row} own={row.account === me} />
            ))}
            {ownElsewhere && found.own && <Row row={found.own} own />}
          </tbody>
        </table>
      )}
      {found.total > PAGE && (
        <div className={styles.row}>
          {offset > 0 && <Button onClick={() => setOffset(offset - PAGE)}>{t("standings.before")}</Button>}
          {offset + PAGE < found.total && (
            <Button onClick={() => setOffset(offset + PAGE)}>{t("standings.after")}</Button>
          )}
        </div>
      )}
    </section>
  );
}

function Row({ row, own }: { row: StandingLine; own: boolean }) {
  const { number, signed } = useFormats();
  const calls = useShownName();
  return (
    <tr data-own={own}>
      <td className="num">{number(row.place)}</td>
      <th scope="row" className="name">
        <PlayerName account={row.account} name={row.name} called={calls(row.name)} />
      </th>
      <td className="num">{number(row.points)}</td>
      <td className="num">{signed(row.margin)}</td>
      <td className="num">{number(row.games)}</td>
      <td className="num">{row.prize_chips > 0 ? number(row.prize_chips) : ""}</td>
    </tr>
  );
}
