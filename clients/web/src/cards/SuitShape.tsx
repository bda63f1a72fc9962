import type { Suit } from "./code";
import { SUIT_PATHS } from "./suits";

/** A suit inside of a drawing: its middle and how wide it is. */
export function SuitMark({ suit, x, y, size, turned }: MarkProps) {
  const place = `translate(${x} ${y}) scale(${(turned ? -size : size) / 24}) translate(-12 -12)`;
  return <path d={SUIT_PATHS[suit]} transform={place} fill="var(--suit)" fillRule={rule(suit)} />;
}

interface MarkProps {
  suit: Suit;
  x: number;
  y: number;
  size: number;
  turned?: boolean;
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
