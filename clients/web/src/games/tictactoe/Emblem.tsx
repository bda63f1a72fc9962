/** A corner of a game: an X, an O and the lines between them. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" strokeLinecap="round" strokeWidth="2.6">
      <path d="M15 5v30M25 5v30M5 15h30M5 25h30" stroke="currentColor" strokeWidth="1.4" opacity="0.55" />
      <path d="M7.5 7.5l5 5m0-5l-5 5M17.5 17.5l5 5m0-5l-5 5" stroke="var(--action-ink)" />
      <circle cx="30" cy="10" r="2.9" stroke="var(--brass-ink)" />
      <circle cx="10" cy="30" r="2.9" stroke="var(--brass-ink)" />
    </svg>
  );
}
