import { useEffect } from "react";
import { useApp, useClient } from "../../app/context";

/** What was given here before one came, or while the connection was cut. */
export function useGifts(table: string): void {
  const client = useClient();
  const isUp = useApp((state) => state.link === "up");
  useEffect(() => {
    if (isUp) void client.loadGifts(table);
  }, [client, table, isUp]);
}
