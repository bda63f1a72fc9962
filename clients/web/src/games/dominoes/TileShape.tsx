import { type Halves, pipsAt, type Way } from "./tiles";
import styles from "./Tile.module.css";

interface Props {
  halves: Halves;
  way?: Way;
}

const OUTWARD: Readonly<Record<Way, readonly [number, number]>> = {
  up: [0, -0.5],
  right: [0.5, 0],
  down: [0, 0.5],
  left: [-0.5, 0],
};

/** An ivory tile around 0,0, whose half is 1 unit: a body below, a face with a worn edge, a seam with its brass pin. */
export function TileShape({ halves: [first, second], way = "up" }: Props) {
  const lying = way === "left" || way === "right";
  const [w, h] = lying ? [1.94, 0.94] : [0.94, 1.94];
  const [dx, dy] = OUTWARD[way];
  const seam = lying ? "M0 -0.34V0.34" : "M-0.34 0H0.34";
  return (
    <>
      <rect fill="url(#domino-body)" x={-w / 2} y={-h / 2 + 0.07} width={w} height={h} rx="0.15" />
      <rect fill="url(#domino-ivory)" x={-w / 2} y={-h / 2} width={w} height={h - 0.03} rx="0.15" />
      <rect className={styles.worn} x={-w / 2 + 0.03} y={-h / 2 + 0.03} width={w - 0.06} height={h - 0.09} rx="0.13" />
      <path className={styles.seam} d={seam} />
      <path className={styles.light} d={seam} transform={lying ? "translate(0.035 0)" : "translate(0 0.035)"} />
      <circle fill="url(#domino-brass)" r="0.065" />
      <Pips value={first} x={dx} y={dy} lying={lying} />
      <Pips value={second} x={-dx} y={-dy} lying={lying} />
    </>
  );
}

/** Drilled and inked: dark, with light on the lower lip. */
function Pips({ value, x, y, lying }: { value: number; x: number; y: number; lying: boolean }) {
  return pipsAt(value, lying).map(([px, py], at) => (
    <g key={at} transform={`translate(${x + px} ${y + py})`}>
      <circle className={styles.lip} cy="0.018" r="0.098" />
      <circle fill="url(#domino-pip)" r="0.088" />
    </g>
  ));
}

/** A tile by itself, standing: in a rack or in a line of text. */
export function StandingTile({ halves, className }: { halves: Halves; className?: string }) {
  return (
    <svg className={className} viewBox="-0.52 -1.02 1.04 2.12" aria-hidden="true">
      <TileShape halves={halves} />
    </svg>
  );
}

/** What the tiles are made of: drawn once, used by every tile. */
export function Ivory() {
  return (
    <svg className={styles.materials} aria-hidden="true">
      <defs>
        <linearGradient id="domino-ivory" x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" stopColor="#fffaf0" />
          <stop offset="0.55" stopColor="#f5ead3" />
          <stop offset="1" stopColor="#e6d6b6" />
        </linearGradient>
        <linearGradient id="domino-body" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#c9b48a" />
          <stop offset="1" stopColor="#8d754d" />
        </linearGradient>
        <radialGradient id="domino-pip" cx="0.42" cy="0.3" r="0.8">
          <stop offset="0" stopColor="#15100c" />
          <stop offset="1" stopColor="#4a3a2c" />
        </radialGradient>
        <radialGradient id="domino-brass" cx="0.35" cy="0.3" r="0.8">
          <stop offset="0" stopColor="#f6dc9e" />
          <stop offset="1" stopColor="#8a5f1f" />
        </radialGradient>
      </defs>
    </svg>
  );
}
