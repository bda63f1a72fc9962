import { memo } from "react";
import { sameIn } from "../../state/still";
import type { Say } from "../api";
import styles from "./Contract.module.css";
import { nameOf, type Sitting } from "./names";
import { Bid } from "./Suited";
import type { View } from "./view";

const SHOWN = ["contract", "phase", "seat"] as const;

interface Props {
  view: Pick<View, (typeof SHOWN)[number]>;
  seats: readonly Sitting[];
  say: Say;
}

/** What is promised, by whom, and how many times it counts; below, the tricks of both sides. */
export const Contract = memo(function Contract({ view, seats, say }: Props) {
  const { contract } = view;
  if (!contract) return null;
  const { taker, trump, value, multiplier } = contract;
  return (
    <div className={styles.contract} role="group" aria-label={say("contract")} data-settled={view.phase !== "auction"}>
      <span className={styles.promise}>
        <Bid value={value} suit={trump} onFelt say={say} />
        {multiplier > 1 && <strong className="num">×{multiplier}</strong>}
      </span>
      <span className={`${styles.name} name`}>{taker === view.seat ? say("you") : nameOf(seats, taker)}</span>
    </div>
  );
}, sameIn(SHOWN));
