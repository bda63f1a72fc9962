import type { CSSProperties } from "react";
import type { EventView } from "kafeneio-client";
import type { Say } from "../api";
import styles from "./Chain.module.css";
import { endsFor, type View } from "./laying";
import type { Layout, OpenEnd } from "./layout";
import { halvesOf } from "./tiles";
import { TileShape } from "./TileShape";
import type { Size } from "../../parts/useSize";

interface Props {
  view: View;
  laid: Layout & { unitPx: number };
  size: Size;
  /** The tile whose ends glow. */
  held: string | null;
  events: readonly EventView[];
  say: Say;
}

/** From which side of the picture a seat's tile comes. */
const FROM: readonly (readonly [number, number])[] = [
  [0, 5],
  [5, 0],
  [0, -5],
  [-5, 0],
];

/** The chain, drawn to scale around the middle of the cloth. */
export function Chain({ view, laid, size, held, events, say }: Props) {
  const { width, height } = { width: size.width / laid.unitPx, height: size.height / laid.unitPx };
  const last = lastLaid(events);
  const ends = held === null || view.chain.length === 0 ? [] : endsFor(view, held);
  return (
    <svg
      className={styles.chain}
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      role="img"
      aria-label={chainWords(view, say)}
      data-tiles={laid.tiles.length}
    >
      {view.chain.length === 0 && <circle className={styles.spot} r="1.6" />}
      {laid.tiles.map(({ tile, name, x, y, way }) => {
        const [fromX, fromY] = FROM[last?.tile === name ? last.seat : -1] ?? [0, 0];
        return (
          <g key={name} className={styles.tile} style={{ transform: `translate(${x}px, ${y}px)` }} data-tile={name}>
            <g
              className={last?.tile === name ? styles.last : undefined}
              data-last={last?.tile === name || undefined}
              style={{ "--from": `translate(${fromX}px, ${fromY}px)` } as CSSProperties}
            >
              <TileShape halves={halvesOf(tile)} way={way} />
              {last?.tile === name && <Ring lying={way === "left" || way === "right"} />}
            </g>
          </g>
        );
      })}
      {ends.includes("up_left") && <Glow end={laid.upLeft} />}
      {ends.includes("down_right") && <Glow end={laid.downRight} />}
    </svg>
  );
}

/** Around the tile that was laid last. */
function Ring({ lying }: { lying: boolean }) {
  const [w, h] = lying ? [1.96, 0.99] : [0.96, 1.99];
  return <rect className={styles.ring} x={-w / 2} y={-h / 2 + 0.02} width={w} height={h} rx="0.16" />;
}

function Glow({ end }: { end: OpenEnd }) {
  return <rect className={styles.glow} x={end.x - 0.42} y={end.y - 0.42} width="0.84" height="0.84" rx="0.2" />;
}

/** The tile that was laid last, and whose it was. */
function lastLaid(events: readonly EventView[]): { tile: string; seat: number } | null {
  const lay = events.findLast((event) => event.kind === "lay")?.data;
  return lay ? { tile: String(lay["tile"]), seat: Number(lay["seat"]) } : null;
}

function chainWords({ chain, ends }: View, say: Say): string {
  if (!ends) return say("chain.empty");
  return say("chain.tiles", { tiles: chain.join(", "), up: ends[0], down: ends[1] });
}
