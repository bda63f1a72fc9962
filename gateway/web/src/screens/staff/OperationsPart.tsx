import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../app/pages";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import styles from "./Staff.module.css";

const MATCH = /^[\w.-]{1,64}$/;

/** Where operators do what is theirs, and any match by its id. */
export function OperationsPart() {
  const { t } = useTranslation("staff");
  const [match, setMatch] = useState("");
  return (
    <section className={styles.detail}>
      <h2>{t("parts.operations")}</h2>
      <p>{t("operations.shell")}</p>
      <p>{t("operations.recording")}</p>
      <div className={styles.row}>
        <Field label={t("operations.match")} value={match} onChange={(event) => setMatch(event.target.value.trim())} />
        {MATCH.test(match) && (
          <ButtonLink href={addressOf({ at: "replay", match, hand: null, position: null })}>
            {t("operations.openReplay")}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
