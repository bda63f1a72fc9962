import { describe, expect, it } from "vitest";
import type { Own } from "../../generated/games/baccarat";
import { problemOf, same, total, without, withChip } from "./bets";

const limits = { main_min_chips: 200, side_min_chips: 20, round_max_chips: 100_000, side_max_chips: 2_000 };
const purse = (chips: number, caps: Record<string, number> = {}): { limits: typeof limits; own: Own } => ({
  limits,
  own: { chips, caps, repeat: {}, dropped: null, net_round: null, net_session: 0 },
});

describe("a set of stakes", () => {
  it("begins in every box with its minimum and then grows chip by chip", () => {
    const first = withChip({ limits }, {}, "banker", 20);
    expect(first).toEqual({ banker: 200 });
    expect(withChip({ limits }, first, "banker", 20)).toEqual({ banker: 220 });
    expect(withChip({ limits }, first, "tie", 100)).toEqual({ banker: 200, tie: 100 });
    expect(without({ banker: 200, tie: 20 }, "banker")).toEqual({ tie: 20 });
    expect(total({ banker: 200, tie: 20 })).toBe(220);
  });

  it("is the same whatever the order of its boxes", () => {
    expect(same({ banker: 200, tie: 20 }, { tie: 20, banker: 200 })).toBe(true);
    expect(same({ banker: 200 }, { banker: 220 })).toBe(false);
    expect(same({ banker: 200 }, { player: 200 })).toBe(false);
    expect(same({}, { player: 200 })).toBe(false);
  });

  it("is refused with the first code of the rules", () => {
    expect(problemOf(purse(1_000), {})).toBeNull();
    expect(problemOf(purse(1_000), { tie: 180, player_pair: 20 })).toBeNull();
    expect(problemOf(purse(1_000), { tie: 180 })).toBe("bet_below_minimum");
    expect(problemOf(purse(1_000), { player: 150, tie: 100 })).toBe("bet_below_minimum");
    expect(problemOf(purse(1_000), { player: 100_001 })).toBe("bet_above_maximum");
    expect(problemOf(purse(5_000), { tie: 2_001 })).toBe("bet_above_maximum");
    expect(problemOf(purse(5_000), { tie: 2_000, player_pair: 2_000 })).toBeNull();
    const uncapped = { ...purse(5_000), limits: { ...limits, side_max_chips: null } };
    expect(problemOf(uncapped, { tie: 2_001 })).toBeNull();
    expect(problemOf(purse(1_000), { tie: 1_001 })).toBe("insufficient_chips");
    const limited = purse(1_000, { session_limit: 0, own_stake_limit: 300, loss_limit: 400 });
    expect(problemOf(limited, { tie: 401 })).toBe("loss_limit");
    expect(problemOf(limited, { tie: 301 })).toBe("own_stake_limit");
    expect(problemOf(limited, { tie: 300 })).toBe("session_limit");
  });
});
