import { memo } from "react";
import { type Face, faceOf, type Pack, type Rank, rankText } from "./code";
import { Court } from "./Court";
import styles from "./Card.module.css";
import { PIPS } from "./pips";
import { SpecialDrawing } from "./Specials";
import { SuitMarks } from "./SuitShape";
import type { Mark } from "./suits";

/** A card lower than this shows its index alone, larger. */
export const SMALL_PX = 84;

interface Props {
  code: string;
  pack?: Pack;
  className?: string;
  /** Whether it is lower than `SMALL_PX`, where that is known; else the browser measures each card for itself. */
  small?: boolean;
}

/**
 * A card from the front, as large as its box (5 : 7). A small one shows its index alone, larger.
 * Not for screen readers: whoever shows it names it (`useCardName`).
 */
export const CardFace = memo(function CardFace({ code, pack = "french", className = "", small }: Props) {
  const face = faceOf(code, pack);
  const kind = small === undefined ? styles.measured : "";
  return (
    <span className={`${styles.card} ${kind} ${className}`} data-suit={face && tintOf(face)} aria-hidden="true">
      <svg viewBox="0 0 100 140" className={styles.front}>
        {face && small !== true && <Large face={face} />}
        {face && small !== false && <Small face={face} />}
      </svg>
    </span>
  );
});

/** What colours a card: its suit, or which of the special ones it is. */
function tintOf(face: Face): string {
  return "special" in face ? face.special : face.suit;
}

const INDEX: readonly Mark[] = [{ x: 21, y: 50, size: 23 }];
const ACE: readonly Mark[] = [{ x: 66, y: 78, size: 56 }, ...INDEX];
const SMALL_MARKS: readonly Mark[] = [
  { x: 27, y: 74, size: 36 },
  { x: 69, y: 105, size: 46 },
];
/** Where suits stand on a card that is not of the court, its index last. */
const MARKS: ReadonlyMap<string, readonly Mark[]> = new Map([
  ["A", ACE],
  ...Object.entries(PIPS).map(
    ([rank, pips]) => [rank, [...pips.map((pip) => ({ ...pip, size: 19 })), ...INDEX]] as const,
  ),
]);

function Large({ face }: { face: Face }) {
  if ("special" in face) {
    const drawing = <SpecialDrawing special={face.special} />;
    return (
      <g className={styles.large}>
        <g transform="translate(54 86) scale(1.3)">{drawing}</g>
        {face.special === "mahjong" ? one(21, 34, 37) : place(22, 24, 0.58, drawing)}
      </g>
    );
  }
  const { rank, suit } = face;
  return (
    <g className={styles.large}>
      {(rank === "J" || rank === "Q" || rank === "K") && <Court rank={rank} />}
      <SuitMarks suit={suit} marks={MARKS.get(rank) ?? INDEX} />
      <RankText rank={rank} x={21} y={34} size={37} />
    </g>
  );
}

function Small({ face }: { face: Face }) {
  if ("special" in face) {
    const drawing = <SpecialDrawing special={face.special} />;
    return (
      <g className={styles.small}>
        {face.special === "mahjong" ? one(27, 47, 54) : place(30, 34, 0.8, drawing)}
        {place(66, 102, 0.9, drawing)}
      </g>
    );
  }
  const { rank, suit } = face;
  return (
    <g className={styles.small}>
      <RankText rank={rank} x={27} y={47} size={54} />
      <SuitMarks suit={suit} marks={SMALL_MARKS} />
    </g>
  );
}

function RankText({ rank, x, y, size }: { rank: Rank; x: number; y: number; size: number }) {
  const narrow = rank === "T" ? { textLength: size * 0.86, lengthAdjust: "spacingAndGlyphs" as const } : {};
  return (
    <text x={x} y={y} fontSize={size} className={styles.rank} {...narrow}>
      {rankText(rank)}
    </text>
  );
}

const place = (x: number, y: number, scale: number, drawing: React.ReactNode) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`}>{drawing}</g>
);

/** The Mah Jong counts as one. */
const one = (x: number, y: number, size: number) => (
  <text x={x} y={y} fontSize={size} className={styles.rank}>
    1
  </text>
);
