import { type ReactNode, useRef } from "react";
import type { Say } from "../../games/api";
import { useSize } from "../../parts/useSize";
import { MeldCards } from "./MeldCards";
import styles from "./Melds.module.css";
import { type BadgeName, isGrowing, meldName } from "./names";
import { meldSizes, type Sizes, SMALLEST_PX } from "./spread";
import type { AnyMeld } from "./view";

interface Props<M extends AnyMeld> {
  melds: readonly M[];
  badge: BadgeName<M>;
  /** What is written below each instead of the badge; not for screen readers. */
  foot?: (meld: M) => ReactNode;
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

/** Melds on the cloth, as large as their box allows. */
export function Melds<M extends AnyMeld>({ melds, label, empty, onMeld, ...rest }: Props<M>) {
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

interface MeldProps<M extends AnyMeld> extends Pick<Props<M>, "badge" | "foot" | "fits" | "last" | "onMeld" | "say"> {
  meld: M;
  sizes: Sizes;
}

function Meld<M extends AnyMeld>({ meld, sizes, badge, foot, fits = [], last, onMeld, say }: MeldProps<M>) {
  const marks = {
    className: styles.meld,
    "data-meld": meld.id,
    "data-drop": `meld:${meld.id}`,
    "data-fits": fits.includes(meld.id) || undefined,
    "data-last": last.includes(meld.id) || undefined,
    "data-class": meld.class,
  };
  const name = meldName(meld, badge, say);
  const inside = (
    <>
      <MeldCards meld={meld} sizes={sizes} />
      {foot ? foot(meld) : <Badge meld={meld} badge={badge} say={say} />}
    </>
  );
  if (!onMeld) {
    return (
      <span {...marks} role="img" aria-label={name} title={name}>
        {inside}
      </span>
    );
  }
  const label = fits.includes(meld.id) ? say("cards:melds.meld.fits", { meld: name }) : name;
  return (
    <button {...marks} type="button" title={name} onClick={() => onMeld(meld.id)}>
      {inside}
      <span className="sr">{label}</span>
    </button>
  );
}

interface BadgeProps<M extends AnyMeld> {
  meld: M;
  badge: BadgeName<M>;
  say: Say;
}

/** Below a meld: which kind it is, or how far it is. Not for screen readers. */
export function Badge<M extends AnyMeld>({ meld, badge, say }: BadgeProps<M>) {
  const counts = meld.missing === 0;
  return (
    <span
      className={`${counts ? styles.badge : styles.count} num`}
      data-class={counts ? meld.class : undefined}
      aria-hidden="true"
    >
      {isGrowing(meld) ? `${meld.cards.length}/${meld.cards.length + (meld.missing ?? 0)}` : badge(meld, say)}
    </span>
  );
}
