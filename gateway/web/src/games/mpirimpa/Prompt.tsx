import { Button } from "../../parts/Button";
import type { Say } from "../api";
import { nameOf, type Sitting } from "./names";
import { isJustified } from "./plays";
import styles from "./Prompt.module.css";
import type { Ordering } from "./useOrder";
import type { Turn } from "./useTurn";
import type { Move, View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  turn: Turn;
  order: Ordering;
  yourTurn: boolean;
  pending: Move | null;
  say: Say;
}

/** Above the hand: what is to be done or waited for, what can be pressed, how the hand is sorted. */
export function Prompt(props: Props) {
  const { view, turn, order, yourTurn, say } = props;
  const words = wordsOf(props);
  return (
    <>
      {words && <p>{words}</p>}
      <div className={styles.actions}>
        {yourTurn && turn.draft && <Taking {...props} />}
        {yourTurn && !turn.draft && view.phase === "draw" && <Drawing {...props} />}
        {yourTurn && view.phase === "play" && <Playing {...props} />}
        {turn.position && view.phase !== "match_over" && <Sorting order={order} say={say} />}
      </div>
    </>
  );
}

function Drawing({ view, turn, say }: Props) {
  return (
    <>
      <Button kind="action" onClick={turn.draw}>
        {say("act.draw")}
      </Button>
      {view.pile.length > 0 && <Button onClick={turn.takePile}>{say("act.pile")}</Button>}
    </>
  );
}

function Playing({ turn, say }: Props) {
  const { chosen } = turn;
  return (
    <>
      <Button kind={chosen.length > 2 ? "action" : "quiet"} disabled={chosen.length < 2} onClick={turn.meld}>
        {say("act.meld")}
      </Button>
      <Button
        kind={chosen.length === 1 ? "action" : "quiet"}
        disabled={chosen.length !== 1}
        onClick={() => turn.discard()}
      >
        {say("act.discard")}
      </Button>
    </>
  );
}

/** Pro: the pile is in hand as a try; plays justify it, then it is taken. */
function Taking({ view, turn, say }: Props) {
  const ready = isJustified(view.pile, turn.draft ?? []);
  return (
    <>
      {turn.chosen.length > 1 && (
        <Button kind="action" onClick={turn.meld}>
          {say("act.meld")}
        </Button>
      )}
      <Button kind={ready ? "action" : "quiet"} onClick={turn.takePile}>
        {say("act.confirm")}
      </Button>
      <Button onClick={turn.undo}>{say(turn.draft?.length ? "act.undo" : "act.cancel")}</Button>
    </>
  );
}

function Sorting({ order, say }: { order: Ordering; say: Say }) {
  return (
    <div className={styles.sorting} role="group" aria-label={say("sort.title")}>
      {(["suit", "rank"] as const).map((by) => (
        <button
          key={by}
          type="button"
          aria-pressed={order.by === by}
          title={say(`sort.${by}Long`)}
          onClick={() => order.sort(by)}
        >
          <span aria-hidden="true">{say(`sort.${by}`)}</span>
          <span className="sr">{say(`sort.${by}Long`)}</span>
        </button>
      ))}
    </div>
  );
}

function wordsOf({ view, seats, turn, yourTurn, pending, say }: Props): string {
  if (view.phase === "match_over") return "";
  if (view.turn === null) return say("prompt.deal");
  if (turn.draft) return say(isJustified(view.pile, turn.draft) ? "prompt.justified" : "prompt.justify");
  if (yourTurn) return duty(view, turn, say);
  if (pending || view.turn === view.seat) return say("prompt.wait");
  return say(view.phase === "draw" ? "prompt.draws" : "prompt.plays", { name: nameOf(view, seats, view.turn, say) });
}

/** What one's turn asks, and with few cards what must stay in hand. */
function duty({ phase, pile, pro, now }: View, { position }: Turn, say: Say): string {
  if (phase === "draw") return say(pile.length === 0 ? "prompt.drawOnly" : pro ? "prompt.drawPro" : "prompt.draw");
  const few = (position?.hand.length ?? 0) <= 4;
  if (few && now?.keep_error) return say(`prompt.${now.keep_error}`);
  return say("prompt.play");
}
