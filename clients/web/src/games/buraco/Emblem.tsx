import { SUIT_PATHS } from "../../cards/suits";

/** A fan of three cards under a crown: the royal canasta. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="13" y="14" width="14" height="21" rx="2.500" stroke="var(--action-ink)" transform="rotate(-20 20 38)" />
      <rect x="13" y="14" width="14" height="21" rx="2.500" stroke="var(--action-ink)" transform="rotate(20 20 38)" />
      <rect x="13" y="14" width="14" height="21" rx="2.500" fill="var(--surface)" stroke="var(--brass-ink)" />
      <path
        d="M13.500 10.500L12.500 3.500L17 6.500L20 2L23 6.500L27.500 3.500L26.500 10.500Z"
        fill="var(--brass-ink)"
        stroke="none"
      />
      <path
        d={SUIT_PATHS.spades}
        fill="var(--action-ink)"
        stroke="none"
        transform="translate(20 24.500) scale(0.400) translate(-12 -12)"
      />
    </svg>
  );
}
