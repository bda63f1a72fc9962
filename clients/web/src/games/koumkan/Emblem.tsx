import type { ReactNode } from "react";
import { SUIT_PATHS } from "../../cards/suits";

/** A group of koum-kan; of Thanasis the card that shows what is wild, across a hand; of Dynamitis a charge that burns. */
export function Emblem({ game }: { game: string }) {
  const Drawing = DRAWINGS[game] ?? Group;
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" strokeWidth="1.6">
      <Drawing />
    </svg>
  );
}

/** Three cards of a group in three suits, fanned. */
function Group() {
  return (
    <>
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
    </>
  );
}

/** Two cards of a hand, and the indicator across them. */
function Indicator() {
  return (
    <>
      <rect x="5" y="4" width="14" height="21" rx="2.500" stroke="var(--action-ink)" />
      <rect x="21" y="4" width="14" height="21" rx="2.500" stroke="var(--action-ink)" />
      <rect x="8" y="19" width="24" height="16" rx="2.500" fill="var(--surface)" stroke="var(--brass-ink)" />
      <path
        d={SUIT_PATHS.clubs}
        fill="var(--brass-ink)"
        transform="translate(20 27) rotate(90) scale(0.420) translate(-12 -12)"
      />
    </>
  );
}

/** A round charge with its fuse, before a card. */
function Charge() {
  return (
    <>
      <rect x="4" y="5" width="16" height="24" rx="2.500" stroke="var(--action-ink)" />
      <path
        d={SUIT_PATHS.spades}
        fill="var(--action-ink)"
        transform="translate(9.500 11) scale(0.260) translate(-12 -12)"
      />
      <circle cx="22" cy="26" r="10" fill="var(--action-ink)" stroke="var(--surface)" />
      <path d="M28 19C30 15 30 12 33 11" stroke="var(--brass-ink)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M34.500 3.500V6M38.500 7.500H36M37.500 4.500L36 6M37 11.500L35.500 10"
        stroke="var(--brass-ink)"
        strokeLinecap="round"
      />
    </>
  );
}

const DRAWINGS: Readonly<Record<string, () => ReactNode>> = { thanasis: Indicator, dynamitis: Charge };
