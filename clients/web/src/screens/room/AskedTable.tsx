import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import styles from "./AskedTable.module.css";
import { ChairChoice } from "./ChairChoice";
import { TableElsewhere } from "./TableElsewhere";
import { TableRow } from "./TableRow";

/** The table to which a link has led: how it stands and what one can do there, in which hall it is, or that it is gone. */
export function AskedTable({ table }: { table: string }) {
  const { t } = useTranslation("play");
  const line = useRoom().tables.get(table);
  return (
    <section className={styles.card} aria-label={t("link.title")}>
      {line ? (
        <>
          <h2>{t("link.title")}</h2>
          <ul className={styles.list}>
            <TableRow line={line} />
          </ul>
          <ChairChoice line={line} />
        </>
      ) : (
        <TableElsewhere table={table} />
      )}
      <ButtonLink kind="plain" href={addressOf(null)}>
        {t("link.close")}
      </ButtonLink>
    </section>
  );
}
