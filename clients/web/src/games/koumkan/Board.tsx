import { MeldTable } from "../../cards/melds/MeldTable";
import { useOrder } from "../../cards/melds/useOrder";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps } from "../api";
import { isWild } from "./faces";
import { Felt } from "./Felt";
import { HandPanel } from "./HandPanel";
import { inOrder, WAYS } from "./order";
import { Prompt } from "./Prompt";
import { Standing } from "./Standing";
import { useTurn } from "./useTurn";
import type { Move, View } from "./view";

const NONE: readonly string[] = [];

/** The table of koum-kan, thanasis and dynamitis: standing above, cloth in the middle, one's hand below. */
export default function Board(props: GameProps<View, Move>) {
  const { view, you, seats, yourTurn, pending } = props;
  const say = useGameSay("koumkan");
  const turn = useTurn(props);
  const shown = turn.position ? view.own_hand : (view.hands[you ?? 0] ?? null);
  const order = useOrder("koumkan", shown ?? NONE, {
    ways: WAYS,
    sorted: (hand, way) => inOrder(hand, way, view.wild_ranks, view.split),
  });
  const words = { view, seats, say };
  return (
    <MeldTable
      top={<Standing {...words} />}
      felt={<Felt {...words} turn={turn} yourTurn={yourTurn} />}
      prompt={<Prompt {...words} turn={turn} order={order} yourTurn={yourTurn} isPending={pending !== null} />}
      hand={shown ? (turn.position ? "own" : "shown") : null}
      order={order}
      turn={turn}
      marked={markedOf(view)}
      isWild={(card) => isWild(card, view.wild_ranks)}
    >
      <HandPanel {...words} />
    </MeldTable>
  );
}

/** The cards with which one can go out; else the card that has just come. */
function markedOf({ now, drawn, taken, seat, turn }: View): readonly string[] {
  if (now && now.go_out_with.length > 0) return now.go_out_with;
  const fresh = drawn ?? (seat === turn ? taken : null);
  return fresh === null ? NONE : [fresh];
}
