import { Felt } from "../../cards/melds/Felt";
import { HandPanel } from "../../cards/melds/HandPanel";
import { MeldTable } from "../../cards/melds/MeldTable";
import { ScoreStrip } from "../../cards/melds/ScoreStrip";
import type { PotLook } from "../../cards/melds/SideLine";
import { useOrder } from "../../cards/melds/useOrder";
import type { Side } from "../../cards/melds/view";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps, Say } from "../api";
import { Ledger } from "./Ledger";
import { badgeName } from "./names";
import { Prompt } from "./Prompt";
import { Trump } from "./Trump";
import { type Turn, useTurn } from "./useTurn";
import type { Move, View } from "./view";

const NONE: readonly string[] = [];

/** The table of mpirimpa; in Pro the pile is taken in two steps. */
export default function Board(props: GameProps<View, Move>) {
  const { view, you, seats, yourTurn, pending } = props;
  const say = useGameSay("mpirimpa");
  const turn = useTurn(props);
  const shown = turn.position?.hand ?? view.hands[you ?? 0] ?? null;
  const order = useOrder("mpirimpa", shown ?? NONE);
  const words = { view, seats, say };
  const ledger = <Ledger {...words} />;
  const target = { target: view.target_score };
  return (
    <MeldTable
      top={
        <ScoreStrip
          {...words}
          target={say("cards:melds.score.target", target)}
          sum={say("cards:melds.score.sum", target)}
          ledger={ledger}
        />
      }
      felt={
        <Felt
          {...words}
          you={you}
          turn={turn}
          yourTurn={yourTurn}
          badge={badgeName}
          pot={(side) => potLook(view, side, say)}
          between={<Trump trump={view.trump} say={say} />}
          lent={turn.draft && say("pileLent")}
        />
      }
      prompt={<Prompt {...words} turn={turn} order={order} yourTurn={yourTurn} isPending={pending !== null} />}
      hand={shown ? (you === null ? "shown" : "own") : null}
      order={order}
      turn={turn}
      marked={markedOf(view, turn)}
    >
      <HandPanel {...words} ledger={ledger} />
    </MeldTable>
  );
}

function potLook({ pot }: View, side: Side, say: Say): PotLook {
  const how = pot[side];
  return { state: how === "waiting" ? "waiting" : "done", words: say(`pot.${how}`), long: say(`pot.${how}Long`) };
}

/** The card that was drawn; of a pile that is being taken, its cards. */
function markedOf({ drawn, pile }: View, { draft }: Turn): readonly string[] {
  return draft ? pile : drawn === null ? NONE : [drawn];
}
