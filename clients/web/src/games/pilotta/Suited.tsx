import { suitOf } from "../../cards/code";
import { nameOfSuit } from "../../cards/names";
import { SuitShape } from "../../cards/SuitShape";
import type { Say } from "../api";
import { bidWords, type Call, callWords, type Value, valueWords } from "./calls";
import styles from "./Suited.module.css";

interface ShapeProps {
  letter: string;
  onFelt?: boolean;
}

/** A suit by its letter, not for screen readers. */
export function Suit({ letter, onFelt }: ShapeProps) {
  const suit = suitOf(letter);
  return suit && <SuitShape suit={suit} onFelt={onFelt} className={styles.suit} />;
}

/** A suit as it is shown, with its name for screen readers. */
export function NamedSuit({ letter, onFelt, say }: ShapeProps & { say: Say }) {
  return (
    <>
      <Suit letter={letter} onFelt={onFelt} />
      <span className="sr">{nameOfSuit(letter, say)}</span>
    </>
  );
}

interface BidProps {
  value: Value | null;
  suit: string;
  onFelt?: boolean;
  say: Say;
}

/** `90 ♥`; in the classic games, where nothing is promised, the suit alone. */
export function Bid({ value, suit, onFelt, say }: BidProps) {
  const words = value === null ? nameOfSuit(suit, say) : bidWords(value, suit, say);
  return (
    <span className={styles.bid}>
      <span className="sr">{words}</span>
      {value !== null && (
        <span className="num" aria-hidden="true">
          {valueWords(value, say)}
        </span>
      )}
      <Suit letter={suit} onFelt={onFelt} />
    </span>
  );
}

/** A call as it is said across the table. */
export function CallText({ call, say }: { call: Call; say: Say }) {
  if (call.kind === "bid") return <Bid value={call.value} suit={call.suit} say={say} />;
  if (call.kind === "choose") return <Bid value={null} suit={call.suit} say={say} />;
  return callWords(call, say);
}
