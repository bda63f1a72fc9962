import { suitOf } from "../../cards/code";
import { nameOfSuit } from "../../cards/names";
import { SuitShape } from "../../cards/SuitShape";
import type { Say } from "../api";
import styles from "./Trump.module.css";

/** Which suit is trumps; before the first discard none is. */
export function Trump({ trump, say }: { trump: string | null; say: Say }) {
  const suit = trump && suitOf(trump);
  const words = suit ? say("trump", { suit: nameOfSuit(trump, say) }) : say("trumpNone");
  return (
    <div className={styles.trump} role="img" aria-label={words} title={words}>
      {suit ? <SuitShape suit={suit} /> : <span className={styles.unknown}>?</span>}
      <span aria-hidden="true">{say("trumpWord")}</span>
    </div>
  );
}
