import { useEffect, useRef } from "react";
import { isOnScreen } from "../state/openTable";
import { useApp, useClient } from "./context";
import { goInstead, goTo, type Page } from "./pages";

/**
 * Keeps the address and the table on the screen in step. Whichever has changed since both agreed leads: a match that
 * begins brings its address, Back and a link bring their table. A page of its own (`isDrawn`) that was opened while a
 * match was on stays: only a match that begins, or goes on after a pause or result, calls its player from there.
 */
export function useTableAddress(page: Page | null, isDrawn: boolean): void {
  const client = useClient();
  const here = useApp((state) => state.room !== null);
  const open = useApp((state) => (isOnScreen(state.open) ? state.open.table : null));
  const asked = page?.at === "table" ? page.table : null;
  const agreed = useRef<string | null>(null);
  const known = useTableOfTheBeginning(isDrawn);
  const inRoom = page?.at === "room";
  useEffect(() => {
    if (!here || open === asked) {
      agreed.current = open;
      return;
    }
    const before = agreed.current;
    if (open !== before) {
      agreed.current = open;
      if (open !== null && open !== known.current) goTo({ at: "table", table: open });
      else if (open === null && asked === before) goInstead({ at: "room" });
    } else if (asked !== null) {
      client.visit(asked);
    } else if (inRoom) {
      client.goBack();
    }
  }, [client, here, open, asked, inRoom, known]);
  useCallBack(isDrawn, known);
}

/** The table of a match that was on already when another page's address was opened: it calls nobody from there. */
function useTableOfTheBeginning(isDrawn: boolean) {
  const seated = useApp(
    ({ room }) => room && (room.seatedAt && runs(room.tables.get(room.seatedAt)) ? room.seatedAt : ""),
  );
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (known.current === null && seated !== null) known.current = isDrawn ? seated : "";
  }, [seated, isDrawn]);
  return known;
}

const runs = (line: { state: string } | undefined) => line?.state === "started";

/** A match that begins or goes on calls its player from any other page back to the table; one that is on does not. */
function useCallBack(isDrawn: boolean, known: { current: string | null }): void {
  const table = useApp(({ open }) => {
    const view = open?.view;
    const called = view && !open.inRoom && view.you !== null && (view.phase === "playing" || view.phase === "asking");
    return called ? view.table : null;
  });
  const before = useRef<string | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const came = table !== null && table !== before.current;
    before.current = table;
    if (!came) return;
    const isKnown = isFirst.current && table === known.current;
    isFirst.current = false;
    if (isDrawn && !isKnown) goInstead({ at: "table", table });
  }, [table, isDrawn, known]);
}
