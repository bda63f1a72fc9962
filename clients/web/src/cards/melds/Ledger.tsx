import type { ReactNode } from "react";
import { type Line, Reckoning } from "../Reckoning";
import { sideName, type Words } from "./names";
import { signed } from "./signed";
import { type AnyHand, paired, sidesFor } from "./view";

/** A line of a counted hand. */
export interface LedgerLine {
  label: ReactNode;
  /** By side, as it is written; null: nothing there. */
  values: readonly [ReactNode | null, ReactNode | null];
  kind?: Line["kind"];
}

interface Props extends Words {
  hand: AnyHand;
  lines: readonly LedgerLine[];
  /** The words before the sums of the match. */
  match: string;
}

/** A counted hand, line by line, and how the match stood after it. */
export function Ledger({ hand, lines, match, view, seats, say }: Props) {
  const sides = sidesFor(view.seat);
  const inOrder = lines.map((line) => ({ ...line, values: paired(line.values, sides) }));
  const totals = sides.map((side) => signed(hand.sides[side].total));
  return (
    <Reckoning
      caption={say("cards:melds.hand.title", { number: hand.number })}
      corner={say("cards:melds.sum.line")}
      heads={sides.map((side) => sideName(view, seats, side, say))}
      lines={[...inOrder, { label: match, values: totals, kind: "sum" as const }]}
    />
  );
}
