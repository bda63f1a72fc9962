import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Board } from "./board";
import styles from "./Board.module.css";
import { CHECKER, checkerSpot, type Layout, slabBox, type Spot } from "./layout";
import { type Piece, settle } from "./pieces";

const MOVE_MS = 240;
const RADIUS = CHECKER / 2;
/** Up to so many checkers are counted by eye; higher stacks have their number on top. */
const COUNTED = 5;

interface Props {
  board: Board;
  layout: Layout;
  /** Whether the viewer's checkers are the light ones. */
  light: boolean;
  /** The checker in the hand: the top one of a place, and where the hand is. */
  dragged: { place: string; spot: Spot } | null;
}

/** All checkers. Each keeps its identity, so that the eye can follow it from place to place. */
export const Checkers = memo(function Checkers({ board, layout, light, dragged }: Props) {
  const pieces = usePieces(board);
  const spots = useMemo(() => new Map(pieces.map((piece) => [piece.id, checkerSpot(layout, piece)])), [pieces, layout]);
  const top = dragged && pieces.filter((one) => one.mine && one.place === dragged.place).at(-1);
  const root = useGlide(spots, top && dragged ? { id: top.id, spot: dragged.spot } : null);
  const inOrder = [...pieces].sort((one, other) => one.slot - other.slot);
  return (
    <g ref={root} className={styles.checkers} aria-hidden="true">
      {inOrder.map((piece) => {
        const { x, y } = spots.get(piece.id) ?? { x: 0, y: 0 };
        return (
          <g key={piece.id} data-piece={piece.id} data-held={piece === top} transform={`translate(${x} ${y})`}>
            <Checker piece={piece} layout={layout} light={piece.mine === light} />
          </g>
        );
      })}
      {top && dragged && <use href={`#tavli-${top.id}`} x={dragged.spot.x} y={dragged.spot.y} />}
    </g>
  );
});

function usePieces(board: Board): readonly Piece[] {
  const [known, setKnown] = useState(() => ({ board, pieces: settle([], board) }));
  if (known.board === board) return known.pieces;
  const next = { board, pieces: settle(known.pieces, board) };
  setKnown(next);
  return next.pieces;
}

const Checker = memo(function Checker({ piece, layout, light }: { piece: Piece; layout: Layout; light: boolean }) {
  const paint = light ? "url(#tavli-light)" : "url(#tavli-dark)";
  if (piece.place.endsWith("off")) {
    const { width, height } = slabBox(layout);
    return (
      <g className={styles.slab} data-light={light} data-mine={piece.mine}>
        <rect x={-width / 2} y={-height / 2} width={width} height={height} rx="3" fill={paint} />
      </g>
    );
  }
  return (
    <g id={`tavli-${piece.id}`} className={styles.checker} data-light={light} data-under={piece.under}>
      <ellipse cx="1.5" cy="4" rx={RADIUS} ry={RADIUS} className={styles.shadow} />
      <circle r={RADIUS - 0.5} fill={paint} className={styles.disc} />
      <circle r={RADIUS * 0.72} className={styles.groove} />
      <circle r={RADIUS * 0.4} className={styles.groove} />
      <path
        d={`M${-RADIUS * 0.72} ${-RADIUS * 0.42}a${RADIUS * 0.84} ${RADIUS * 0.84} 0 0 1 ${RADIUS * 0.74} ${-RADIUS * 0.42}`}
        className={styles.shine}
      />
      {piece.under && <circle r={RADIUS - 2} className={styles.pin} />}
      {piece.slot === piece.count - 1 && piece.count > COUNTED && <text className={styles.many}>{piece.count}</text>}
    </g>
  );
});

/** Lets checkers glide from where they were, for those who want motion; what was in a hand, from there. */
function useGlide(spots: ReadonlyMap<string, Spot>, hand: { id: string; spot: Spot } | null) {
  const root = useRef<SVGGElement>(null);
  const before = useRef<ReadonlyMap<string, Spot>>(spots);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = hand ? new Map(spots).set(hand.id, hand.spot) : spots;
    if (hand || old === spots || !wantsMotion()) return;
    for (const [id, to] of spots) {
      const from = old.get(id);
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      const path = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      root.current?.querySelector(`[data-piece="${id}"]`)?.animate(path, { duration: MOVE_MS, easing: "ease-in-out" });
    }
  }, [spots, hand]);
  return root;
}

function wantsMotion(): boolean {
  const off = document.documentElement.dataset["motion"] === "off";
  return !off && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
