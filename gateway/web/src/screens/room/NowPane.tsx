import type { Company } from "../create/useDraft";
import { useTranslation } from "react-i18next";
import { useApp, useRoom } from "../../app/context";
import { isWatchable, myTable, tablesInOrder, type TableFilter } from "../../state/lists";
import { TermsNotice } from "../account/TermsNotice";
import { AskedTable } from "./AskedTable";
import { Invitations } from "./Invitations";
import styles from "./NowPane.module.css";
import pane from "./Pane.module.css";
import { PausedTable } from "./PausedTable";
import { PlayButtons } from "./PlayButtons";
import { TableRow } from "./TableRow";
import { YourTable } from "./YourTable";

interface Props {
  /** The table that the address names; null: none. */
  asked: string | null;
  filter: TableFilter;
  onCreate: (company: Company) => void;
}

/** What is going on: one's own table, invitations, the way to a game, games to watch. */
export function NowPane({ asked, filter, onCreate }: Props) {
  const { t } = useTranslation();
  const room = useRoom();
  const own = myTable(room);
  const waiting = useApp(({ open }) => (open?.inRoom && open.view?.paused ? open : null));
  const running = tablesInOrder(room.tables.values()).filter((line) => isWatchable(line) && line !== own);
  return (
    <section className={pane.pane} aria-label={t("now.title")}>
      <div className={pane.scroll}>
        <div className={styles.stack}>
          <TermsNotice />
          <Invitations />
          {asked !== null && asked !== room.seatedAt && <AskedTable table={asked} />}
          {own && (waiting ? <PausedTable open={waiting} /> : <YourTable line={own} />)}
          {!own && (
            <div className={styles.hero}>
              <h2>{t("now.playTitle")}</h2>
              <PlayButtons filter={filter} onCreate={onCreate} />
            </div>
          )}
          {running.length > 0 ? (
            <div>
              <h2 className={styles.title}>{t("now.running")}</h2>
              <ul className={styles.list}>
                {running.map((line) => (
                  <TableRow key={line.table} line={line} />
                ))}
              </ul>
            </div>
          ) : (
            !own && <p className={styles.quiet}>{t("now.quiet")}</p>
          )}
        </div>
      </div>
    </section>
  );
}
