/** Width to height of a card. */
export const RATIO = 5 / 7;
/** What of a covered card stays free, where there is room: enough for a finger. */
export const FREE_PX = 44;
/** Above the cards, for one that is lifted. */
export const LIFT_PX = 14;
/** How much of a card the row behind shows: where there is room, and its index at least. */
const ROW_SHARE = 0.56;
const ROW_SHARE_LEAST = 0.4;
const SMALLEST_PX = 38;
/** A card this wide is worth its place: a narrower one is not made for the sake of free edges. */
const COMFORT_PX = 48;
/** The share of a card's width that holds its index: it is never covered. */
export const INDEX_SHARE = 0.47;
/** From card to card at most, in widths of a card: where they can only be small they lie side by side. */
const LOOSE = 0.84;
const LOOSE_IF_LOW = 1.04;
const LOW_PX = 106;
/** Widths of cards differ by as much at least: a hand that has a card less keeps its size, and is not drawn anew. */
const STEP_PX = 2;
const ROWS_MAX = 3;
/** No row of fewer cards gets another one behind it. */
const ROW_MIN = 9;
/** But where the box is so tall that two rows make the cards that much wider. */
const TALL_MIN = 6;
const TALL_WORTH = 1.15;

export interface Fan {
  /** Rows of cards, each in front of the one above. */
  rows: number;
  /** Cards in a full row. */
  perRow: number;
  cardWidth: number;
  cardHeight: number;
  /** From one card's left edge to the next one's. */
  step: number;
  /** Above the first row, and from one row's upper edge to the next one's. */
  lift: number;
  drop: number;
}

export interface Spot {
  left: number;
  top: number;
  /** Degrees. */
  turn: number;
}

/** How many cards of a hand lie where in `width` × `height` pixels: as large as it goes while each keeps its index free. */
export function fanned(count: number, width: number, height: number): Fan {
  let best = row(count, 1, width, height);
  for (let rows = 2; rows <= ROWS_MAX && best.step < FREE_PX && count >= ROW_MIN * (rows - 1); rows++) {
    const more = row(count, rows, width, height);
    const fits = more.lift + more.cardHeight + (rows - 1) * more.drop <= height + 0.01;
    if (more.step > best.step && (fits || best.step < best.cardWidth * INDEX_SHARE)) best = more;
  }
  const two = row(count, 2, width, height);
  return best.rows === 1 && count >= TALL_MIN && two.cardWidth > best.cardWidth * TALL_WORTH ? two : best;
}

function row(count: number, rows: number, width: number, height: number): Fan {
  const perRow = Math.max(1, Math.ceil(count / rows));
  const arc = rows === 1 ? arcOf((perRow - 1) / 2) : 0;
  const tallest = (height - LIFT_PX - arc) / (1 + (rows - 1) * ROW_SHARE);
  const covered = perRow - 1;
  const roomy = width - FREE_PX * covered;
  const free = roomy >= COMFORT_PX ? roomy : width / (1 + covered * 0.6);
  const cardWidth = Math.max(SMALLEST_PX, whole(Math.min(tallest * RATIO, free)));
  const fitting = covered === 0 ? 0 : (width - cardWidth) / covered;
  const loose = rows === 1 && height < LOW_PX ? LOOSE_IF_LOW : LOOSE;
  const step = Math.min(cardWidth * loose, Math.max(fitting, 0));
  const cardHeight = cardWidth / RATIO;
  const covers = (rows - 1) * cardHeight;
  const lift = within(height - cardHeight - arc - covers * ROW_SHARE_LEAST, 3, LIFT_PX);
  const share = rows === 1 ? ROW_SHARE : within((height - lift - cardHeight) / covers, ROW_SHARE_LEAST, ROW_SHARE);
  return { rows, perRow, cardWidth, cardHeight, step, lift, drop: cardHeight * share };
}

const whole = (width: number) => Math.floor(width / STEP_PX) * STEP_PX;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** How much lower a card lies in the arc, so many places from the middle. */
const arcOf = (off: number) => off * off * 0.45;

/** Where the card with this number lies: rows in the middle, a single row in a slight arc. */
export function spotOf(fan: Fan, at: number, count: number, width: number): Spot {
  const line = Math.floor(at / fan.perRow);
  const inLine = Math.min(fan.perRow, count - line * fan.perRow);
  const column = at - line * fan.perRow;
  const left = (width - (inLine - 1) * fan.step - fan.cardWidth) / 2 + column * fan.step;
  const off = column - (inLine - 1) / 2;
  const arc = fan.rows === 1 ? arcOf(off) : 0;
  return { left, top: fan.lift + line * fan.drop + arc, turn: fan.rows === 1 ? off * 0.9 : 0 };
}

/** Which place of the hand is nearest to a point in its box: where a card goes that is put down there. */
export function placeAt(fan: Fan, x: number, y: number, count: number, width: number): number {
  const lines = Math.ceil(count / fan.perRow);
  const line = Math.min(Math.max(Math.floor((y - fan.lift) / fan.drop), 0), lines - 1);
  const first = line * fan.perRow;
  const inLine = Math.min(fan.perRow, count - first);
  const { left } = spotOf(fan, first, count, width);
  const column = fan.step === 0 ? 0 : Math.floor((x - left) / fan.step);
  return first + Math.min(Math.max(column, 0), inLine - 1);
}
