import type { Special } from "./code";

/** The cards without a suit, each a drawing in a box of 60 × 60 around the middle of its place. */
export function SpecialDrawing({ special }: { special: Special }) {
  const Drawing = { joker: Joker, mahjong: MahJong, dog: Dog, phoenix: Phoenix, dragon: Dragon }[special];
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <Drawing />
    </g>
  );
}

const INK = "var(--suit)";
const BRASS = "var(--card-brass)";

/** A coffee cup with its steam: the joker of this house. */
function Joker() {
  return (
    <>
      <path d="M-20 -2H16V8C16 20 8 26 -2 26S-20 20 -20 8Z" fill={INK} />
      <path d="M16 2h5a6.500 6.500 0 0 1 0 13h-6" fill="none" stroke={INK} strokeWidth="4" />
      <path d="M-26 30H22" stroke={BRASS} strokeWidth="4" />
      <path d="M-11 -8C-16 -14 -6 -18 -11 -26M2 -8C-3 -14 7 -18 2 -26" fill="none" stroke={BRASS} strokeWidth="3.500" />
    </>
  );
}

/** A bird on a twig, as on the first bamboo tile. */
function MahJong() {
  return (
    <>
      <path d="M-25 24C-10 20 10 22 26 16" fill="none" stroke={BRASS} strokeWidth="4" />
      <path
        d="M-24 2C-22 -12 -12 -18 -2 -14C4 -26 18 -28 23 -18L29 -14L23 -11C24 6 12 20 -4 20C-16 20 -22 12 -24 2Z"
        fill={INK}
      />
      <path d="M-24 2L-30 16L-16 13Z" fill={INK} />
      <path d="M-12 2C-4 -6 6 -4 10 2C4 12 -6 12 -12 2Z" fill={BRASS} />
      <circle cx="15" cy="-16" r="2.400" fill="var(--card)" />
      <path d="M-4 20v4M4 19v4" stroke={INK} strokeWidth="2.500" />
    </>
  );
}

/** Sits and waits. */
function Dog() {
  return (
    <>
      <path
        d="M-4 -26L2 -16C12 -17 18 -12 20 -6L28 -3C28 4 22 8 14 7C14 14 18 20 18 28H-14C-22 28 -24 20 -20 12C-16 4 -10 2 -9 -8C-10 -14 -8 -20 -4 -26Z"
        fill={INK}
      />
      <path d="M-17 24C-28 22 -29 12 -25 6" fill="none" stroke={INK} strokeWidth="5" />
      <path d="M-8 3Q2 9 13 6" fill="none" stroke={BRASS} strokeWidth="4" />
      <circle cx="9" cy="-9" r="2.400" fill="var(--card)" />
      <path d="M4 28V17" stroke="var(--card)" strokeWidth="2" />
    </>
  );
}

/** Rises with spread wings over its flames. */
function Phoenix() {
  return (
    <>
      <path
        d="M0 -16C4 -26 12 -26 15 -20L21 -18L15 -15C14 -11 11 -9 10 -6C20 -8 26 -14 29 -22C32 -4 22 8 8 8C8 18 12 24 6 30C4 24 2 22 0 16C-2 22 -4 24 -6 30C-12 24 -8 18 -8 8C-22 8 -32 -4 -29 -22C-26 -14 -16 -8 -4 -6C-2 -9 -1 -12 0 -16Z"
        fill={INK}
      />
      <path d="M-20 -6C-14 0 -8 2 -2 1M20 -6C16 0 10 2 5 1" fill="none" stroke={BRASS} strokeWidth="3" />
      <circle cx="9" cy="-18" r="2" fill="var(--card)" />
      <path d="M-16 30C-18 24 -13 22 -15 15M16 30C18 24 13 22 15 15" fill="none" stroke={BRASS} strokeWidth="3.500" />
    </>
  );
}

/** Winds up the card and looks back. */
function Dragon() {
  return (
    <>
      <path
        d="M-24 28C-6 32 4 24 -4 16C-12 8 -26 8 -22 -6C-20 -14 -10 -16 -2 -12"
        fill="none"
        stroke={INK}
        strokeWidth="9"
      />
      <path
        d="M-6 -20L-2 -31L6 -22L14 -31L17 -19C24 -15 29 -9 29 -4L17 -3L26 3C18 8 6 6 0 0C-6 -4 -9 -12 -6 -20Z"
        fill={INK}
      />
      <path d="M-18 0l-9 -3M-14 8l-8 5M-2 18l8 -5M-8 26l3 6" stroke={BRASS} strokeWidth="4" />
      <circle cx="11" cy="-13" r="2.600" fill="var(--card)" />
      <path d="M29 5C34 8 30 13 32 17" fill="none" stroke={BRASS} strokeWidth="3" />
    </>
  );
}
