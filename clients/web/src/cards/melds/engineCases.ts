import type { Plays, Position } from "./plays";
import type { AnyMeld, Play } from "./view";

/** A play and what the engine answers: a code, or the melds it lays or changes, the hand after it, and the pot taken. */
export type Try<M> = [Play, string] | [Play, null, M[], string[], boolean];

export interface Tried<P, M> {
  before: P;
  tries: Try<M>[];
}

interface Difference {
  play: Play;
  /** What the engine says, and what the page finds. */
  engine: unknown;
  page: unknown;
}

/** For tests: where the page finds something else than the engine, which tests/web/games/meld_cases.py has asked. */
export function differences<P extends Position<M>, M extends AnyMeld>(
  { played }: Plays<P, M>,
  cases: readonly Tried<P, M>[],
): Difference[] {
  return cases.flatMap(({ before, tries }) =>
    tries.flatMap((one) => {
      const [play, code, melds, hand = [], pot] = one;
      const engine = code ?? { melds, hand: [...hand].sort(), pot };
      const after = played(before, play);
      const page = typeof after === "string" ? after : found(before, after);
      return JSON.stringify(engine) === JSON.stringify(page) ? [] : [{ play, engine, page }];
    }),
  );
}

function found<P extends Position<M>, M extends AnyMeld>(before: P, after: P) {
  return {
    melds: after.melds.filter((each) => !before.melds.includes(each)),
    hand: [...after.hand].sort(),
    pot: before.pot && !after.pot,
  };
}

/** For tests: how many of the plays are allowed, and with how many different codes the others are refused. */
export function sorts<P, M>(cases: readonly Tried<P, M>[]): { allowed: number; codes: number } {
  const codes = cases.flatMap(({ tries }) => tries.map(([, code]) => code));
  return { allowed: codes.filter((code) => code === null).length, codes: new Set(codes).size - 1 };
}
