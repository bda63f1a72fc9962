import { useRef } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { useSize } from "../parts/useSize";
import { CardFace, SMALL_PX } from "./CardFace";
import type { Pack } from "./code";
import { RATIO } from "./fan";
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

/** How wide the cross is, in widths of a card, as `Trick.module.css` has it. */
const ACROSS = 3.2;

/** The cards of a trick, each before its seat: they come from there, and go to who has won. */
export function Trick({ shown: { laid, winner, swept }, placeOf, nameOf, pack }: Props) {
  const { t } = useTranslation("cards");
  const cardName = useCardName(pack);
  const cross = useRef<HTMLUListElement>(null);
  const size = useSize(cross);
  return (
    <ul
      ref={cross}
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
          <CardFace code={card} pack={pack} small={size ? size.width / ACROSS / RATIO < SMALL_PX : undefined} />
        </li>
      ))}
    </ul>
  );
}
