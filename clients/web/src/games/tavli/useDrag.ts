import { type PointerEvent, useRef, useState } from "react";
import { type Layout, placeAt, type Spot } from "./layout";
import type { Place } from "./places";
import type { Play } from "./usePlay";

/** So far the hand may tremble before a press is a drag, in pixels. */
const TREMBLE_PX = 6;

interface Grip {
  place: Place;
  pointer: number;
  x: number;
  y: number;
}

/** Takes checkers by mouse or finger. A press that does not move stays a press. */
export function useDrag(layout: Layout, play: Play) {
  const grip = useRef<Grip | null>(null);
  const [dragged, setDragged] = useState<{ place: Place; spot: Spot } | null>(null);
  const justDropped = useRef(false);

  function onPointerDown(event: PointerEvent<SVGSVGElement>) {
    justDropped.current = false;
    const place = placeAt(layout, spotOf(event));
    if (event.button === 0 && place)
      grip.current = { place, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function onPointerMove(event: PointerEvent<SVGSVGElement>) {
    const held = grip.current;
    if (!held || held.pointer !== event.pointerId) return;
    if (dragged) return setDragged({ place: dragged.place, spot: spotOf(event) });
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE_PX) return;
    if (!play.lift(held.place)) grip.current = null;
    else {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ place: held.place, spot: spotOf(event) });
    }
  }

  function onPointerUp(event: PointerEvent<SVGSVGElement>) {
    grip.current = null;
    if (!dragged) return;
    justDropped.current = true;
    setDragged(null);
    play.drop(placeAt(layout, spotOf(event)));
  }

  function onPointerCancel() {
    grip.current = null;
    setDragged(null);
    play.letGo();
  }

  /** The click that the browser makes of a drag is none. */
  function onClickCapture(event: { stopPropagation: () => void }) {
    if (justDropped.current) event.stopPropagation();
    justDropped.current = false;
  }

  return { dragged, on: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture } };
}

/** Where the pointer is, in the drawing's own units. */
function spotOf(event: PointerEvent<SVGSVGElement>): Spot {
  const matrix = event.currentTarget.getScreenCTM();
  if (!matrix) return { x: -1, y: -1 };
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y };
}
