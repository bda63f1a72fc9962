import type { Suit } from "./code";

/** How wide and high the box of an outline is. */
const BOX = 24;

/** The outline of every suit in its box; commands are absolute, and arcs parts of circles. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = {
  clubs:
    "M16.7 6.7A4.7 4.7 0 1 1 7.3 6.7A4.7 4.7 0 1 1 16.7 6.7ZM11.7 14A4.7 4.7 0 1 1 2.3 14A4.7 4.7 0 1 1 11.7 14ZM21.7 14A4.7 4.7 0 1 1 12.3 14A4.7 4.7 0 1 1 21.7 14ZM12 8L13.6 14Q13.6 20 15.9 22.3H8.1Q10.4 20 10.4 14Z",
  diamonds: "M12 1.2Q15.6 7.6 20.4 12Q15.6 16.4 12 22.8Q8.4 16.4 3.6 12Q8.4 7.6 12 1.2Z",
  hearts:
    "M12 21.8C5 16 2 12.3 2 8 2 4.9 4.3 2.7 7.1 2.7 9.2 2.7 11 3.9 12 6 13 3.9 14.8 2.7 16.9 2.7 19.7 2.7 22 4.9 22 8 22 12.3 19 16 12 21.8Z",
  spades:
    "M12 1.8C13.6 6 21.2 9.5 21.2 14.3 21.2 17 19.2 18.9 16.8 18.9 15.2 18.9 13.9 18.1 13.1 16.9 13.3 19.4 14.3 21.2 15.8 22.3H8.2C9.7 21.2 10.7 19.4 10.9 16.9 10.1 18.1 8.8 18.9 7.2 18.9 4.8 18.9 2.8 17 2.8 14.3 2.8 9.5 10.4 6 12 1.8Z",
  jade: "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM12 8.2A3.8 3.8 0 1 0 12 15.8A3.8 3.8 0 1 0 12 8.2Z",
  sword: "M12 1L15.2 5V13.2H20V16.4H14V19.8H16V23H8V19.8H10V16.4H4V13.2H8.8V5Z",
  pagoda:
    "M12 1.2L13.1 4.4C15 6.4 17.2 7.3 19.4 7.5L18.8 9.3H16.3V11.6C18 12.8 20.2 13.5 22.4 13.7L21.7 15.6H18.8V22.6H14.2V17.8H9.8V22.6H5.2V15.6H2.3L1.6 13.7C3.8 13.5 6 12.8 7.7 11.6V9.3H5.2L4.6 7.5C6.8 7.3 9 6.4 10.9 4.4Z",
  star: "M12 1.6L15.1 8.1L22.3 9L17 13.9L18.4 21L12 17.5L5.6 21L7 13.9L1.7 9L8.9 8.1Z",
};

/** A suit in a drawing: its middle, how wide it is, and whether it stands on its head. */
export interface Mark {
  x: number;
  y: number;
  size: number;
  turned?: boolean;
}

const COMMANDS = /([A-Z])([^A-Z]*)/g;
const NUMBER = /-?\d*\.?\d+/g;
/** Of an arc's seven numbers: radii, turn and flags, which no moving changes but the radii, and where it ends. */
const ARC = 7;
const drawn = new Map<string, string>();

/**
 * The outline of a suit at all these places, as one path: a ten is one element and not a dozen, each of which would be
 * styled, laid out and painted by itself.
 */
export function outlineOf(suit: Suit, marks: readonly Mark[]): string {
  const key = `${suit} ${marks.map(({ x, y, size, turned }) => `${x} ${y} ${size} ${turned ? 1 : 0}`).join()}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const path = marks.map((mark) => placed(SUIT_PATHS[suit], mark)).join("");
  drawn.set(key, path);
  return path;
}

function placed(path: string, { x, y, size, turned = false }: Mark): string {
  const by = (turned ? -size : size) / BOX;
  const [left, top] = [x - (BOX / 2) * by, y - (BOX / 2) * by];
  return path.replace(COMMANDS, (_, command: string, rest: string) => {
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    return command + numbers.map((value, at) => rounded(moved(command, value, at, by, left, top))).join(" ");
  });
}

function moved(command: string, value: number, at: number, by: number, left: number, top: number): number {
  if (command === "H") return left + value * by;
  if (command === "V") return top + value * by;
  if (command === "A" && at % ARC < 5) return at % ARC < 2 ? value * Math.abs(by) : value;
  const isAcross = command === "A" ? at % ARC === 5 : at % 2 === 0;
  return (isAcross ? left : top) + value * by;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
