const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Banker's total with two cards → the values of Player's third card on which Banker draws. */
export const BANKER_DRAWS: readonly (readonly number[])[] = [
  ALL,
  ALL,
  ALL,
  ALL.filter((value) => value !== 8),
  [2, 3, 4, 5, 6, 7],
  [4, 5, 6, 7],
  [6, 7],
  [],
];
