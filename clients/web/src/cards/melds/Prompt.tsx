import type { ReactNode } from "react";
import { Button } from "../../parts/Button";
import type { Say } from "../../games/api";
import { Actions, Sorting } from "./Actions";
import { nameOf, type Words } from "./names";
import type { Melding } from "./useMelding";
import type { Ordering } from "./useOrder";
import type { AnyMeld, AnyView } from "./view";

export interface PromptProps<M extends AnyMeld, V extends AnyView<M> = AnyView<M>> extends Words<V> {
  turn: Melding<M>;
  order: Ordering;
  yourTurn: boolean;
  /** A move is on its way. */
  isPending: boolean;
}

interface Props<M extends AnyMeld> extends PromptProps<M> {
  /** What one's own turn asks. */
  duty: string;
  /** Instead of the buttons of this phase. */
  instead?: ReactNode;
}

/** Above the hand: what is to be done or waited for, what can be pressed, how the hand is sorted. */
export function Prompt<M extends AnyMeld>(props: Props<M>) {
  const { view, turn, order, yourTurn, instead, say } = props;
  const words = wordsOf(props);
  return (
    <>
      {words && <p>{words}</p>}
      <Actions>
        {yourTurn && instead}
        {yourTurn && !instead && view.phase === "draw" && <Drawing {...props} />}
        {yourTurn && !instead && view.phase === "play" && <Playing {...props} />}
        {turn.position && view.phase !== "match_over" && <Sorting order={order} say={say} />}
      </Actions>
    </>
  );
}

function Drawing<M extends AnyMeld>({ view, turn, say }: Props<M>) {
  return (
    <>
      <Button kind="action" onClick={turn.draw}>
        {say("cards:melds.act.draw")}
      </Button>
      {view.pile.length > 0 && <Button onClick={turn.takePile}>{say("cards:melds.act.pile")}</Button>}
    </>
  );
}

function Playing<M extends AnyMeld>({ turn, say }: Props<M>) {
  const { chosen } = turn;
  return (
    <>
      <Button kind={chosen.length > 2 ? "action" : "quiet"} disabled={chosen.length < 2} onClick={turn.meld}>
        {say("cards:melds.act.meld")}
      </Button>
      <Button
        kind={chosen.length === 1 ? "action" : "quiet"}
        disabled={chosen.length !== 1}
        onClick={() => turn.discard()}
      >
        {say("cards:melds.act.discard")}
      </Button>
    </>
  );
}

function wordsOf<M extends AnyMeld>({ view, seats, yourTurn, isPending, duty, say }: Props<M>): string {
  if (view.phase === "match_over") return "";
  if (view.turn === null) return say("cards:melds.prompt.deal");
  if (yourTurn) return duty;
  if (isPending || view.turn === view.seat) return say("cards:melds.prompt.wait");
  const doing = view.phase === "draw" ? "draws" : "plays";
  return say(`cards:melds.prompt.${doing}`, { name: nameOf(seats, view.turn) });
}

interface Duty {
  view: AnyView;
  /** Cards in the viewer's hand. */
  held: number;
  /** What must stay in hand, said where few cards are left. */
  keep: string | null;
  say: Say;
}

/** What one's turn asks where the game has nothing else to say. */
export function usualDuty({ view, held, keep, say }: Duty): string {
  if (view.phase === "draw") return say(`cards:melds.prompt.${view.pile.length === 0 ? "drawOnly" : "draw"}`);
  return keep !== null && held <= 4 ? keep : say("cards:melds.prompt.play");
}
