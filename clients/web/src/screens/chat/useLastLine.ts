import { type RefObject, useLayoutEffect, useRef } from "react";

/** As near to the end counts as being there. */
const NEAR_PX = 24;

interface Place {
  isAtEnd: boolean;
  /** The first line in sight, and how far below the upper edge it begins. */
  line: Element | null;
  topPx: number;
}

/**
 * Keeps the last line of a conversation in sight for whoever is at its end or has said it. Who reads further up stays at
 * the line they read, whatever is added below and dropped above; so does who has marked some of it.
 */
export function useLastLine(box: RefObject<HTMLElement | null>, newest: number | undefined, isOwn: boolean): void {
  const place = useRef<Place>({ isAtEnd: true, line: null, topPx: 0 });
  useLayoutEffect(() => {
    const log = box.current;
    if (!log) return;
    const look = () => {
      place.current = placeIn(log);
    };
    log.addEventListener("scroll", look, { passive: true });
    return () => log.removeEventListener("scroll", look);
  }, [box]);
  useLayoutEffect(() => {
    const log = box.current;
    if (!log || newest === undefined) return;
    const { isAtEnd, line, topPx } = place.current;
    if (isOwn || (isAtEnd && !isMarkedIn(log))) log.scrollTo(0, log.scrollHeight);
    else if (line?.isConnected) log.scrollBy(0, topOf(line, log) - topPx);
  }, [box, newest, isOwn]);
}

function placeIn(log: HTMLElement): Place {
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight <= NEAR_PX;
  const line = [...log.children].find((each) => topOf(each, log) >= 0) ?? null;
  return { isAtEnd, line, topPx: line ? topOf(line, log) : 0 };
}

const topOf = (line: Element, log: HTMLElement) => line.getBoundingClientRect().top - log.getBoundingClientRect().top;

function isMarkedIn(log: HTMLElement): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && log.contains(selection.anchorNode);
}
