import { useMemo } from "react";
import type { EventView, TableView } from "kafeneio-client";
import { family } from "../../games/registry";
import { useServerNow } from "../../parts/useServerNow";
import type { OpenTable } from "../../state/openTable";

interface Shown {
  view: unknown;
  events: readonly EventView[];
}

/** What to draw while the hand is shown again, one event after the other; null: the table as it is. */
export function useHandAgain({ catchup }: OpenTable, view: TableView): Shown | null {
  const events = catchup?.events ?? null;
  const { game, game_view: last, you } = view;
  const views = useMemo(() => {
    const handAgain = family(game)?.handAgain;
    return events && handAgain && you !== null ? (handAgain(last as never, you, events) as unknown[]) : [];
  }, [game, last, you, events]);
  const now = useServerNow(catchup !== null, 100);
  if (!catchup || !events || views.length === 0 || now >= catchup.untilMs) return null;
  const share = Math.max(now - catchup.sinceMs, 0) / (catchup.untilMs - catchup.sinceMs);
  const step = Math.min(Math.floor(share * views.length), views.length - 1);
  const event = events[step];
  return { view: views[step], events: event ? [event] : [] };
}
