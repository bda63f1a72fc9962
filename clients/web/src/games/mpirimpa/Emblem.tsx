import { SUIT_PATHS } from "../../cards/suits";

/** A run of three cards, the last one with a heart. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="3.500" y="8" width="15" height="24" rx="2.500" stroke="var(--action-ink)" />
      <rect x="11" y="8" width="15" height="24" rx="2.500" fill="var(--surface)" stroke="var(--action-ink)" />
      <rect x="18.500" y="8" width="17.500" height="24" rx="2.500" fill="var(--surface)" stroke="var(--brass-ink)" />
      <path
        d={SUIT_PATHS.hearts}
        fill="var(--brass-ink)"
        stroke="none"
        transform="translate(27.250 20) scale(0.450) translate(-12 -12)"
      />
    </svg>
  );
}
