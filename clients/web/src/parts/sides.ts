/** One of two sides: of a pair the seats 0 and 2, or 1 and 3. */
export type Side = 0 | 1;

/** The sides in the order in which this viewer reads them: their own first. */
export function sidesFor(you: number | null): readonly [Side, Side] {
  return you !== null && you % 2 === 1 ? [1, 0] : [0, 1];
}

/** A pair by side, in the viewer's order. */
export function paired<T>(pair: readonly [T, T], sides: readonly [Side, Side]): [T, T] {
  return [pair[sides[0]], pair[sides[1]]];
}
