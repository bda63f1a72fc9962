import { memo } from "react";
import styles from "./Card.module.css";

/** A card from behind: a woven chair seat, as in every coffee house. */
export const CardBack = memo(function CardBack({ className }: { className?: string }) {
  return (
    <span className={`${styles.card} ${styles.back} ${className ?? ""}`} aria-hidden="true">
      <svg viewBox="0 0 100 140" className={styles.front}>
        <rect x="7" y="7" width="86" height="126" rx="5" className={styles.ground} />
        <path d={WEAVE} className={styles.weave} />
        <rect x="7" y="7" width="86" height="126" rx="5" className={styles.border} />
        <g transform="translate(50 70)">
          <ellipse rx="21" ry="24" className={styles.seal} />
          <path
            d="M-11 -4H7V3C7 10 3 13 -2 13S-11 10 -11 3ZM7 -1.500h3a3.600 3.600 0 0 1 0 7.200h-3M-14 16.500H10"
            className={styles.cup}
          />
          <path d="M-6 -8C-9 -11 -3 -13 -6 -17M1 -8C-2 -11 4 -13 1 -17" className={styles.cup} />
        </g>
      </svg>
    </span>
  );
});

/** Lines both ways across the back, ten units apart, within its border. */
const WEAVE = [...slanted(1), ...slanted(-1)].join("");

function slanted(way: 1 | -1): string[] {
  const lines: string[] = [];
  for (let at = -120; at <= 220; at += 12) {
    const [left, right] = way === 1 ? [at, at + 86] : [at + 86, at];
    lines.push(clipped(left, right));
  }
  return lines;
}

/** The part of the line from (7, left) to (93, right) that lies between 7 and 133. */
function clipped(left: number, right: number): string {
  const xAt = (y: number) => 7 + ((y - left) / (right - left)) * 86;
  const ends = [left, right].map((y, side) => {
    const within = Math.min(133, Math.max(7, y));
    return [within === y ? 7 + side * 86 : xAt(within), within] as const;
  });
  const [[x1, y1], [x2, y2]] = ends as [readonly [number, number], readonly [number, number]];
  if (x1 < 7 || x1 > 93 || x2 < 7 || x2 > 93) return "";
  return `M${x1} ${y1}L${x2} ${y2}`;
}
