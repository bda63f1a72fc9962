import { Button } from "../../parts/Button";
import { useCardName } from "../../cards/useCardName";
import { nameOfSuit } from "../../cards/names";
import type { Say } from "../api";
import { nameOf, type Sitting } from "./names";
import { dutyOf } from "./playing";
import type { Move, View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  yourTurn: boolean;
  pending: Move | null;
  move: (move: Move) => void;
  say: Say;
}

/** One line above the hand: what is to be done or waited for; on the first turn, the declaration that is held. */
export function Prompt(props: Props) {
  const { view, yourTurn, move, say } = props;
  const cardName = useCardName();
  const { best } = view;
  return (
    <>
      <p>{words(props, cardName)}</p>
      {best && yourTurn && view.moves.includes("declare") && (
        <Button kind="action" title={best.cards.map(cardName).join(", ")} onClick={() => move({ move: "declare" })}>
          {say("declare", { points: best.points })}
        </Button>
      )}
    </>
  );
}

function words(props: Props, cardName: (code: string) => string): string {
  const { view, seats, yourTurn, pending, say } = props;
  if (view.phase === "match_over") return "";
  if (view.phase === "scoring") return say("prompt.next");
  if (pending?.move === "play") return say("prompt.sending", { card: cardName(pending.card) });
  if (view.turn === null) return say("prompt.deal");
  if (yourTurn) return view.phase === "tricks" ? duty(view, say) : say(`prompt.${view.phase}`);
  if (view.turn === view.seat) return say("prompt.wait");
  const name = nameOf(seats, view.turn);
  return say(view.phase === "tricks" ? "prompt.plays" : "prompt.speaks", { name });
}

/** What one's turn asks: to lead, to follow, to trump, to trump higher, or nothing. */
function duty(view: View, say: Say): string {
  if (view.trick.length === 0) return say("prompt.lead");
  const code = dutyOf(view);
  if (code === null) return say("prompt.any");
  const letter = code === "must_follow_suit" ? (view.trick[0]?.slice(-1) ?? "") : (view.contract?.trump ?? "");
  return say(`prompt.${code}`, { suit: nameOfSuit(letter, say) });
}
