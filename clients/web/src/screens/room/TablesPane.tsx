import { useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import type { Wish } from "../create/useDraft";
import { useRoom } from "../../app/context";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { useHeld, useStillOrder } from "../../parts/useStill";
import {
  isDeserted,
  isFiltering,
  isJoinable,
  isPublic,
  isWatchable,
  NO_FILTER,
  passes,
  type TableFilter,
  tablesInOrder,
} from "../../state/lists";
import { Filters } from "./Filters";
import { MoreLines } from "./MoreLines";
import pane from "./Pane.module.css";
import { PlayButtons } from "./PlayButtons";
import { TableRow } from "./TableRow";
import styles from "./TablesPane.module.css";

interface Props {
  filter: TableFilter;
  onFilter: (filter: TableFilter) => void;
  onCreate: (wish: Wish) => void;
  onSeek: () => void;
}

export function TablesPane({ filter, onFilter, onCreate, onSeek }: Props) {
  const { t } = useTranslation();
  const room = useRoom();
  const all = tablesInOrder(room.tables.values()).filter(
    (line) => !line.house && !isDeserted(line, room) && isPublic(line, room),
  );
  const area = useRef<HTMLDivElement>(null);
  const shown = useStillOrder({
    source: room.tables,
    lines: all.filter((line) => passes(filter, line)),
    keyOf: (line) => line.table,
    isHeld: useHeld(area),
    wish: JSON.stringify(filter),
  });
  const isActive = room.seatedAt === null && shown.some(({ line }) => isJoinable(line) || isWatchable(line));
  return (
    <section className={pane.pane} aria-label={t("tables.title")}>
      <div className={pane.head}>
        <h2>{t("tables.title")}</h2>
        {room.seatedAt === null && (
          <Button kind="quiet" onClick={() => onCreate({ company: "open", game: filter.game })}>
            <Icon name="plus" size={18} />
            {t("tables.new")}
          </Button>
        )}
      </div>
      {all.length > 0 && <Filters filter={filter} onFilter={onFilter} />}
      {/* Without a button in it the list itself is reached by keys, to scroll it. */}
      <div ref={area} className={pane.scroll} tabIndex={isActive ? -1 : 0}>
        {shown.length > 0 ? (
          <ul className={styles.list}>
            {shown.map(({ line, isGone }) => (
              <TableRow key={line.table} line={line} isGone={isGone} />
            ))}
          </ul>
        ) : (
          <div className={pane.empty}>
            <p>{t(all.length > 0 ? "tables.emptyFilter" : "tables.empty")}</p>
            {all.length > 0 && (
              <Button kind="plain" onClick={() => onFilter(NO_FILTER)}>
                {t("tables.showAll")}
              </Button>
            )}
          </div>
        )}
        <MoreLines list="tables" isNeeded={isFiltering(filter)} />
      </div>
      {room.seatedAt === null && (
        <div className={styles.play}>
          <PlayButtons onSeek={onSeek} filter={filter} onCreate={onCreate} compact />
        </div>
      )}
    </section>
  );
}
