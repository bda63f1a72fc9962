import { memo } from "react";
import { type Face, faceOf, type Pack, type Rank, rankText, type Special, type Suit } from "./code";
import { Court } from "./Court";
import styles from "./Card.module.css";
import { PIPS } from "./pips";
import { SpecialDrawing } from "./Specials";
import { SuitMark } from "./SuitShape";

interface Props {
  code: string;
  pack?: Pack;
  className?: string;
}

/**
 * A card from the front, as large as its box (5 : 7). A small one (under 84 px high) shows its index alone, larger.
 * Not for screen readers: whoever shows it names it (`useCardName`).
 */
export const CardFace = memo(function CardFace({ code, pack = "french", className }: Props) {
  const face = faceOf(code, pack);
  return (
    <span className={`${styles.card} ${className ?? ""}`} data-suit={face && tintOf(face)} aria-hidden="true">
      <svg viewBox="0 0 100 140" className={styles.front}>
        {face && ("special" in face ? <SpecialFace special={face.special} /> : <SuitFace {...face} />)}
      </svg>
    </span>
  );
});

/** What colours a card: its suit, or which of the special ones it is. */
function tintOf(face: Face): string {
  return "special" in face ? face.special : face.suit;
}

function SuitFace({ rank, suit }: { rank: Rank; suit: Suit }) {
  return (
    <>
      <g className={styles.picture}>
        <Picture rank={rank} suit={suit} />
      </g>
      <g className={styles.index}>
        <RankText rank={rank} x={21} y={34} size={37} />
        <SuitMark suit={suit} x={21} y={50} size={23} />
      </g>
      <g className={styles.small}>
        <RankText rank={rank} x={27} y={47} size={54} />
        <SuitMark suit={suit} x={27} y={74} size={36} />
        <SuitMark suit={suit} x={69} y={105} size={46} />
      </g>
    </>
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

function Picture({ rank, suit }: { rank: Rank; suit: Suit }) {
  if (rank === "J" || rank === "Q" || rank === "K") return <Court rank={rank} />;
  if (rank === "A") return <SuitMark suit={suit} x={66} y={78} size={56} />;
  return (PIPS[rank] ?? []).map(({ x, y, turned }) => (
    <SuitMark key={`${x} ${y}`} suit={suit} x={x} y={y} size={19} turned={turned} />
  ));
}

function SpecialFace({ special }: { special: Special }) {
  const drawing = <SpecialDrawing special={special} />;
  return (
    <>
      <g className={styles.picture}>
        <g transform="translate(54 86) scale(1.3)">{drawing}</g>
      </g>
      <g className={styles.index}>{special === "mahjong" ? one(21, 34, 37) : place(22, 24, 0.58, drawing)}</g>
      <g className={styles.small}>
        {special === "mahjong" ? one(27, 47, 54) : place(30, 34, 0.8, drawing)}
        {place(66, 102, 0.9, drawing)}
      </g>
    </>
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
