import type { TableView } from "kafeneio-client";

/** The conversation that the viewer of a table is part of: the seats', or the spectators'. */
export function chatRoomOf({ table, you }: Pick<TableView, "table" | "you">): string {
  return you === null ? `spectators:${table}` : `table:${table}`;
}
