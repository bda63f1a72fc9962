import { CardFace, SMALL_PX } from "../CardFace";
import { type Rank, rankText, suitOf } from "../code";
import { RATIO } from "../fan";
import { withIds } from "../ids";
import { SuitShape } from "../SuitShape";
import styles from "./MeldCards.module.css";
import type { Sizes } from "./spread";
import { type AnyMeld, wildsOf } from "./view";

interface Props {
  meld: Pick<AnyMeld, "cards" | "wild" | "stands_for">;
  sizes: Sizes;
}

/** The cards of a meld, from low to high; wild cards are tinted and say what they stand for. Not for screen readers. */
export function MeldCards({ meld, sizes: { cardWidth, step } }: Props) {
  const wild = new Map(wildsOf(meld).map(({ at, code }) => [at, code]));
  return (
    <span className={styles.cards} aria-hidden="true">
      {withIds(meld.cards).map(({ id, code }, at) => (
        <span
          key={id}
          className={styles.card}
          data-wild={wild.has(at) || undefined}
          style={{ width: cardWidth, marginLeft: at === 0 ? 0 : step - cardWidth }}
        >
          <CardFace code={code} small={cardWidth / RATIO < SMALL_PX} />
          {wild.get(at) && <StandsFor code={wild.get(at) ?? ""} />}
        </span>
      ))}
    </span>
  );
}

function StandsFor({ code }: { code: string }) {
  const suit = suitOf(code[1] ?? "");
  return (
    <span className={styles.stands}>
      {rankText(code[0] as Rank)}
      {suit && <SuitShape suit={suit} />}
    </span>
  );
}
