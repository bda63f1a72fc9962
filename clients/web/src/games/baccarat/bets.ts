import type { Baccarat, View } from "../../generated/games/baccarat";

export type Move = Baccarat["move"];
export type Box = View["boxes"][number];
/** Box → chips. */
export type Stakes = Readonly<Record<string, number>>;

/** The chips of the table. */
export const CHIPS = [20, 100, 500, 1000] as const;

/** The codes of a guest's own limits in the order in which the rules ask them. */
const OWN_LIMITS = ["self_excluded", "loss_limit", "own_stake_limit", "session_limit"];

export const isMain = (box: string): boolean => box === "player" || box === "banker";

export function total(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, chips) => sum + chips, 0);
}

/** The least that a box takes if it is used. */
export function minimumOf({ limits }: Pick<View, "limits">, box: string): number {
  return isMain(box) ? limits.main_min_chips : limits.side_min_chips;
}

/** The most that a box takes. */
export function maximumOf({ limits }: Pick<View, "limits">, box: string): number {
  const { round_max_chips, side_max_chips } = limits;
  return isMain(box) ? round_max_chips : Math.min(side_max_chips ?? round_max_chips, round_max_chips);
}

/** The set with one more chip on a box; an empty box takes at least its minimum. */
export function withChip(view: Pick<View, "limits">, stakes: Stakes, box: Box, chip: number): Stakes {
  const now = stakes[box] ?? 0;
  return { ...stakes, [box]: now > 0 ? now + chip : Math.max(chip, minimumOf(view, box)) };
}

/** The set without what lies on a box. */
export function without(stakes: Stakes, box: Box): Stakes {
  return Object.fromEntries(Object.entries(stakes).filter(([name]) => name !== box));
}

export function same(one: Stakes, other: Stakes): boolean {
  const boxes = Object.keys(one);
  return boxes.length === Object.keys(other).length && boxes.every((box) => one[box] === other[box]);
}

/** Why the set would be refused, by the code of the rules; null: it would not. */
export function problemOf(view: Pick<View, "limits" | "own">, stakes: Stakes): string | null {
  const laid = total(stakes);
  if (laid === 0) return null;
  const small = Object.entries(stakes).some(([box, chips]) => chips < minimumOf(view, box));
  if (small || laid < view.limits.main_min_chips) return "bet_below_minimum";
  const large = Object.entries(stakes).some(([box, chips]) => chips > maximumOf(view, box));
  if (large || laid > view.limits.round_max_chips) return "bet_above_maximum";
  if (laid > (view.own?.chips ?? 0)) return "insufficient_chips";
  const caps = view.own?.caps ?? {};
  return OWN_LIMITS.find((code) => laid > (caps[code] ?? laid)) ?? null;
}
