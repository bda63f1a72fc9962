import type { GameProps } from "../api";
import { type Ahead, usePremove } from "../usePremove";
import { endsFor, type Lay, type View } from "./laying";
import type { Laying } from "./useLaying";

/** The tile chosen while others play; null: none can be. One that fits both ends is asked about when the turn comes. */
export function useAhead(props: GameProps<View, Lay>, laying: Laying): Ahead<string> | null {
  const { view, you, yourTurn, pending, premove = null } = props;
  const plays = premove !== null && view.phase === "hand";
  const ahead = usePremove<string>({
    yourTurn,
    stands: (tile) => plays && you !== null && (view.hands[you] ?? []).includes(tile),
    fits: (tile) => endsFor(view, tile).length > 0,
    play: (tile) => laying.lay(tile),
    dropped: () => premove?.dropped(),
  });
  return plays && !yourTurn && pending === null ? ahead : null;
}
