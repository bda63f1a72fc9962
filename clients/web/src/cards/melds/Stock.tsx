import type { Say } from "../../games/api";
import { CardBack } from "../CardBack";
import styles from "./Stock.module.css";

interface Props {
  count: number;
  /** A card may be drawn now. */
  isOpen: boolean;
  /** Drawing by a press; without it the stock is only looked at. */
  onPress?: () => void;
  say: Say;
}

/** The stock, as wide as its box, and how many cards it has. */
export function Stock({ count, isOpen, onPress, say }: Props) {
  return (
    <div className={styles.stock} data-open={isOpen || undefined}>
      <span role="img" aria-label={say("cards:melds.stock", { count })}>
        {count > 0 ? <CardBack /> : <span className={styles.nothing} />}
        <Count count={count} />
      </span>
      <Cover onPress={onPress} />
    </div>
  );
}

/** A number at the lower corner of a pile of cards; not for screen readers. */
export function Count({ count }: { count: number }) {
  return (
    <span className={`${styles.count} num`} aria-hidden="true">
      {count}
    </span>
  );
}

/** Stock and discards can be pressed themselves; keys and ears have the buttons above the hand. */
export function Cover({ onPress }: { onPress?: () => void }) {
  return onPress ? (
    <button type="button" className={styles.cover} aria-hidden="true" tabIndex={-1} onClick={onPress} />
  ) : null;
}

/** Where no card lies. */
export function Nothing() {
  return <span className={styles.nothing} />;
}
