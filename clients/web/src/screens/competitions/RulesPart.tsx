import type { CompetitionCard } from "kafeneio-client";
import { useChips } from "../../i18n/useAmounts";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Competitions.module.css";
import { hasNoPrizes, poolWord } from "./poolWord";

/** How the competition is counted, in plain words, and its prizes by place. */
export function RulesPart({ card: { competition: line, rules } }: { card: CompetitionCard }) {
  const { t } = useTranslation("competitions");
  const chips = useChips();
  const percent = rules.pool_bps / 100;
  return (
    <section className={styles.part} aria-label={t("rules.title")}>
      <h2>{t("rules.title")}</h2>
      <ul className={styles.rules}>
        <li>{t("rules.games", { count: rules.games_per_entry })}</li>
        <li>{line.kind === "total" ? t("rules.total") : t("rules.best", { count: rules.x ?? 0 })}</li>
        <li>{t("rules.points")}</li>
        <li>{t("rules.margin")}</li>
        <li>{t("rules.pairing")}</li>
        <li>{t("rules.leaving")}</li>
        {!hasNoPrizes(line) && (
          <li>{line.prize_mode === "growing" ? t("rules.growing", { percent }) : t("rules.fixed")}</li>
        )}
        {poolWord(line) === "poolLeast" && (
          <li>
            {t("rules.atLeast", {
              entries: Math.max(line.entries, rules.min_entrants),
              chips: chips(line.pool_chips),
            })}
          </li>
        )}
        {line.prize_mode === "growing" && rules.guarantee_chips > 0 && (
          <li>{t("rules.guarantee", { count: rules.guarantee_chips })}</li>
        )}
        {!hasNoPrizes(line) && <li>{t("rules.shared")}</li>}
        <li>{t("rules.minimum", { count: rules.min_entrants })}</li>
        <li>{t("rules.overtime", { count: rules.overtime_min })}</li>
      </ul>
      {line.state !== "settled" && line.state !== "cancelled" && <PrizesTable amounts={rules.prizes_chips} />}
    </section>
  );
}

/** Prizes by place; places of equal prizes share a row. */
export function PrizesTable({ amounts }: { amounts: readonly number[] }) {
  const { t } = useTranslation("competitions");
  const { number } = useFormats();
  const rows: { first: number; last: number; chips: number }[] = [];
  for (const [index, chips] of amounts.entries()) {
    const before = rows.at(-1);
    if (before && before.chips === chips) before.last = index + 1;
    else rows.push({ first: index + 1, last: index + 1, chips });
  }
  const paid = rows.filter((row) => row.chips > 0);
  if (paid.length === 0) return <p>{t("rules.noPrizes")}</p>;
  return (
    <table className={`${styles.table} ${styles.prizes}`}>
      <thead>
        <tr>
          <th scope="col">{t("standings.place")}</th>
          <th scope="col">{t("standings.prize")}</th>
        </tr>
      </thead>
      <tbody>
        {paid.map((row) => (
          <tr key={row.first}>
            <th scope="row" className="num">
              {row.first === row.last ? number(row.first) : `${number(row.first)}–${number(row.last)}`}
            </th>
            <td className="num">{number(row.chips)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
