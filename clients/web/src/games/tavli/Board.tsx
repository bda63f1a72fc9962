import { useMemo, useRef } from "react";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps, Say } from "../api";
import { Actions } from "./Actions";
import type { Move, View } from "./board";
import styles from "./Board.module.css";
import { Ended } from "./Ended";
import { nameOfSeat } from "./labels";
import { Moves, MovesButton } from "./Moves";
import { Score } from "./Score";
import { Table } from "./Table";
import { useLastTurn } from "./useLastTurn";
import { useLayout } from "./useLayout";
import { turnsOf } from "./turnList";
import { type Play, usePlay } from "./usePlay";

type Props = GameProps<View, Move>;

/** Tavli with the viewer's own home at the lower right: by drag, by press, or with arrow keys and Enter. */
export default function Board(props: Props) {
  const { view, you, seats, may, pending, events, recent, move } = props;
  const say = useGameSay("tavli");
  const play = usePlay(props);
  const last = useLastTurn(view, you, recent ?? events);
  const list = useMemo(() => recent && turnsOf(recent), [recent]);
  const stage = useRef<HTMLDivElement>(null);
  const layout = useLayout(stage);
  const seat = you ?? 0;
  const own = you === null ? nameOfSeat(seats, seat) : null;
  const foe = nameOfSeat(seats, 1 - seat);
  const names = useMemo(() => ({ own, foe }), [own, foe]);

  /** A button that is done with gives the focus back to the board: with the next frame, since it lays the page out. */
  const after = (action: () => void) => () => {
    action();
    requestAnimationFrame(() =>
      stage.current?.querySelector<SVGElement>("[data-place][tabindex='0']")?.focus({ preventScroll: true }),
    );
  };

  return (
    <div className={styles.game} data-rail>
      <Score view={view} seats={seats} seat={seat} board={play.board} say={say} />
      <div ref={stage} className={styles.stage}>
        <Table view={view} seat={seat} layout={layout} play={play} last={last} names={names} say={say} />
        <Ended view={view} seats={seats} say={say} />
      </div>
      {list && <Moves list={list} seats={seats} say={say} />}
      <Actions
        play={play}
        hint={hintOf(view, play, props, say)}
        moves={list && <MovesButton list={list} seats={seats} say={say} />}
        mayResign={may && view.phase === "play" && pending === null}
        onUndo={after(play.undo)}
        onSend={after(play.send)}
        onResign={() => move({ move: "resign" })}
        say={say}
      />
      <p className="sr" role="status">
        {play.turn && saidOf(play, say)}
      </p>
    </div>
  );
}

/** What there is to do, or who is waited for. */
function hintOf(view: View, play: Play, { seats, you }: Props, say: Say): string {
  const name = nameOfSeat(seats, view.turn);
  if (view.phase === "opening") return say("hint.opening");
  if (view.phase !== "play" && view.phase !== "rolling") return "";
  if (view.phase === "play" && view.max_dice === 0)
    return say("hint.pass", { name, dice: (view.dice ?? []).join(" – ") });
  if (!play.turn || view.turn !== you) return say("hint.wait", { name });
  if (play.sending) return say("hint.sending");
  if (play.complete) return say("hint.complete");
  return say(play.from === null ? "hint.choose" : "hint.place");
}

/** For ears: dice left, where the chosen checker can get, or that the turn is complete. */
function saidOf({ draft, from, ways, complete }: Play, say: Say): string {
  if (complete) return say("hint.complete");
  if (from !== null) {
    const places = [...ways.keys()].map((at) => (at === 0 ? say("step.off") : String(at)));
    return say("said.ways", { places: places.join(", ") });
  }
  return draft ? say("said.left", { dice: draft.left.join(", ") }) : "";
}
