import { useTranslation } from "../i18n/useTranslation";
import { CardFace } from "./CardFace";
import type { Pack } from "./code";
import styles from "./TrickHistory.module.css";
import type { Taken } from "./trick";
import { useCardName } from "./useCardName";

interface Props {
  /** Finished tricks by their number in the hand. */
  tricks: readonly (Taken & { number: number })[];
  nameOf: (seat: number) => string;
  pack?: Pack;
}

/** Finished tricks, a line each: the cards in the order of play under their players' names, the winner's marked. */
export function TrickHistory({ tricks, nameOf, pack }: Props) {
  const { t } = useTranslation("cards");
  const cardName = useCardName(pack);
  return (
    <ol className={styles.history}>
      {tricks.map(({ number, laid, winner }) => (
        <li key={number}>
          <p className={styles.head}>
            <span className="num">{t("trickNumber", { number })}</span>
            <span className="name">{t("took", { name: nameOf(winner) })}</span>
          </p>
          <ul className={styles.cards}>
            {laid.map(({ seat, card }) => (
              <li key={card} data-winner={seat === winner || undefined}>
                <CardFace code={card} pack={pack} className={styles.card} small />
                <span className="sr">{cardName(card)}, </span>
                <span className={`${styles.name} name`}>{nameOf(seat)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
