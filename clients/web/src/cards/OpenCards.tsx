import { CardFace } from "./CardFace";
import type { Pack } from "./code";
import styles from "./OpenCards.module.css";
import { withIds } from "./ids";
import { useCardName } from "./useCardName";

interface Props {
  cards: readonly string[];
  pack?: Pack;
  /** One below the other. */
  upright?: boolean;
}

/** Cards that lie open and are only looked at, small, each index free. */
export function OpenCards({ cards, pack, upright = false }: Props) {
  const name = useCardName(pack);
  return (
    <span className={styles.open} data-upright={upright} role="img" aria-label={cards.map(name).join(", ")}>
      {withIds(cards).map(({ id, code }) => (
        <CardFace key={id} code={code} pack={pack} small />
      ))}
    </span>
  );
}
