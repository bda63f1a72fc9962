export type Place = "bottom" | "right" | "top" | "left";

const PLACES: Readonly<Record<number, readonly Place[]>> = {
  1: ["bottom"],
  2: ["bottom", "top"],
  3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"],
  5: ["bottom", "right", "top", "top", "left"],
  6: ["bottom", "right", "right", "top", "left", "left"],
  7: ["bottom", "right", "right", "top", "top", "left", "left"],
};

/** Where a seat is drawn: the viewer at the bottom, the next player on the right, a partner on top. */
export function placeOf(seat: number, seats: number, you: number | null): Place {
  const around = (seat - (you ?? 0) + seats) % seats;
  return PLACES[seats]?.[around] ?? "top";
}
