import type { Say } from "../api";
import type { View } from "./board";
import styles from "./Board.module.css";
import { Checkers } from "./Checkers";
import { Dice } from "./Dice";
import type { Names } from "./labels";
import { CHECKER, checkerSpot, frameBox, type Layout } from "./layout";
import { Places, Rings } from "./Places";
import { diceToPlay } from "./turn";
import { useDrag } from "./useDrag";
import type { Last } from "./useLastTurn";
import { diceUsed, type Play } from "./usePlay";
import { Wood } from "./Wood";

interface Props {
  view: View;
  /** The seat that sits on the near side. */
  seat: number;
  layout: Layout;
  play: Play;
  last: Last | null;
  names: Names;
  say: Say;
}

/** The drawing: wood, what is lit, dice, checkers, and the one in the hand. What moves is a drawing of its own over the
 * wood, so that a browser paints no grain again while a checker glides. */
export function Table({ view, seat, layout, play, last, names, say }: Props) {
  const { dragged, on } = useDrag(layout, play);
  const { width, height } = frameBox(layout);
  const label = say("board", { variant: say(`variant.${view.variant_now}`) });
  const viewBox = `-2 -2 ${width + 4} ${height + 5}`;
  return (
    <>
      <svg className={`${styles.board} ${styles.wood}`} viewBox={viewBox} aria-hidden="true">
        <Wood layout={layout} />
      </svg>
      <svg
        className={styles.board}
        viewBox={viewBox}
        role="group"
        aria-label={label}
        data-yours={play.movable.size > 0}
        {...on}
      >
        {last && <Left layout={layout} last={last} />}
        <Thrown view={view} seat={seat} layout={layout} play={play} />
        <Places layout={layout} play={play} last={last} names={names} say={say} />
        <Checkers board={play.board} layout={layout} light={seat === 0} dragged={dragged} />
        <Rings layout={layout} play={play} last={last} dragging={dragged !== null} />
      </svg>
    </>
  );
}

/** Where the checkers of the last turn came from. */
function Left({ layout, last }: { layout: Layout; last: Last }) {
  return last.left.map((place, at) => {
    const { x, y } = checkerSpot(layout, { place, slot: 0, count: 1, pins: false });
    return <circle key={`${place}-${at}`} cx={x} cy={y} r={CHECKER / 2 - 3} className={styles.left} />;
  });
}

/** The dice on the board: those of the turn, or the one die each of the opening roll. */
function Thrown({ view, seat, layout, play }: Pick<Props, "view" | "seat" | "layout" | "play">) {
  const { dice, turn, opening, game_number } = view;
  if (dice && turn !== null) {
    const all = diceToPlay(dice);
    const mine = turn === seat;
    const shown = diceUsed(all, play.draft ? play.draft.left : all);
    const key = `${game_number}/${turn}/${dice.join()}/${JSON.stringify(view.checkers)}`;
    return <Dice key={key} layout={layout} dice={shown} mine={mine} light={turn === 0} />;
  }
  if (!opening || (view.phase !== "opening" && view.phase !== "rolling")) return null;
  return [0, 1].map((each) => (
    <Dice
      key={each}
      layout={layout}
      dice={[{ face: opening[each] ?? 1, used: false }]}
      mine={each === seat}
      light={each === 0}
    />
  ));
}
