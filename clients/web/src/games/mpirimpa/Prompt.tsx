import { Prompt as MeldPrompt, type PromptProps, usualDuty } from "../../cards/melds/Prompt";
import { Button } from "../../parts/Button";
import { isJustified } from "./plays";
import type { Turn } from "./useTurn";
import type { MeldView, View } from "./view";

interface Props extends PromptProps<MeldView, View> {
  turn: Turn;
}

/** Above the hand: what is to be done, and what can be pressed; in Pro also for the pile that is tried. */
export function Prompt(props: Props) {
  const { turn } = props;
  return <MeldPrompt {...props} duty={dutyOf(props)} instead={turn.draft && <Taking {...props} />} />;
}

/** Pro: the pile is in hand as a try; plays justify it, then it is taken. */
function Taking({ view, turn, say }: Props) {
  const ready = isJustified(view.pile, turn.draft ?? []);
  return (
    <>
      {turn.chosen.length > 1 && (
        <Button kind="action" onClick={turn.meld}>
          {say("cards:melds.act.meld")}
        </Button>
      )}
      <Button kind={ready ? "action" : "quiet"} onClick={turn.takePile}>
        {say("act.confirm")}
      </Button>
      <Button onClick={turn.undo}>{say(turn.draft?.length ? "act.undo" : "act.cancel")}</Button>
    </>
  );
}

/** What one's turn asks, and with few cards what must stay in hand. */
function dutyOf({ view, turn, say }: Props): string {
  const { phase, pile, pro, now } = view;
  if (turn.draft) return say(isJustified(pile, turn.draft) ? "prompt.justified" : "prompt.justify");
  if (phase === "draw" && pro && pile.length > 0) return say("prompt.drawPro");
  const keep = now?.keep_error ? say(`prompt.${now.keep_error}`) : null;
  return usualDuty({ view, held: turn.position?.hand.length ?? 0, keep, say });
}
