import { useTranslation } from "../i18n/useTranslation";
import { CardFace } from "./CardFace";
import type { Pack } from "./code";
import styles from "./Trick.module.css";
import type { PlaceOf } from "./trick";
import { useCardName } from "./useCardName";
import type { Shown } from "./useLingering";

interface Props {
  shown: Shown;
  placeOf: PlaceOf;
  nameOf: (seat: number) => string;
  pack?: Pack;
}

/** The cards of a trick, each before its seat: they come from there, and go to who has won. */
export function Trick({ shown: { laid, winner, swept }, placeOf, nameOf, pack }: Props) {
  const { t } = useTranslation("cards");
  const cardName = useCardName(pack);
  return (
    <ul
      className={styles.trick}
      aria-label={t("trick")}
      data-swept={swept || undefined}
      data-to={winner === null ? undefined : placeOf(winner)}
    >
      {laid.map(({ seat, card }) => (
        <li
          key={`${seat}${card}`}
          data-place={placeOf(seat)}
          data-laid={card}
          data-winner={seat === winner || undefined}
        >
          <span className="sr">{t("played", { name: nameOf(seat), card: cardName(card) })}</span>
          <CardFace code={card} pack={pack} />
        </li>
      ))}
    </ul>
  );
}
