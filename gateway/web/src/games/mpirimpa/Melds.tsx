import { useRef } from "react";
import { useSize } from "../../parts/useSize";
import type { Say } from "../api";
import { MeldCards } from "./MeldCards";
import styles from "./Melds.module.css";
import { badgeName, meldName } from "./names";
import { meldSizes, type Sizes, SMALLEST_PX } from "./spread";
import type { MeldView } from "./view";

interface Props {
  melds: readonly MeldView[];
  label: string;
  /** What is written where there are none. */
  empty: string;
  /** The ids of those that take the chosen cards. */
  fits?: readonly number[];
  /** The ids of those that the last move has laid or changed. */
  last: readonly number[];
  /** Pressing one; without it they are only looked at. */
  onMeld?: (id: number) => void;
  say: Say;
}

/** One side's melds, as large as their box allows. */
export function Melds({ melds, label, empty, onMeld, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const lengths = melds.map(({ cards }) => cards.length);
  const sizes = size && meldSizes(lengths, size.width - 6, size.height - 6);
  const scrolls = sizes?.cardWidth === SMALLEST_PX;
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- where it scrolls, it does by keys too
    <div
      ref={box}
      className={styles.area}
      role="group"
      aria-label={label}
      data-drop={onMeld && "new"}
      tabIndex={scrolls ? 0 : undefined}
    >
      {melds.length === 0 && <p className={styles.empty}>{empty}</p>}
      {sizes && melds.map((meld) => <Meld key={meld.id} meld={meld} sizes={sizes} onMeld={onMeld} {...rest} />)}
    </div>
  );
}

interface MeldProps extends Pick<Props, "fits" | "last" | "onMeld" | "say"> {
  meld: MeldView;
  sizes: Sizes;
}

function Meld({ meld, sizes, fits = [], last, onMeld, say }: MeldProps) {
  const marks = {
    className: styles.meld,
    "data-meld": meld.id,
    "data-drop": `meld:${meld.id}`,
    "data-fits": fits.includes(meld.id) || undefined,
    "data-last": last.includes(meld.id) || undefined,
    "data-class": meld.class,
  };
  const name = meldName(meld, say);
  const inside = (
    <>
      <MeldCards meld={meld} sizes={sizes} />
      <Badge meld={meld} say={say} />
    </>
  );
  if (!onMeld) {
    return (
      <span {...marks} role="img" aria-label={name} title={name}>
        {inside}
      </span>
    );
  }
  const label = fits.includes(meld.id) ? say("meld.fits", { meld: name }) : name;
  return (
    <button {...marks} type="button" title={name} onClick={() => onMeld(meld.id)}>
      {inside}
      <span className="sr">{label}</span>
    </button>
  );
}

/** Below a meld: which biriba it is, or how far it is. For eyes only. */
export function Badge({ meld, say }: { meld: MeldView; say: Say }) {
  if (meld.missing > 0) {
    return (
      <span className={`${styles.count} num`} aria-hidden="true">
        {meld.cards.length}/7
      </span>
    );
  }
  return (
    <span className={`${styles.badge} num`} data-class={meld.class} aria-hidden="true">
      {badgeName(meld, say)}
    </span>
  );
}
