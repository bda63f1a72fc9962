import type { Suit } from "./code";
import { type Mark, outlineOf, SUIT_PATHS } from "./suits";

/** A suit inside of a drawing, at all its places. */
export function SuitMarks({ suit, marks }: { suit: Suit; marks: readonly Mark[] }) {
  return <path d={outlineOf(suit, marks)} fill="var(--suit)" fillRule={rule(suit)} />;
}

const rule = (suit: Suit) => (suit === "jade" ? "evenodd" : "nonzero");

/** A suit on its own, in a line of words. `onFelt`: light where it lies on the cloth. Whoever shows it names it. */
export function SuitShape({ suit, onFelt, className }: { suit: Suit; onFelt?: boolean; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      aria-hidden="true"
      data-suit={suit}
      data-felt={onFelt || undefined}
    >
      <path d={SUIT_PATHS[suit]} fill="var(--suit)" fillRule={rule(suit)} />
    </svg>
  );
}
