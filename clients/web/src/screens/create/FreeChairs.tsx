import { useEffect, useEffectEvent, useState } from "react";
import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useStillOrder } from "../../parts/useStill";
import { isJoinable, tablesInOrder } from "../../state/lists";
import { TableRow } from "../room/TableRow";

const CHAIRS_MAX = 3;

/** Tables of the game with a free chair that one can afford: sitting down there is quicker than opening another. */
export function FreeChairs({ game, onSeated }: { game: string; onSeated: () => void }) {
  const { t } = useTranslation("play");
  const { tables, chips, seatedAt } = useRoom();
  const free = tablesInOrder(tables.values()).filter(
    (line) => line.game === game && isJoinable(line) && line.stake_chips <= chips,
  );
  // Above a form that somebody fills in: no more chairs come while they do, and those that go keep their place.
  const shown = useStillOrder({ source: tables, lines: free, keyOf: (line) => line.table, isHeld: true, wish: game });
  const [most, setMost] = useState({ game, count: free.length });
  if (most.game !== game) setMost({ game, count: free.length });
  const chairs = shown.slice(0, Math.min(CHAIRS_MAX, most.count));
  const seated = useEffectEvent(() => onSeated());
  useEffect(() => {
    if (seatedAt !== null) seated();
  }, [seatedAt]);
  if (chairs.length === 0) return null;
  return (
    <section aria-label={t("tiles.freeChairs")}>
      <h3>{t("tiles.freeChairs")}</h3>
      <ul>
        {chairs.map(({ line, isGone }) => (
          <TableRow key={line.table} line={tables.get(line.table) ?? line} isGone={isGone && !tables.has(line.table)} />
        ))}
      </ul>
    </section>
  );
}
