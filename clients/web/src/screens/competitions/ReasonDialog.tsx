import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import { refusal } from "../../app/useRequest";
import styles from "./Competitions.module.css";

interface Props {
  title: string;
  /** What the button does. */
  action: string;
  /** Prizes are paid, and change with it. */
  settled: boolean;
  /** Does it for this reason. What it throws is said, and the dialog stays. */
  onDone: (reason: string) => Promise<void>;
  onClose: () => void;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/** What an operator does about a competition, with the reason that it needs. */
export function ReasonDialog({ title, action, settled, onDone, onClose, children }: Props) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const act = async () => {
    setBusy(true);
    setRefused(null);
    await onDone(reason).then(onClose, (error: unknown) => setRefused(refusal(error).code));
    setBusy(false);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="danger" busy={busy} onClick={() => void act()}>
          {action}
        </Button>
      }
    >
      <div className={styles.form}>
        {children}
        <Field
          label={t("operator.why")}
          hint={t("operator.whyHint")}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        {settled && <p className={styles.quiet}>{t("operator.settledHint")}</p>}
        {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      </div>
    </Dialog>
  );
}
