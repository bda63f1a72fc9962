/** Two cards and a chip. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="5" y="7" width="15" height="22" rx="2.5" stroke="var(--action-ink)" transform="rotate(-8 12 18)" />
      <rect x="15" y="6" width="15" height="22" rx="2.5" stroke="var(--action-ink)" transform="rotate(7 22 17)" />
      <circle cx="27" cy="27" r="8.5" fill="var(--surface)" stroke="var(--brass-ink)" strokeDasharray="4 2.68" />
      <circle cx="27" cy="27" r="4.5" stroke="var(--brass-ink)" strokeWidth="1.3" />
    </svg>
  );
}
