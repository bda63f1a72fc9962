import { CardTable } from "../../cards/CardTable";
import { Hand } from "../../cards/Hand";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps } from "../api";
import { Felt } from "./Felt";
import { HandPanel } from "./HandPanel";
import { Prompt } from "./Prompt";
import { ScoreStrip } from "./ScoreStrip";
import { useOrder } from "./useOrder";
import { type Turn, useTurn } from "./useTurn";
import type { Move, View } from "./view";

const NONE: readonly string[] = [];

/** The table: score above, both sides' melds with stock and pile between them, one's hand below. */
export default function Board(props: GameProps<View, Move>) {
  const { view, you, seats, yourTurn, pending } = props;
  const say = useGameSay("mpirimpa");
  const turn = useTurn(props);
  const shown = turn.position?.hand ?? view.hands[you ?? 0] ?? null;
  const order = useOrder(shown ?? NONE);
  const words = { view, seats, say };
  return (
    <CardTable
      top={<ScoreStrip {...words} />}
      marks={{}}
      centre={<Felt {...words} you={you} turn={turn} yourTurn={yourTurn} />}
      prompt={<Prompt {...words} turn={turn} order={order} yourTurn={yourTurn} pending={pending} />}
      deep
      hand={
        shown ? (
          <Hand
            cards={order.cards}
            chosen={turn.chosen}
            marked={markedOf(view, turn)}
            onPress={(id) => you !== null && turn.toggle(id)}
            onPull={you === null ? undefined : (id, x, y) => drop(turn, id, x, y)}
            onMove={you === null ? undefined : order.put}
            onEscape={turn.clear}
          />
        ) : null
      }
    >
      <HandPanel {...words} />
    </CardTable>
  );
}

/** The card that was drawn; of a pile that is being taken, its cards. */
function markedOf({ drawn, pile }: View, { draft }: Turn): readonly string[] {
  return draft ? pile : drawn === null ? NONE : [drawn];
}

/** What becomes of a card that is let go over the table: on a meld, on the pile, or before one's melds. */
function drop(turn: Turn, id: string, x: number, y: number): void {
  const under = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>("[data-drop]"));
  const [what, number] = under.find(Boolean)?.dataset["drop"]?.split(":") ?? [];
  if (what === "meld") turn.layOff(Number(number), id);
  else if (what === "pile") turn.discard(id);
  else if (turn.chosen.includes(id) && turn.chosen.length > 2) turn.meld();
  else if (!turn.chosen.includes(id)) turn.toggle(id);
}
