import { type PointerEvent, useRef } from "react";

/** So far a press may wander and still be one. */
const SLACK_PX = 8;

interface Held {
  id: string;
  x: number;
  y: number;
  moved: boolean;
}

/** Carries a tile or a card with the pointer, which its styles move by `--drag-x` and `--drag-y`; where it is let go is
 * reported once, and the click that follows is none. */
export function useDrag(onDrop: (id: string, x: number, y: number) => void) {
  const held = useRef<Held | null>(null);
  const dragged = useRef(false);

  function move(event: PointerEvent<HTMLElement>) {
    const one = held.current;
    if (!one) return;
    const [x, y] = [event.clientX - one.x, event.clientY - one.y];
    if (!one.moved && Math.hypot(x, y) < SLACK_PX) return;
    one.moved = true;
    event.currentTarget.dataset["dragged"] = "true";
    event.currentTarget.style.setProperty("--drag-x", `${x}px`);
    event.currentTarget.style.setProperty("--drag-y", `${y}px`);
  }

  function end(event: PointerEvent<HTMLElement>, dropped: boolean) {
    const one = held.current;
    held.current = null;
    event.currentTarget.style.removeProperty("--drag-x");
    event.currentTarget.style.removeProperty("--drag-y");
    delete event.currentTarget.dataset["dragged"];
    dragged.current = one?.moved ?? false;
    if (one?.moved && dropped) onDrop(one.id, event.clientX, event.clientY);
  }

  return {
    wasDrag: () => {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    handlers: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        dragged.current = false;
        if (!event.isPrimary || event.button !== 0) return;
        held.current = { id, x: event.clientX, y: event.clientY, moved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    }),
  };
}
