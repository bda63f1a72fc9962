import { Felt } from "../../cards/melds/Felt";
import { HandPanel } from "../../cards/melds/HandPanel";
import { MeldTable } from "../../cards/melds/MeldTable";
import { Prompt } from "../../cards/melds/Prompt";
import { ScoreStrip } from "../../cards/melds/ScoreStrip";
import type { PotLook } from "../../cards/melds/SideLine";
import { useMelding } from "../../cards/melds/useMelding";
import { useOrder } from "../../cards/melds/useOrder";
import type { Side } from "../../cards/melds/view";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps, Say } from "../api";
import { dutyOf } from "./duty";
import { Ledger } from "./Ledger";
import { badgeName } from "./names";
import { dirties, discardRefusal, PLAYS, type Position, positionOf } from "./plays";
import type { MeldView, Move, View } from "./view";

const NONE: readonly string[] = [];

/** The table of buraco. */
export default function Board(props: GameProps<View, Move>) {
  const { view, you, seats, yourTurn, pending } = props;
  const say = useGameSay("buraco");
  const turn = useMelding<MeldView, Position>({
    ...props,
    plays: PLAYS,
    position: you === null || !view.now ? null : positionOf(view, you),
    discardRefusal,
    isDoubtful: dirties,
  });
  const hand = turn.position?.hand ?? view.hands[you ?? 0] ?? null;
  const order = useOrder("buraco", hand ?? NONE);
  const words = { view, seats, say };
  const shared = { ...words, turn, yourTurn };
  const ledger = <Ledger {...words} />;
  return (
    <MeldTable
      top={<ScoreStrip {...words} {...goalOf(view, say)} ledger={ledger} />}
      felt={
        <Felt
          {...shared}
          you={you}
          badge={badgeName}
          pot={(side) => potLook(view, side, say)}
          doubt={turn.doubted ? say("doubt", bonuses(turn.doubted.before, turn.doubted.meld)) : undefined}
        />
      }
      prompt={<Prompt {...shared} order={order} isPending={pending !== null} duty={dutyOf(view, say)} />}
      hand={hand ? (you === null ? "shown" : "own") : null}
      order={order}
      turn={turn}
      marked={markedOf(view)}
    >
      <HandPanel {...words} ledger={ledger} />
    </MeldTable>
  );
}

const bonuses = (before: MeldView | null, after: MeldView) => ({ before: before?.bonus ?? 0, after: after.bonus });

/** How far the match goes, in words. */
function goalOf({ match_mode, target_score: target }: View, say: Say) {
  if (match_mode === "round") return { target: say("round.target"), sum: say("round.sum") };
  return { target: say("cards:melds.score.target", { target }), sum: say("cards:melds.score.sum", { target }) };
}

/** What has become of a side's pot; as long as it is not used it costs points. */
function potLook({ pot_taken, pot_used }: View, side: Side, say: Say): PotLook {
  const how = !pot_taken[side] ? "waiting" : pot_used[side] ? "used" : "unused";
  const state = { waiting: "waiting", unused: "owed", used: "done" } as const;
  return { state: state[how], words: say(`pot.${how}`), long: say(`pot.${how}Long`) };
}

/** The card that the viewer has drawn, or the pile they have just taken. */
function markedOf({ seat, drawn, last_move }: View): readonly string[] {
  if (drawn !== null) return [drawn];
  return seat !== null && last_move?.move === "take_pile" && last_move.seat === seat ? last_move.cards : NONE;
}
