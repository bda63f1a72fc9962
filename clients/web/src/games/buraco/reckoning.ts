import type { LedgerLine } from "../../cards/melds/Ledger";
import { signed } from "../../cards/melds/signed";
import type { CountedHand, MeldView, SideScore } from "./view";

type Kind = Exclude<MeldView["class"], "open">;

export interface Entry extends Omit<LedgerLine, "label"> {
  /** What the line is; of canastas their kind. */
  key: Kind | "table" | "beating" | "left" | "pot" | "score";
  values: readonly [string | null, string | null];
}

export const KINDS: readonly Kind[] = ["royal", "half_royal", "clean", "dirty"];

/** How a hand was counted, line by line: canastas by kind, cards on the table, going out, less cards left and the pot. */
export function entriesOf({ sides }: Pick<CountedHand, "sides">): Entry[] {
  const pair = (value: (side: SideScore) => string | null) => [value(sides[0]), value(sides[1])] as const;
  const where = (key: Entry["key"], value: (side: SideScore) => string | null): Entry[] => {
    const values = pair(value);
    return values.some(Boolean) ? [{ key, values }] : [];
  };
  return [
    ...KINDS.flatMap((kind) => where(kind, ({ melds }) => canastas(melds, kind))),
    { key: "table", values: pair(({ table_points }) => `${table_points}`) },
    ...where("beating", ({ beating }) => (beating > 0 ? `${beating}` : null)),
    { key: "left", values: pair(({ hand_points }) => signed(-hand_points || 0)) },
    ...where("pot", ({ pot_penalty }) => (pot_penalty > 0 ? signed(-pot_penalty) : null)),
    { key: "score", values: pair(({ score }) => signed(score)), kind: "total" },
  ];
}

/** `2 × 200` for two of a kind, `200` for one. */
function canastas(melds: readonly MeldView[], key: Kind): string | null {
  const found = melds.filter((meld) => meld.class === key);
  const [first] = found;
  if (!first) return null;
  return found.length === 1 ? `${first.bonus}` : `${found.length} × ${first.bonus}`;
}
