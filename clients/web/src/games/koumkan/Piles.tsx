import { CardFace } from "../../cards/CardFace";
import { Count, Cover, Nothing, Stock } from "../../cards/melds/Stock";
import { cardName } from "../../cards/names";
import type { Say } from "../api";
import { wildWords } from "./names";
import styles from "./Piles.module.css";
import type { View } from "./view";

interface Props {
  view: View;
  say: Say;
  /** Pressing the stock or the discards; without them they are only looked at. */
  onStock?: () => void;
  onPile?: () => void;
  /** Which of them would do something now. */
  open: { stock: boolean; pile: boolean };
}

/** The stock, the indicator with what is wild, and the discards, of which only the top one is seen. */
export function Piles({ view, say, onStock, onPile, open }: Props) {
  return (
    <div className={styles.piles}>
      <div className={styles.pile}>
        <Stock count={view.stock_count} isOpen={open.stock} onPress={onStock} say={say} />
      </div>
      {view.indicator && <Indicator view={view} indicator={view.indicator} say={say} />}
      <Discards view={view} isOpen={open.pile} onPress={onPile} say={say} />
    </div>
  );
}

function Indicator({ view, indicator, say }: Pick<Props, "view" | "say"> & { indicator: string }) {
  const wild = wildWords(view, say);
  const words = `${say("indicator", { card: cardName(indicator, say) })}. ${wild}`;
  return (
    <div className={styles.pile} role="img" aria-label={words} title={words}>
      <span className={styles.turned}>
        <CardFace code={indicator} />
      </span>
      <span className={styles.wild} aria-hidden="true">
        {wild}
      </span>
    </div>
  );
}

interface DiscardsProps extends Pick<Props, "view" | "say"> {
  isOpen: boolean;
  onPress?: () => void;
}

function Discards({ view: { discard_top: top, discard_count: count }, isOpen, onPress, say }: DiscardsProps) {
  const words = [say("cards:melds.pile", { count })];
  if (top) words.push(say("pileTop", { card: cardName(top, say) }));
  return (
    <div className={styles.pile} data-open={isOpen || undefined} data-drop="pile">
      <span role="img" aria-label={words.join(", ")} data-top={top ?? ""}>
        {top ? <Top key={`${top} ${count}`} code={top} isDeep={count > 1} /> : <Nothing />}
      </span>
      {count > 1 && <Count count={count} />}
      <Cover onPress={onPress} />
    </div>
  );
}

function Top({ code, isDeep }: { code: string; isDeep: boolean }) {
  return (
    <span className={styles.top} data-deep={isDeep || undefined}>
      <CardFace code={code} />
    </span>
  );
}
