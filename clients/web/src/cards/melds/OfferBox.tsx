import type { ReactNode } from "react";
import { MeldCards } from "./MeldCards";
import styles from "./OffersBox.module.css";
import type { AnyMeld } from "./view";

/** Of the cards in it. */
export const SIZES = { cardWidth: 34, step: 19 };

/** One thing that the chosen cards can be. */
export interface Way {
  key: string;
  /** The meld that it makes. */
  meld: Pick<AnyMeld, "cards" | "wild" | "stands_for">;
  /** All of it in words. */
  name: string;
  /** What pressing it does, in a word. */
  act: string;
  /** What else there is to know of it; not for screen readers. */
  notes: ReactNode;
  onPress: () => void;
}

interface Props {
  title: string;
  /** The title is a question, and is shown. */
  asks: boolean;
  ways: readonly Way[];
  /** Said below them, or instead of them. */
  hint: string | null;
}

/** Ways that are open, each as it will lie, one press each; or why there are none. */
export function OfferBox({ title, asks, ways, hint }: Props) {
  if (ways.length === 0 && hint === null) return null;
  return (
    <div className={styles.box} role="group" aria-label={title}>
      {asks && <p>{title}</p>}
      {ways.length > 0 && (
        <ul>
          {ways.map(({ key, ...way }) => (
            <li key={key}>
              <WayButton {...way} />
            </li>
          ))}
        </ul>
      )}
      {hint && <p className={styles.why}>{hint}</p>}
    </div>
  );
}

function WayButton({ meld, name, act, notes, onPress }: Omit<Way, "key">) {
  return (
    <button type="button" className={styles.offer} onClick={onPress}>
      <span className="sr">{name}</span>
      <MeldCards meld={meld} sizes={SIZES} />
      <span className={styles.words} aria-hidden="true">
        <b>{act}</b>
        {notes}
      </span>
    </button>
  );
}
