import { useEffect, useRef } from "react";
import { isOnScreen } from "../state/openTable";
import { useApp, useClient } from "./context";
import { goInstead, goTo, type Page } from "./pages";

/**
 * Keeps the address and the table on the screen in step. Whichever has changed since both agreed leads: a match that
 * begins brings its address, Back and a link bring their table.
 */
export function useTableAddress(page: Page | null): void {
  const client = useClient();
  const here = useApp((state) => state.room !== null);
  const open = useApp((state) => (isOnScreen(state.open) ? state.open.table : null));
  const asked = page?.at === "table" ? page.table : null;
  const agreed = useRef<string | null>(null);
  const inRoom = page?.at === "room";
  useEffect(() => {
    if (!here || open === asked) {
      agreed.current = open;
      return;
    }
    const before = agreed.current;
    if (open !== before) {
      agreed.current = open;
      if (open !== null) goTo({ at: "table", table: open });
      else if (asked === before) goInstead({ at: "room" });
    } else if (asked !== null) {
      client.visit(asked);
    } else if (inRoom) {
      client.goBack();
    }
  }, [client, here, open, asked, inRoom]);
}
