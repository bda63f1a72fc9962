/** How melds and the pile share their room: as large as it goes, every index free. */

/** Height to width of a card. */
const TALL = 7 / 5;
/** The share of a small card's width that holds its index. */
const INDEX_WIDE = 0.56;
/** The share of its height. */
const INDEX_TALL = 0.68;
const LARGEST_PX = 58;
export const SMALLEST_PX = 30;
export const GAP_PX = 12;
/** The line below a meld. */
export const CAPTION_PX = 20;

const MANY_CARDS = 14;
const FAR_MORE = 1.5;

export interface Sizes {
  cardWidth: number;
  /** From one card's left edge to the next one's. */
  step: number;
}

/** Which side of the table needs more room: the one with by far more cards in its melds; null: neither. */
export function leaning(own: readonly number[], other: readonly number[]): "own" | "other" | null {
  const [mine, theirs] = [own, other].map((lengths) => lengths.reduce((sum, length) => sum + length, 0));
  if (mine === undefined || theirs === undefined || Math.max(mine, theirs) < MANY_CARDS) return null;
  if (mine > theirs * FAR_MORE) return "own";
  return theirs > mine * FAR_MORE ? "other" : null;
}

/** The size with which melds of so many cards fit into a box; the smallest where none does (it then scrolls). */
export function meldSizes(lengths: readonly number[], width: number, height: number): Sizes {
  const longest = Math.max(1, ...lengths);
  let cardWidth = LARGEST_PX;
  while (cardWidth > SMALLEST_PX && !fits(lengths, longest, cardWidth, width, height)) cardWidth -= 2;
  return { cardWidth, step: cardWidth * INDEX_WIDE };
}

function fits(lengths: readonly number[], longest: number, card: number, width: number, height: number): boolean {
  return spanOf(longest, card) <= width && rowsOf(lengths, card, width) * (rowHeight(card) + 4) - 4 <= height;
}

const rowHeight = (card: number) => card * TALL + CAPTION_PX;
const spanOf = (count: number, card: number) => card + (count - 1) * card * INDEX_WIDE;

/** In how many rows melds lie side by side, as words do. */
function rowsOf(lengths: readonly number[], card: number, width: number): number {
  let [rows, used] = [1, 0];
  for (const length of lengths) {
    const span = spanOf(length, card);
    if (used > 0 && used + GAP_PX + span > width) [rows, used] = [rows + 1, span];
    else used += (used > 0 ? GAP_PX : 0) + span;
  }
  return rows;
}

export interface Spread extends Sizes {
  perRow: number;
  rows: number;
  /** From one row's upper edge to the next one's. */
  rowStep: number;
  height: number;
}

/** The pile, the first card on the left: in one row as long as its cards can be read, else in rows from above. */
export function pileSpread(count: number, width: number, largest: number): Spread {
  const cardWidth = Math.min(largest, Math.max(SMALLEST_PX, width / spanOf(count, 1)));
  const closest = cardWidth * INDEX_WIDE;
  const perRow = Math.max(1, Math.floor((width - cardWidth) / closest + 0.001) + 1);
  const rows = Math.max(1, Math.ceil(count / perRow));
  const inRow = Math.min(perRow, Math.max(1, Math.ceil(count / rows)));
  const loose = inRow > 1 ? (width - cardWidth) / (inRow - 1) : closest;
  const step = Math.min(cardWidth * 0.7, Math.max(closest, loose));
  const rowStep = cardWidth * TALL * INDEX_TALL;
  return { cardWidth, step, perRow: inRow, rows, rowStep, height: cardWidth * TALL + (rows - 1) * rowStep };
}
