import { SUIT_PATHS } from "../../cards/suits";

/** Two cards of trumps, the jack's before the nine's. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="6" y="7" width="17" height="25" rx="2.5" stroke="var(--action-ink)" transform="rotate(-10 14 20)" />
      <rect
        x="16"
        y="8"
        width="18"
        height="26"
        rx="2.5"
        fill="var(--surface)"
        stroke="var(--brass-ink)"
        transform="rotate(8 25 21)"
      />
      <path
        d={SUIT_PATHS.hearts}
        fill="var(--brass-ink)"
        stroke="none"
        transform="translate(25.500 21.500) rotate(8) scale(0.480) translate(-12 -12)"
      />
    </svg>
  );
}
