import styles from "./Board.module.css";
import { diceSpots, type Layout } from "./layout";

const SIZE = 42;
const AT = 11;
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

interface Props {
  layout: Layout;
  dice: readonly { face: number; used: boolean }[];
  /** Whether the viewer has thrown them. */
  mine: boolean;
  /** Whether the thrower has the light checkers: the dice are of their colour. */
  light: boolean;
}

/** A throw: dice tumble in when they are new. */
export function Dice({ layout, dice, mine, light }: Props) {
  const spots = diceSpots(layout, dice.length, mine);
  return (
    <g aria-hidden="true">
      {dice.map(({ face, used }, at) => (
        <g key={at} transform={`translate(${spots[at]?.x} ${spots[at]?.y})`} data-die={face} data-used={used}>
          <g className={styles.die} data-light={light} data-late={at % 2 === 1}>
            <rect x={-SIZE / 2 + 1.5} y={-SIZE / 2 + 4} width={SIZE} height={SIZE} rx="9" className={styles.shadow} />
            <rect
              x={-SIZE / 2}
              y={-SIZE / 2}
              width={SIZE}
              height={SIZE}
              rx="9"
              fill={light ? "url(#tavli-die)" : "url(#tavli-dark)"}
              className={styles.cube}
            />
            {PIPS[face]?.map(([x, y]) => (
              <circle key={`${x}${y}`} cx={x * AT} cy={y * AT} r="4.2" className={styles.pip} />
            ))}
          </g>
        </g>
      ))}
    </g>
  );
}
