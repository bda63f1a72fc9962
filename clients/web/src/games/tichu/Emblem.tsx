/** A dragon's eye between two cards. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="5" y="8" width="16" height="24" rx="2.5" stroke="var(--action-ink)" transform="rotate(-12 13 20)" />
      <rect x="19" y="8" width="16" height="24" rx="2.5" stroke="var(--action-ink)" transform="rotate(12 27 20)" />
      <rect x="11" y="7" width="18" height="26" rx="2.5" fill="var(--surface)" stroke="var(--brass-ink)" />
      <path d="M13.500 20Q20 12 26.500 20Q20 28 13.500 20Z" stroke="var(--brass-ink)" />
      <ellipse cx="20" cy="20" rx="1.6" ry="3.6" fill="var(--brass-ink)" stroke="none" />
    </svg>
  );
}
