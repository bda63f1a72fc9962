import { Ledger as Lines } from "../../cards/melds/Ledger";
import type { Words } from "../../cards/melds/names";
import type { Say } from "../api";
import { type Entry, entriesOf, KINDS } from "./reckoning";
import type { CountedHand, View } from "./view";

/** The hand counted last, line by line, and how the match stood after it. */
export function Ledger({ view, seats, say }: Words<View>) {
  const hand = view.last_hand;
  if (!hand) return null;
  return (
    <Lines
      hand={hand}
      lines={entriesOf(hand).map((entry) => ({ ...entry, label: labelOf(entry, hand, say) }))}
      match={
        view.match_mode === "round" ? say("round.sum") : say("cards:melds.sum.match", { target: view.target_score })
      }
      view={view}
      seats={seats}
      say={say}
    />
  );
}

function labelOf({ key }: Entry, hand: CountedHand, say: Say): string {
  if (KINDS.some((kind) => kind === key)) return say("sum.canasta", { kind: say(`badge.${key}`) });
  if (key === "pot") return say(potKey(hand));
  return say(key === "beating" ? "sum.beating" : `cards:melds.sum.${key}`);
}

/** Why a pot costs points: not taken, taken and not used, or one side this, the other that. */
function potKey({ pot, pot_used }: CountedHand): string {
  const owed = pot.filter((_, side) => !pot_used[side]);
  if (owed.every((how) => how === "waiting")) return "sum.potWaiting";
  return owed.some((how) => how === "waiting") ? "sum.potEither" : "sum.potUnused";
}
