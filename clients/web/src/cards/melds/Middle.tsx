import { type ReactNode, useRef } from "react";
import type { Say } from "../../games/api";
import { useSize } from "../../parts/useSize";
import { CardFace } from "../CardFace";
import { withIds } from "../ids";
import { useCardName } from "../useCardName";
import styles from "./Middle.module.css";
import { pileSpread } from "./spread";
import { Cover, Stock } from "./Stock";
import type { AnyView } from "./view";

interface Props {
  view: Pick<AnyView, "stock_count" | "pile">;
  /** What lies between stock and pile. */
  between?: ReactNode;
  say: Say;
  /** Pressing the stock or the pile; without them they are only looked at. */
  onStock?: () => void;
  onPile?: () => void;
  /** The pile is in one's hand as a try, in words; null: it lies here. */
  lent: string | null;
  /** Which of them would do something now. */
  open: { stock: boolean; pile: boolean };
}

/** Between the two sides: the stock, and the whole pile with every index free. */
export function Middle({ view, between, say, onStock, onPile, lent, open }: Props) {
  return (
    <div className={styles.middle}>
      <div className={styles.stock}>
        <Stock count={view.stock_count} isOpen={open.stock} onPress={onStock} say={say} />
      </div>
      {between}
      <Pile pile={lent === null ? view.pile : NONE} lent={lent} say={say} onPile={onPile} isOpen={open.pile} />
    </div>
  );
}

const NONE: readonly string[] = [];

interface PileProps extends Pick<Props, "say" | "onPile" | "lent"> {
  pile: readonly string[];
  isOpen: boolean;
}

function Pile({ pile, lent, say, onPile, isOpen }: PileProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const name = useCardName();
  const largest = size && size.width > 480 ? 50 : 38;
  const spread = pileSpread(pile.length, size?.width ?? 300, largest);
  const last = pile.length - 1;
  return (
    <div className={styles.pile} data-open={isOpen || undefined} data-drop="pile">
      <div ref={box} className={styles.spread} style={{ height: spread.height }}>
        {pile.length === 0 && <p className={styles.empty}>{lent ?? say("cards:melds.pileEmpty")}</p>}
        <ul aria-label={say("cards:melds.pile", { count: pile.length })}>
          {withIds(pile).map(({ id, code }, at) => {
            const [row, column] = [Math.floor(at / spread.perRow), at % spread.perRow];
            const place = { left: column * spread.step, top: row * spread.rowStep, width: spread.cardWidth };
            return (
              <li key={id} style={place} data-top={at === last || undefined} data-piled={code}>
                <span className="sr">{name(code)}</span>
                <CardFace code={code} small />
              </li>
            );
          })}
        </ul>
      </div>
      <Cover onPress={onPile} />
    </div>
  );
}
