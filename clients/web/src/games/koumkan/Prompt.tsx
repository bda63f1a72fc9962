import { faceOf, rankText } from "../../cards/code";
import { codeOf } from "../../cards/ids";
import { Actions, Sorting } from "../../cards/melds/Actions";
import type { Ordering } from "../../cards/melds/useOrder";
import { cardName } from "../../cards/names";
import { SuitShape } from "../../cards/SuitShape";
import { Button } from "../../parts/Button";
import { nameOf, type Words } from "./names";
import styles from "./Prompt.module.css";
import type { Turn } from "./useTurn";
import { hasTable, type View } from "./view";

interface Props extends Words {
  turn: Turn;
  order: Ordering;
  yourTurn: boolean;
  /** A move is on its way. */
  isPending: boolean;
}

/** Above the hand: what is to be done or waited for, what can be pressed, how the hand is sorted. */
export function Prompt(props: Props) {
  const { view, turn, order, yourTurn, say } = props;
  const words = wordsOf(props);
  return (
    <>
      {words && <p>{words}</p>}
      <Actions>
        {yourTurn && view.phase === "draw" && <Drawing {...props} />}
        {yourTurn && view.phase === "play" && (hasTable(view) ? <Laying {...props} /> : <Discarding {...props} />)}
        {turn.position && view.phase !== "match_over" && <Sorting order={order} say={say} />}
      </Actions>
    </>
  );
}

function Drawing({ view, turn, say }: Props) {
  return (
    <>
      {view.now?.draw_stock === null && (
        <Button kind="action" onClick={() => turn.draw("stock")}>
          {say("cards:melds.act.draw")}
        </Button>
      )}
      {view.now?.draw_discard === null && (
        <Button onClick={() => turn.draw("discard")}>
          <Take card={view.discard_top ?? ""} say={say} />
        </Button>
      )}
    </>
  );
}

/** The discard as a picture, and its name for screen readers. */
function Take({ card, say }: Pick<Props, "say"> & { card: string }) {
  const face = faceOf(card);
  const isSuited = face !== null && "suit" in face;
  return (
    <>
      {say("act.take")}{" "}
      <span className={styles.face} aria-hidden="true">
        {isSuited ? rankText(face.rank) : cardName(card, say)}
        {isSuited && <SuitShape suit={face.suit} />}
      </span>
      <span className="sr">{say("act.taken", { card: cardName(card, say) })}</span>
    </>
  );
}

function Laying(props: Props) {
  const { turn, say } = props;
  const { chosen } = turn;
  return (
    <>
      <Button kind={chosen.length > 2 ? "action" : "quiet"} disabled={chosen.length < 2} onClick={turn.meld}>
        {say("cards:melds.act.meld")}
      </Button>
      <Discard {...props} isMain={chosen.length === 1} />
    </>
  );
}

/** Thanasis and Dynamitis: going out is offered only where it is possible. */
function Discarding(props: Props) {
  const { view, turn, say } = props;
  const able = view.now?.go_out_with ?? [];
  const [card] = turn.chosen.map(codeOf);
  const goes = able.length > 0 && (card === undefined || able.includes(card));
  return (
    <>
      {able.length > 0 && (
        <Button kind={goes ? "action" : "quiet"} onClick={turn.goOut}>
          {say("act.goOut")}
        </Button>
      )}
      <Discard {...props} isMain={!goes && turn.chosen.length === 1} />
    </>
  );
}

function Discard({ view, turn, isMain, say }: Props & { isMain: boolean }) {
  const isLast = hasTable(view) && view.own_hand.length === 1;
  return (
    <Button kind={isMain ? "action" : "quiet"} disabled={turn.chosen.length !== 1} onClick={() => turn.discard()}>
      {say(isLast ? "act.last" : "cards:melds.act.discard")}
    </Button>
  );
}

function wordsOf({ view, seats, turn, yourTurn, isPending, say }: Props): string {
  if (view.phase === "match_over") return "";
  if (view.turn === null) return say("cards:melds.prompt.deal");
  if (yourTurn) return say(duty(view, turn));
  if (isPending || view.turn === view.seat) return say("cards:melds.prompt.wait");
  const doing = view.phase === "draw" ? "draws" : "plays";
  return say(`cards:melds.prompt.${doing}`, { name: nameOf(seats, view.turn) });
}

/** What one's turn asks. */
function duty({ phase, game, own_hand, now }: View, { position }: Turn): string {
  if (phase === "draw") return now?.draw_discard === null ? "prompt.draw" : "cards:melds.prompt.drawOnly";
  if (game !== "koumkan") return now?.go_out === null ? "prompt.goOut" : "prompt.discard";
  if (own_hand.length === 1) return "prompt.last";
  return position?.hasMelded ? "prompt.add" : "prompt.meld";
}
