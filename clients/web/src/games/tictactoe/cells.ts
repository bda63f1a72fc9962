export type Mark = "X" | "O";

export interface Cell {
  row: number;
  col: number;
  /** The cell's text in the rules, `2,3`. */
  name: string;
  mark: Mark | null;
}

/** The board's text rows as cells, top row first. */
export function cellsOf(board: readonly string[]): Cell[][] {
  return board.map((text, up) =>
    [...text].map((letter, left) => ({
      row: up + 1,
      col: left + 1,
      name: `${up + 1},${left + 1}`,
      mark: letter === "X" || letter === "O" ? letter : null,
    })),
  );
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell that a key leads to, staying on the board; null: the key is not for the board. */
export function cellByKey(key: string, from: string, size: number): string | null {
  const [row = 1, col = 1] = from.split(",").map(Number);
  if (key === "Home") return `${row},1`;
  if (key === "End") return `${row},${size}`;
  const step = STEPS[key];
  if (!step) return null;
  const clamp = (value: number) => Math.min(size, Math.max(1, value));
  return `${clamp(row + step[0])},${clamp(col + step[1])}`;
}
