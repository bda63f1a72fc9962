import { useEffect } from "react";
import type { ProviderReturn } from "kafeneio-client";
import { useClient } from "../../app/context";
import { goOn } from "../../app/providers";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import styles from "../account/Account.module.css";
import { ExclusionNotice, isExcluded } from "../conduct/ExclusionNotice";
import { useForm } from "../welcome/useForm";

/** Comes in at once; with a second factor its code is asked for first. */
export function EnterPart({ found }: { found: ProviderReturn }) {
  const { t } = useTranslation("providers");
  const { t: access } = useTranslation("access");
  const says = useSays();
  const client = useClient();
  const enter = async (code: string) => {
    await client.enterByProvider(found.ticket, code);
    goOn();
  };
  const { refusal, busy, onSubmit, send } = useForm(({ code = "" }) => enter(code.trim()));
  useEffect(() => {
    void send(() => enter(""));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each ticket
  }, [found.ticket]);
  if (refusal && isExcluded(refusal)) {
    return <ExclusionNotice refused={refusal} name="" password="" ticket={found.ticket} />;
  }
  const isFirst = refusal?.error === "second_factor_needed";
  return (
    <form className={styles.part} onSubmit={onSubmit}>
      {!refusal && <p role="status">{t("entering")}</p>}
      {refusal && <p role={isFirst ? "status" : "alert"}>{says({ code: refusal.error, detail: refusal.detail })}</p>}
      {refusal?.error.startsWith("second_factor") && (
        <>
          <Field label={access("code")} name="code" autoComplete="one-time-code" required maxLength={20} />
          <div className={styles.row}>
            <Button kind="action" type="submit" busy={busy}>
              {t("enter")}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
