import { useEffect } from "react";
import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { isJoinable, tablesInOrder } from "../../state/lists";
import { TableRow } from "../room/TableRow";

/** Tables of the game with a free chair that one can afford: sitting down there is quicker than opening another. */
export function FreeChairs({ game, onSeated }: { game: string; onSeated: () => void }) {
  const { t } = useTranslation("play");
  const { tables, chips, seatedAt } = useRoom();
  const free = tablesInOrder(tables.values()).filter(
    (line) => line.game === game && isJoinable(line) && line.stake_chips <= chips,
  );
  useEffect(() => {
    if (seatedAt !== null) onSeated();
  }, [seatedAt, onSeated]);
  if (free.length === 0) return null;
  return (
    <section aria-label={t("tiles.freeChairs")}>
      <h3>{t("tiles.freeChairs")}</h3>
      <ul>
        {free.slice(0, 3).map((line) => (
          <TableRow key={line.table} line={line} />
        ))}
      </ul>
    </section>
  );
}
