import { CardFace } from "../../cards/CardFace";
import { type Rank, rankText, suitOf } from "../../cards/code";
import { withIds } from "../../cards/ids";
import { SuitShape } from "../../cards/SuitShape";
import styles from "./MeldCards.module.css";
import type { Sizes } from "./spread";
import type { MeldView } from "./view";

interface Props {
  meld: Pick<MeldView, "cards" | "wild" | "stands_for">;
  sizes: Sizes;
}

/** The cards of a meld, from low to high; the wild card is tinted and says what it stands for. For eyes only. */
export function MeldCards({ meld: { cards, wild, stands_for }, sizes: { cardWidth, step } }: Props) {
  return (
    <span className={styles.cards} aria-hidden="true">
      {withIds(cards).map(({ id, code }, at) => (
        <span
          key={id}
          className={styles.card}
          data-wild={at === wild || undefined}
          style={{ width: cardWidth, marginLeft: at === 0 ? 0 : step - cardWidth }}
        >
          <CardFace code={code} />
          {at === wild && stands_for && <StandsFor code={stands_for} />}
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
