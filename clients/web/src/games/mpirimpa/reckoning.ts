import { signed } from "../../cards/melds/signed";
import type { CountedHand, MeldView, SideScore } from "./view";

type Kind = Exclude<MeldView["class"], "open">;

export interface Entry {
  /** What the line is; of biribas their kind, of trumps or not. */
  key: Kind | "table" | "closing" | "left" | "score";
  trump?: boolean;
  /** By side, as it is written; null: nothing there. */
  values: readonly [string | null, string | null];
  kind?: "sum" | "total";
}

const KINDS: readonly Kind[] = ["full_clean", "clean", "full_dirty", "dirty"];

/** How a hand was counted, line by line: biribas by kind, cards on the table, closing, less the cards left in hand. */
export function entriesOf({ sides }: Pick<CountedHand, "sides">): Entry[] {
  const pair = (value: (side: SideScore) => string | null) => [value(sides[0]), value(sides[1])] as const;
  const entries: Entry[] = [];
  for (const trump of [true, false]) {
    for (const key of KINDS) {
      const values = pair(({ melds }) => biribas(melds, key, trump));
      if (values.some(Boolean)) entries.push({ key, trump, values });
    }
  }
  entries.push({ key: "table", values: pair(({ table_points }) => `${table_points}`) });
  if (sides.some(({ closing }) => closing > 0)) {
    entries.push({ key: "closing", values: pair(({ closing }) => (closing > 0 ? `${closing}` : null)) });
  }
  entries.push({ key: "left", values: pair(({ hand_points }) => signed(-hand_points || 0)) });
  entries.push({ key: "score", values: pair(({ score }) => signed(score)), kind: "total" });
  return entries;
}

/** `2 × 200` for two of a kind, `200` for one. */
function biribas(melds: readonly MeldView[], key: Kind, trump: boolean): string | null {
  const found = melds.filter((meld) => meld.class === key && meld.trump === trump);
  const [first] = found;
  if (!first) return null;
  return found.length === 1 ? `${first.bonus}` : `${found.length} × ${first.bonus}`;
}
