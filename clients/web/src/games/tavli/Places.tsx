import { type KeyboardEvent, memo, type SyntheticEvent, useRef, useState } from "react";
import type { Say } from "../api";
import styles from "./Board.module.css";
import { BAR, count, foesAt } from "./board";
import { labelOf, type Lying, lyingOn, type Marks, type Names } from "./labels";
import { CHECKER, checkerSpot, type Layout, placeBox, triangle } from "./layout";
import { numberOf, type Place, placeByKey, PLACES } from "./places";
import type { Last } from "./useLastTurn";
import type { Play } from "./usePlay";
import { inset } from "./Wood";

interface Props {
  layout: Layout;
  play: Play;
  last: Last | null;
  names: Names;
  say: Say;
}

/** What is pressed, and what lights up: every point, the bars and the trays. One has the focus, arrow keys move it. */
export function Places({ layout, play, last, names, say }: Props) {
  const [focused, setFocused] = useState<Place>("24");
  const root = useRef<SVGGElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" || event.key === " ") play.press(focused);
    else if (event.key === "Escape") play.letGo();
    else if (event.key === "Backspace" || event.key === "Delete") play.undo();
    else {
      const next = placeByKey(event.key, focused, layout.standing);
      if (next === null) return;
      setFocused(next);
      root.current?.querySelector<SVGElement>(`[data-place="${next}"]`)?.focus();
    }
    event.preventDefault();
  }

  /** One handler for all places, so that one that stays as it was is not rendered again. */
  const at = (act: (place: Place) => void) => (event: SyntheticEvent) => {
    const place = (event.target as Element).closest<SVGElement>("[data-place]")?.dataset["place"];
    if (place !== undefined) act(place as Place);
  };

  return (
    <g ref={root} onKeyDown={onKeyDown} onClick={at(play.press)} onFocus={at(setFocused)}>
      {PLACES.map((place) => {
        const marks = marksOf(place, play, last);
        const lying = lyingOn(place, play.board);
        return <Spot key={place} {...{ layout, place, names, say, ...marks, ...lying }} isStop={focused === place} />;
      })}
    </g>
  );
}

interface SpotProps extends Marks, Lying {
  layout: Layout;
  place: Place;
  names: Names;
  say: Say;
  /** Whether Tab stops here. */
  isStop: boolean;
}

const Spot = memo(function Spot({ layout, place, names, say, isStop, ...marksAndLying }: SpotProps) {
  const { chosen, movable, target } = marksAndLying;
  return (
    <g
      role="button"
      className={styles.place}
      data-place={place}
      data-chosen={chosen}
      data-movable={movable}
      data-target={target}
      tabIndex={isStop ? 0 : -1}
      aria-label={labelOf(place, marksAndLying, names, marksAndLying, say)}
    >
      <rect {...placeBox(layout, place)} className={styles.ground} />
      {target && <Light layout={layout} place={place} />}
      <rect {...inset(placeBox(layout, place), 2)} rx="6" className={styles.focus} />
    </g>
  );
});

function marksOf(place: Place, { movable, from, ways }: Play, last: Last | null) {
  const at = numberOf(place);
  const chosen = at !== null && from === at;
  return {
    chosen,
    movable: at !== null && from === null && movable.has(at),
    target: at !== null && from !== null && ways.has(at),
    last: last?.reached.includes(place) ?? false,
  };
}

/** A target: the point glows. */
function Light({ layout, place }: { layout: Layout; place: Place }) {
  if (Number(place) > 0) return <polygon points={triangle(layout, place)} className={styles.light} />;
  return <rect {...inset(placeBox(layout, place), 3)} rx="5" className={styles.light} />;
}

/** Rings around checkers: those that may be moved, the chosen one, those of the last turn; and where one would lie. */
export function Rings({
  layout,
  play,
  last,
  dragging,
}: Pick<Props, "layout" | "play" | "last"> & { dragging: boolean }) {
  return (
    <g aria-hidden="true" className={styles.rings}>
      {PLACES.map((place) => {
        const { chosen, movable, target, last: moved } = marksOf(place, play, last);
        const kind = target ? "target" : chosen ? "chosen" : movable ? "movable" : moved ? "last" : null;
        const stack = kind && topOf(place, play, target);
        if (!stack || place.endsWith("off") || (dragging && !target)) return null;
        return <circle key={place} {...centre(layout, place, stack)} r={CHECKER / 2} data-kind={kind} />;
      })}
    </g>
  );
}

interface Stack {
  slot: number;
  count: number;
  pins: boolean;
}

/** The uppermost checker of a place, whosever it is; `landing`: what it would be with one more of one's own. */
function topOf(place: Place, { board }: Play, landing: boolean): Stack | null {
  const at = numberOf(place);
  const own = (at === null ? 0 : count(board.own, at)) + Number(landing);
  const met = Number(place) > 0 ? foesAt(board, Number(place)) : place === "foe-bar" ? count(board.foe, BAR) : 0;
  const foe = landing && board.variant === "portes" ? 0 : met;
  const checkers = own + foe;
  return checkers > 0 ? { slot: checkers - 1, count: checkers, pins: own > 0 && foe > 0 } : null;
}

function centre(layout: Layout, place: Place, stack: Stack) {
  const { x, y } = checkerSpot(layout, { place, ...stack });
  return { cx: x, cy: y };
}
