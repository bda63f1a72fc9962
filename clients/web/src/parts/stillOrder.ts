/** A line of a list that stands still; `isGone`: it is not in the list any more, and stays where it was. */
export interface Still<T> {
  line: T;
  isGone: boolean;
}

/** More lines than this are not shown after they have gone: then the list is put in order anyway. */
const GONE_MAX = 40;

/** Lines in their own order. */
export function asListed<T>(lines: readonly T[]): readonly Still<T>[] {
  return lines.map((line) => ({ line, isGone: false }));
}

/** Lines where they stood before: changed in place, left in place when they have gone; new ones come at the end. */
export function stillOrder<T>(
  before: readonly Still<T>[],
  lines: readonly T[],
  keyOf: (line: T) => string,
): readonly Still<T>[] {
  const now = new Map(lines.map((line) => [keyOf(line), line]));
  const stood = before.map(({ line }) => {
    const found = now.get(keyOf(line));
    now.delete(keyOf(line));
    return { line: found ?? line, isGone: found === undefined };
  });
  if (stood.filter(({ isGone }) => isGone).length > GONE_MAX) return asListed(lines);
  return [...stood, ...asListed([...now.values()])];
}
