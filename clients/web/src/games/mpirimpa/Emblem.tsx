import { SUIT_PATHS } from "../../cards/suits";

/** A run of three cards, the last one with a heart; in Pro with a star, above two piles' edges. */
export function Emblem({ game }: { game: string }) {
  const pro = game === "mpirimpa_pro";
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="3.500" y="8" width="15" height="24" rx="2.500" stroke="var(--action-ink)" />
      <rect x="11" y="8" width="15" height="24" rx="2.500" fill="var(--surface)" stroke="var(--action-ink)" />
      <rect
        x="18.500"
        y="8"
        width="17.500"
        height="24"
        rx="2.500"
        fill={pro ? "var(--action-ink)" : "var(--surface)"}
        stroke={pro ? "var(--action-ink)" : "var(--brass-ink)"}
      />
      {pro && <path d="M5 35.500H34.500M8 38.500H31.500" stroke="var(--action-ink)" strokeLinecap="round" />}
      <path
        d={pro ? SUIT_PATHS.star : SUIT_PATHS.hearts}
        fill={pro ? "var(--surface)" : "var(--brass-ink)"}
        stroke="none"
        transform="translate(27.250 20) scale(0.480) translate(-12 -12)"
      />
    </svg>
  );
}
