import { Button } from "../../parts/Button";
import type { GameProps, Say } from "../api";
import styles from "./Actions.module.css";
import { bombsOf, isInTurn } from "./choice";
import { isBomb } from "./combos";
import type { Playing } from "./usePlaying";
import type { Move, View } from "./view";

const BOMB_CARDS = 4;

type Props = GameProps<View, Move> & { playing: Playing; say: Say };

/** Grand Tichu or not; then Play, Pass, Bomb and Tichu: always in the same places, pressable when they can be. */
export function Actions(props: Props) {
  const { view, you, pending, move, say } = props;
  if (you === null || pending !== null) return null;
  const holds = (view.hands[you] ?? []).length;
  if (view.phase === "grand") return view.answered[you] === false ? <GrandButtons move={move} say={say} /> : null;
  const playing = (view.phase === "play" || view.phase === "window") && holds > 0;
  return (
    <span className={styles.actions}>
      {playing && <PlayButtons {...props} holds={holds} />}
      {view.may_call && (
        <Button className={styles.tichu} onClick={() => move({ move: "call_tichu" })}>
          {say("calls.tichu")}
        </Button>
      )}
    </span>
  );
}

function GrandButtons({ move, say }: Pick<Props, "move" | "say">) {
  return (
    <span className={styles.actions} role="group" aria-label={say("grand.title")}>
      <Button kind="danger" onClick={() => move({ move: "grand_tichu", call: true })}>
        {say("grand.call")}
      </Button>
      <Button onClick={() => move({ move: "grand_tichu", call: false })}>{say("grand.no")}</Button>
    </span>
  );
}

function PlayButtons({ view, yourTurn, playing, move, say, holds }: Props & { holds: number }) {
  const best = playing.choice?.readings[0];
  const mayPlay = best !== undefined ? isInTurn(view) || isBomb(best) : isInTurn(view) && playing.chosen.length > 0;
  const bound = isInTurn(view) && view.duty;
  const bombs = bombsOf(view).length > 0;
  return (
    <>
      <Button kind="action" disabled={!mayPlay || (isInTurn(view) && !yourTurn)} onClick={() => playing.play()}>
        {say("calls.play")}
      </Button>
      <Button
        disabled={!view.may_pass}
        title={bound ? say("errors.must_fulfil_wish") : undefined}
        onClick={() => move({ move: "pass" })}
      >
        {say("calls.pass")}
      </Button>
      {holds >= BOMB_CARDS && (
        <Button kind="danger" className={bombs ? styles.lit : undefined} disabled={!bombs} onClick={playing.askBomb}>
          {say("calls.bomb")}
        </Button>
      )}
    </>
  );
}
