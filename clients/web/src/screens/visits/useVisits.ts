import { useEffect } from "react";
import type { Cell, Visit } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { isVisitor } from "../../state/visitors";

/** The other cells that can be visited, asked once a session; null: not known yet. */
export function useCells(): readonly Cell[] | null {
  const client = useClient();
  const token = useApp((state) => state.token);
  const cells = useApp((state) => state.cells);
  useEffect(() => {
    if (token !== null && cells === null) void client.visits.loadCells();
  }, [client, token, cells]);
  return cells;
}

/** A visitor's own visit, asked once a session; null: not known yet, or at home here. */
export function useVisit(): Visit | null {
  const client = useClient();
  const isAway = useIsVisitor();
  const visit = useApp((state) => state.visit);
  useEffect(() => {
    if (isAway && visit === null) void client.visits.loadVisit();
  }, [client, isAway, visit]);
  return visit;
}

/** Whether the person at this browser is at home in another cell. */
export function useIsVisitor(): boolean {
  return useApp((state) => state.room !== null && isVisitor(state.room.me));
}

/** The name of a cell as players know it; its id where it is not listed. */
export function useCellName(): (cell: string) => string {
  const cells = useCells();
  return (cell) => cells?.find((each) => each.cell === cell)?.name ?? cell;
}
