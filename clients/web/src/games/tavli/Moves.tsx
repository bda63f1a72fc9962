import { memo, useEffect, useRef, useState } from "react";
import type { SeatView } from "kafeneio-client";
import { Dialog } from "../../parts/Dialog";
import { IconButton } from "../../parts/IconButton";
import type { Say } from "../api";
import { stepsWritten } from "./eventText";
import { nameOfSeat } from "./labels";
import styles from "./Moves.module.css";
import { isDouble, type ListedTurn, type TurnList } from "./turnList";

interface Props {
  list: TurnList;
  seats: readonly SeatView[];
  say: Say;
}

/** From so far above its end a list is being read, and stays where it is. */
const NEAR_END_PX = 24;

/** The turns of the game beside the board, where it leaves room for them. */
export const Moves = memo(function Moves(props: Props) {
  const title = props.say("moves.title");
  return (
    <div className={styles.moves}>
      <h2>{title}</h2>
      <Listed {...props} />
    </div>
  );
});

/** The same behind a button, where it does not. */
export function MovesButton(props: Props) {
  const [open, setOpen] = useState(false);
  const title = props.say("moves.title");
  return (
    <>
      <IconButton className={styles.opens} icon="history" label={title} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className={styles.sheet}>
            <Listed {...props} />
          </div>
        </Dialog>
      )}
    </>
  );
}

const isNearEnd = ({ scrollTop, clientHeight }: HTMLElement, heightPx: number) =>
  heightPx - scrollTop - clientHeight < NEAR_END_PX;
const NOT_SHOWN = { heightPx: 0, windowPx: 0 };

/** Oldest first; the newest is in sight unless the reader has scrolled up. */
function Listed({ list: { turns, whole }, seats, say }: Props) {
  const box = useRef<HTMLElement>(null);
  const lines = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  const known = useRef(NOT_SHOWN);
  useEffect(() => {
    const [shown, grown] = [box.current, lines.current];
    if (!shown || !grown) return undefined;
    // sizes are asked for only when the browser has laid the page out anyway: before, it would have to do so twice
    const observer = new ResizeObserver(() => {
      const { scrollHeight: heightPx, clientHeight: windowPx } = shown;
      // where the reader is now: that the list was scrolled may not have been reported yet
      if (windowPx > 0 && windowPx === known.current.windowPx)
        follows.current = isNearEnd(shown, known.current.heightPx);
      known.current = { heightPx, windowPx };
      if (follows.current) shown.scrollTop = heightPx;
    });
    observer.observe(shown);
    observer.observe(grown);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    if (box.current) follows.current = isNearEnd(box.current, box.current.scrollHeight);
  };
  return (
    <section
      ref={box}
      className={styles.list}
      aria-label={say("moves.title")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
      tabIndex={turns.length > 0 ? 0 : undefined}
      onScroll={onScroll}
    >
      {turns.length === 0 && <p>{say("moves.empty")}</p>}
      {turns.length > 0 && !whole && <p>{say("moves.earlier")}</p>}
      <ol ref={lines}>
        {turns.map((turn) => (
          <Line key={turn.version} turn={turn} name={nameOfSeat(seats, turn.seat)} say={say} />
        ))}
      </ol>
    </section>
  );
}

function Line({ turn: { seat, dice, steps }, name, say }: { turn: ListedTurn; name: string; say: Say }) {
  const double = isDouble(dice);
  return (
    <li>
      <span className={styles.man} data-light={seat === 0} aria-hidden="true" />
      <span className="sr">{name}: </span>
      <span className={`${styles.dice} num`} data-double={double || undefined}>
        {dice.join("–")}
      </span>
      {double && <span className="sr">, {say("moves.double")}: </span>}
      <span className="num">{steps.length > 0 ? stepsWritten(steps, say) : say("moves.none")}</span>
    </li>
  );
}
