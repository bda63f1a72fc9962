/** Two tiles, one across the other's end. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="4" y="10" width="12" height="24" rx="2.5" stroke="var(--action-ink)" />
      <path d="M6.5 22h7" stroke="var(--action-ink)" strokeWidth="1.2" />
      <rect x="17" y="6" width="20" height="10" rx="2.2" stroke="var(--brass-ink)" />
      <path d="M27 8v6" stroke="var(--brass-ink)" strokeWidth="1.2" />
      <g fill="var(--action-ink)" stroke="none">
        <circle cx="7.5" cy="13.7" r="1.3" />
        <circle cx="12.5" cy="18.3" r="1.3" />
        <circle cx="7.5" cy="25.5" r="1.3" />
        <circle cx="12.5" cy="25.5" r="1.3" />
        <circle cx="7.5" cy="30.5" r="1.3" />
        <circle cx="12.5" cy="30.5" r="1.3" />
      </g>
      <g fill="var(--brass-ink)" stroke="none">
        <circle cx="20.2" cy="13" r="1.2" />
        <circle cx="24" cy="9" r="1.2" />
        <circle cx="32" cy="11" r="1.2" />
      </g>
    </svg>
  );
}
