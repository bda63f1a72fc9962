import { SUIT_PATHS } from "../../cards/suits";

/** Three cards of a group in three suits, fanned. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" strokeWidth="1.6">
      <g transform="rotate(-16 20 36)">
        <rect x="6" y="9" width="15" height="22" rx="2.500" stroke="var(--action-ink)" />
        <path
          d={SUIT_PATHS.clubs}
          fill="var(--action-ink)"
          transform="translate(10.500 14) scale(0.260) translate(-12 -12)"
        />
      </g>
      <g transform="rotate(16 20 36)">
        <rect x="19" y="9" width="15" height="22" rx="2.500" fill="var(--surface)" stroke="var(--action-ink)" />
        <path
          d={SUIT_PATHS.spades}
          fill="var(--action-ink)"
          transform="translate(29.500 14) scale(0.260) translate(-12 -12)"
        />
      </g>
      <rect x="12.500" y="6" width="15" height="23" rx="2.500" fill="var(--surface)" stroke="var(--brass-ink)" />
      <path
        d={SUIT_PATHS.diamonds}
        fill="var(--brass-ink)"
        transform="translate(20 17.500) scale(0.420) translate(-12 -12)"
      />
    </svg>
  );
}
