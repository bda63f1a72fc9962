import type { AnyMeld } from "../../cards/melds/view";
import { arranged, shown } from "./melds";
import type { MeldView, SplitMeld } from "./view";

/** A meld as the shared parts of games of melds draw it; `side` is its owner, and there is no length that counts. */
export function anyMeld(meld: MeldView): AnyMeld {
  return {
    ...meld,
    side: meld.owner,
    wild: meld.stands_for.map(({ index }) => index),
    stands_for: meld.stands_for.map(({ card }) => card),
    class: "open",
    missing: null,
  };
}

/** A meld within a hand. */
export function splitMeld({ kind, cards }: SplitMeld, id: number, wild: readonly string[]): AnyMeld {
  return anyMeld(shown(arranged(cards, kind, wild), id, 0, wild));
}
