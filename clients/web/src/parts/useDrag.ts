import { type PointerEvent, useRef } from "react";

/** So far a press may wander and still be one. */
const SLACK_PX = 8;

interface Held {
  id: string;
  x: number;
  y: number;
  moved: boolean;
}

/** The piece under the pointer: what can be carried has its id in `data-own`. */
const pieceOf = ({ target }: PointerEvent) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-own]") : null;

/**
 * Carries a tile or a card (`data-own`) with the pointer, which its styles move by `--drag-x` and `--drag-y`; where it is
 * let go is reported once, and the click that follows is none. `on` belongs to what holds them all.
 */
export function useDrag(onDrop: (id: string, x: number, y: number) => void) {
  const held = useRef<Held | null>(null);
  const dragged = useRef(false);

  function begin(event: PointerEvent) {
    const piece = pieceOf(event);
    dragged.current = false;
    if (!piece || !event.isPrimary || event.button !== 0) return;
    held.current = { id: piece.dataset["own"] ?? "", x: event.clientX, y: event.clientY, moved: false };
    piece.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent) {
    const [one, piece] = [held.current, pieceOf(event)];
    if (!one || !piece) return;
    const [x, y] = [event.clientX - one.x, event.clientY - one.y];
    if (!one.moved && Math.hypot(x, y) < SLACK_PX) return;
    one.moved = true;
    piece.dataset["dragged"] = "true";
    piece.style.setProperty("--drag-x", `${x}px`);
    piece.style.setProperty("--drag-y", `${y}px`);
  }

  function end(event: PointerEvent, dropped: boolean) {
    const [one, piece] = [held.current, pieceOf(event)];
    held.current = null;
    if (!one) return;
    if (one.moved && piece) {
      piece.style.removeProperty("--drag-x");
      piece.style.removeProperty("--drag-y");
      delete piece.dataset["dragged"];
    }
    dragged.current = one.moved;
    if (one.moved && dropped) onDrop(one.id, event.clientX, event.clientY);
  }

  return {
    wasDrag: () => {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    on: {
      onPointerDown: begin,
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}
