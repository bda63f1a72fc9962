/** A corner of the board: three points, two checkers, a die. */
export function Emblem() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <path d="M4 5h9L8.5 24zM24 5h9L28.5 24z" fill="var(--brass-ink)" opacity="0.85" />
      <path d="M14 5h9L18.5 24z" fill="none" stroke="currentColor" strokeWidth="1.4" opacity="0.55" />
      <circle cx="8.5" cy="31" r="5" fill="var(--action-ink)" />
      <circle cx="8.5" cy="31" r="2.2" fill="none" stroke="var(--surface)" strokeWidth="1.2" />
      <rect x="20" y="24" width="13" height="13" rx="3" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <g fill="currentColor">
        <circle cx="23.5" cy="27.5" r="1.3" />
        <circle cx="26.5" cy="30.5" r="1.3" />
        <circle cx="29.5" cy="33.5" r="1.3" />
      </g>
    </svg>
  );
}
