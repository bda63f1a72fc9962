import { useState } from "react";
import { useApp } from "../../../app/context";
import { addressOf } from "../../../app/pages";
import { useTranslation } from "../../../i18n/useTranslation";
import { useGameWords } from "../../../i18n/useWords";
import { ButtonLink } from "../../../parts/ButtonLink";
import { Field } from "../../../parts/Field";
import { useComputerName } from "../../../people/useComputerNames";
import { useWhen } from "../../records/useWhen";
import { linked } from "../corrections/possibleResults";
import styles from "../Staff.module.css";
import type { FieldsProps } from "./draft";

interface Props extends Omit<FieldsProps, "kind"> {
  /** Only tables of games against the bank. */
  ofHouse?: boolean;
}

/** A table: one of those that the room lists, by game, players and time, or the link of another one. */
export function TableField({ draft, onChange, ofHouse = false }: Props) {
  const { t } = useTranslation("staff");
  const words = useGameWords();
  const called = useComputerName();
  const when = useWhen();
  const listed = useApp((state) => state.room?.tables);
  const [part, setPart] = useState("");
  const [link, setLink] = useState("");
  const choose = (table: string) => onChange({ table, number: null });
  const wanted = part.trim().toLowerCase();
  const tables = [...(listed?.values() ?? [])].filter(
    (each) =>
      (!ofHouse || each.house) &&
      (each.table === draft.table ||
        wanted === "" ||
        each.seats.some((seat) => seat.name?.toLowerCase().includes(wanted))),
  );
  const read = (text: string) => {
    setLink(text);
    const found = linked(text);
    if (found !== null && "table" in found) choose(found.table);
  };
  const players = (each: (typeof tables)[number]) =>
    each.seats.map((seat) => (seat.name === null ? "–" : called(seat.name))).join(", ");
  return (
    <div className={styles.row}>
      <Field label={t("operations.fields.player")} value={part} onChange={(event) => setPart(event.target.value)} />
      <label>
        {t("operations.fields.table")}{" "}
        <select value={draft.table} onChange={(event) => choose(event.target.value)}>
          <option value="">–</option>
          {tables.map((each) => (
            <option key={each.table} value={each.table}>
              {`${words.name(each.game)}: ${players(each)}, ${when(each.created_at_ms)}`}
            </option>
          ))}
          {draft.table !== "" && !tables.some((each) => each.table === draft.table) && (
            <option value={draft.table}>{t("correction.link")}</option>
          )}
        </select>
      </label>
      <Field label={t("correction.link")} value={link} onChange={(event) => read(event.target.value)} />
      {draft.table !== "" && (
        <ButtonLink href={addressOf({ at: "table", table: draft.table })}>{t("operations.rounds.table")}</ButtonLink>
      )}
    </div>
  );
}
