import { useTranslation } from "react-i18next";
import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { ButtonLink } from "../../parts/ButtonLink";
import styles from "./AskedTable.module.css";
import { ChairChoice } from "./ChairChoice";
import { TableRow } from "./TableRow";

/** The table to which a link has led: how it stands and what one can do there, or that it is gone. */
export function AskedTable({ table }: { table: string }) {
  const { t } = useTranslation("play");
  const line = useRoom().tables.get(table);
  return (
    <section className={styles.card} aria-label={t("link.title")}>
      <h2>{t(line ? "link.title" : "link.gone")}</h2>
      {line ? (
        <ul className={styles.list}>
          <TableRow line={line} />
        </ul>
      ) : (
        <p>{t("link.goneText")}</p>
      )}
      {line && <ChairChoice line={line} />}
      <ButtonLink kind="plain" href={addressOf(null)}>
        {t("link.close")}
      </ButtonLink>
    </section>
  );
}
