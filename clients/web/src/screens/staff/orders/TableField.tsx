import { useState } from "react";
import { useApp } from "../../../app/context";
import { useTranslation } from "../../../i18n/useTranslation";
import { useGameWords } from "../../../i18n/useWords";
import { Field } from "../../../parts/Field";
import { linked } from "../corrections/possibleResults";
import styles from "../Staff.module.css";
import type { FieldsProps } from "./draft";

/** A table: one of those that the room lists, or the link of another one. */
export function TableField({ draft, onChange }: Omit<FieldsProps, "kind">) {
  const { t } = useTranslation("staff");
  const words = useGameWords();
  const listed = useApp((state) => state.room?.tables);
  const tables = [...(listed?.values() ?? [])];
  const [link, setLink] = useState("");
  const read = (text: string) => {
    setLink(text);
    const found = linked(text);
    if (found !== null && "table" in found) onChange({ table: found.table });
  };
  return (
    <div className={styles.row}>
      <label>
        {t("operations.fields.table")}{" "}
        <select value={draft.table} onChange={(event) => onChange({ table: event.target.value })}>
          <option value="">–</option>
          {tables.map((each) => (
            <option key={each.table} value={each.table}>
              {`${words.name(each.game)}: ${each.seats.map((seat) => seat.name ?? "–").join(", ")}`}
            </option>
          ))}
          {draft.table !== "" && !tables.some((each) => each.table === draft.table) && (
            <option value={draft.table}>{t("correction.link")}</option>
          )}
        </select>
      </label>
      <Field label={t("correction.link")} value={link} onChange={(event) => read(event.target.value)} />
    </div>
  );
}
