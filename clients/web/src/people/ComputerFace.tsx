const SKIN = ["#e8c39e", "#d9a878", "#f0d2b4", "#c98f62"];
const HAIR = ["#3b2a20", "#8a8680", "#5a3b22", "#20242b"];

interface Props {
  /** Which of the regulars: even numbers are men, odd ones women. */
  number: number;
}

/** The drawn face of a computer player, always the same for the same name. */
export function ComputerFace({ number }: Props) {
  const isMan = number % 2 === 0;
  const hair = HAIR[(number >> 1) % HAIR.length];
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <rect width="48" height="48" fill={number % 4 < 2 ? "#5f7f73" : "#a9772b"} />
      {!isMan && <path d="M10 40V22a14 14 0 0 1 28 0v18z" fill={hair} />}
      <path d="M8 48c2-9 8-12 16-12s14 3 16 12z" fill={isMan ? "#f1e7d6" : "#8c2f39"} />
      <ellipse cx="24" cy="23" rx="10.5" ry="12.5" fill={SKIN[number % SKIN.length]} />
      <path d="M13 20c0-9 5-12 11-12s11 3 11 12c-3-5-7-6-11-6s-8 1-11 6z" fill={hair} />
      <circle cx="20" cy="23" r="1.5" fill="#2b2118" />
      <circle cx="28" cy="23" r="1.5" fill="#2b2118" />
      {number % 3 === 0 && (
        <path d="M15.5 23a4 4 0 1 0 8 0 4 4 0 1 0-8 0zm9 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0z" fill="none" stroke="#2b2118" />
      )}
      {isMan ? (
        <path
          d="M17.5 30c2-2.500 4.500-2.500 6.500-1 2-1.500 4.500-1.500 6.500 1-2.500 1.500-10.500 1.500-13 0z"
          fill={hair}
        />
      ) : (
        <path d="M20.500 30c2 2 5 2 7 0" fill="none" stroke="#8c2f39" strokeWidth="1.800" strokeLinecap="round" />
      )}
    </svg>
  );
}
