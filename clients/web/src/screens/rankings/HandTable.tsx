import type { HandLine, MatchHands } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Rankings.module.css";

/** A match hand by hand; of dominoes with the deal of every seat in numbers. */
export function HandTable({ found }: { found: MatchHands }) {
  const { t } = useTranslation("rankings");
  const { number, signed } = useFormats();
  return (
    <div className={styles.part}>
      {found.hands.map((hand) => (
        <section key={hand.number} aria-label={`${t("statistics.hand")} ${number(hand.number)}`}>
          <h3>
            {t("statistics.hand")} {number(hand.number)} · {t(`statistics.${resultOf(hand)}`)}
          </h3>
          <p className="num">
            {t("statistics.ratio", { won: number(hand.points_for), lost: number(hand.points_against) })} ·{" "}
            {t("statistics.differential")} {signed(hand.differential)}
          </p>
          {hand.deals.length > 0 && <Deals hand={hand} own={found.seat} />}
        </section>
      ))}
    </div>
  );
}

const resultOf = (hand: HandLine) => (hand.won === null ? "nobody" : hand.won ? "won" : "lost");

function Deals({ hand, own }: { hand: HandLine; own: number }) {
  const { t } = useTranslation("rankings");
  const heads = ["seat", "name", "value", "doubles", "suit", "missing"] as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.scroll} role="region" aria-label={t("statistics.hand")} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`statistics.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hand.deals.map((deal) => (
            <tr key={deal.seat} data-own={deal.seat === own || undefined}>
              <td className="num">{deal.seat}</td>
              <th scope="row">{deal.name || "–"}</th>
              <td className="num">{deal.value}</td>
              <td className="num">{deal.doubles}</td>
              <td className="num">{t("statistics.suitValue", { count: deal.suit_count, suit: deal.suit })}</td>
              <td className="num">{deal.missing}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
