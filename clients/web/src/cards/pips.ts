import type { Rank } from "./code";

export interface Pip {
  x: number;
  y: number;
  /** Upside down, as in the lower half of every card. */
  turned: boolean;
}

const [LEFT, MIDDLE, RIGHT] = [50, 67.5, 85];
const [TOP, BOTTOM] = [28, 112];
const CENTRE = (TOP + BOTTOM) / 2;
const THIRD = (BOTTOM - TOP) / 3;

const at = (x: number, ...ys: number[]): Pip[] => ys.map((y) => ({ x, y, turned: y > CENTRE }));
const beside = (...ys: number[]): Pip[] => [...at(LEFT, ...ys), ...at(RIGHT, ...ys)];

const TWO = at(MIDDLE, TOP, BOTTOM);
const FOUR = beside(TOP, BOTTOM);
const SIX = beside(TOP, CENTRE, BOTTOM);
const EIGHT = beside(TOP, TOP + THIRD, BOTTOM - THIRD, BOTTOM);
const HEART = at(MIDDLE, CENTRE);
const [UPPER, LOWER] = [(TOP + CENTRE) / 2, (BOTTOM + CENTRE) / 2];

/** Where the pips of a number card are on a card of 100 × 140; the ace and the court have none here. */
export const PIPS: Readonly<Partial<Record<Rank, readonly Pip[]>>> = {
  "2": TWO,
  "3": [...TWO, ...HEART],
  "4": FOUR,
  "5": [...FOUR, ...HEART],
  "6": SIX,
  "7": [...SIX, ...at(MIDDLE, UPPER)],
  "8": [...SIX, ...at(MIDDLE, UPPER, LOWER)],
  "9": [...EIGHT, ...HEART],
  T: [...EIGHT, ...at(MIDDLE, TOP + THIRD / 2, BOTTOM - THIRD / 2)],
};
