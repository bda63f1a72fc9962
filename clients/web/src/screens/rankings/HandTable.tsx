import type { HandLine, MatchHands } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { placeOf } from "../../parts/places";
import { PlayerName } from "../../people/PlayerName";
import { useComputerName } from "../../people/useComputerNames";
import styles from "./Rankings.module.css";

/** So many sit at dominoes, the one game whose deals are in numbers. */
const SEATS = 4;

/** A match hand by hand; of dominoes with the deal of every seat in numbers. */
export function HandTable({ found }: { found: MatchHands }) {
  const { t } = useTranslation("rankings");
  const { number, signed } = useFormats();
  const { line } = found;
  const target = line.target ? t(`statistics.targets.${line.target as "100" | "200" | "runout"}`) : null;
  return (
    <div className={styles.part}>
      {target !== null && (
        <p>
          {t("statistics.target")}: {target}
        </p>
      )}
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
          {hand.deals.length > 0 && (
            <ButtonLink
              kind="plain"
              href={addressOf({ at: "replay", match: line.match, hand: hand.number, position: null })}
            >
              {t("statistics.tiles", { number: hand.number })}
            </ButtonLink>
          )}
        </section>
      ))}
    </div>
  );
}

const resultOf = (hand: HandLine) => (hand.won === null ? "nobody" : hand.won ? "won" : "lost");

function Deals({ hand, own }: { hand: HandLine; own: number }) {
  const { t } = useTranslation("rankings");
  const called = useComputerName();
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
              <td>{t(`statistics.seats.${placeOf(deal.seat, SEATS, own)}`)}</td>
              <th scope="row">
                <PlayerName account={deal.account} name={deal.name} called={called(deal.name)} />
              </th>
              <td className="num">{deal.value}</td>
              <td className="num">{deal.doubles}</td>
              <td className={`num ${styles.whole}`}>
                {t("statistics.suitValue", { count: deal.suit_count, suit: deal.suit })}
              </td>
              <td className="num">{deal.missing}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
