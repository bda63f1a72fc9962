import { useState } from "react";
import { suitOf } from "../../cards/code";
import { nameOfSuit } from "../../cards/names";
import { SuitShape } from "../../cards/SuitShape";
import { Slip, SlipActions } from "../../cards/Slip";
import { Button } from "../../parts/Button";
import type { Say } from "../api";
import styles from "./BiddingBox.module.css";
import { bidWords, type Value, valueWords } from "./calls";
import type { Move } from "./view";

const SUITS = ["c", "d", "h", "s"] as const;

interface Props {
  /** What may be bid, low to high. */
  bids: readonly Value[];
  suit: string | null;
  onSuit: (suit: string) => void;
  move: (move: Move) => void;
  say: Say;
}

/** The auction's box: how much, which suit, or all tricks; or pass. The lowest bid stands there already. */
export function BiddingBox({ bids, suit, onSuit, move, say }: Props) {
  const [at, setAt] = useState(0);
  const value = bids[at] ?? "capot";
  const mayBid = bids.length > 0;
  return (
    <Slip label={say("box.auction")}>
      {mayBid && (
        <>
          <Stepper bids={bids} at={at} onStep={setAt} say={say} />
          <SuitPicker suits={SUITS} suit={suit} onSuit={onSuit} say={say} />
        </>
      )}
      <SlipActions>
        {mayBid && (
          <Button kind="action" disabled={suit === null} onClick={() => suit && move({ move: "bid", value, suit })}>
            {suit === null ? say("box.chooseSuit") : say("box.bid", { bid: bidWords(value, suit, say) })}
          </Button>
        )}
        <Button onClick={() => move({ move: "pass" })}>{say("calls.pass")}</Button>
      </SlipActions>
    </Slip>
  );
}

/** Down, the value, up; and the way to the top. */
function Stepper({
  bids,
  at,
  onStep,
  say,
}: Pick<Props, "bids" | "say"> & { at: number; onStep: (at: number) => void }) {
  const value = bids[at] ?? "capot";
  const top = bids.length - 1;
  return (
    <div className={styles.stepper} role="group" aria-label={say("box.value")}>
      <Button aria-label={say("box.less")} disabled={at === 0} onClick={() => onStep(at - 1)}>
        −
      </Button>
      <output className={`${styles.value} num`} aria-live="polite">
        {valueWords(value, say)}
      </output>
      <Button aria-label={say("box.more")} disabled={at === top} onClick={() => onStep(at + 1)}>
        +
      </Button>
      <Button aria-pressed={value === "capot"} onClick={() => onStep(value === "capot" ? 0 : top)}>
        {say("capot")}
      </Button>
    </div>
  );
}

interface PickerProps {
  suits: readonly string[];
  suit: string | null;
  onSuit: (suit: string) => void;
  say: Say;
}

/** The four suits, one of them pressed. */
export function SuitPicker({ suits, suit, onSuit, say }: PickerProps) {
  return (
    <div className={styles.suits} role="group" aria-label={say("box.suit")}>
      {suits.map((each) => {
        const shape = suitOf(each);
        return (
          <button
            key={each}
            type="button"
            className={styles.suit}
            aria-pressed={suit === each}
            aria-label={nameOfSuit(each, say)}
            title={nameOfSuit(each, say)}
            onClick={() => onSuit(each)}
          >
            {shape && <SuitShape suit={shape} />}
          </button>
        );
      })}
    </div>
  );
}
