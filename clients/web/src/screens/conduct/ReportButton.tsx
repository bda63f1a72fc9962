import { useState } from "react";
import { createPortal } from "react-dom";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { IconButton } from "../../parts/IconButton";
import { ReportDialog, type Reported } from "./ReportDialog";
import styles from "./Conduct.module.css";

/** Reports somebody else; nothing for oneself, for the computer, and for who has no session. */
export function ReportButton(reported: Reported) {
  const { t } = useTranslation("conduct");
  const me = useApp((state) => state.room?.me.account ?? null);
  const [open, setOpen] = useState(false);
  if (me === null || me === reported.account) return null;
  return (
    <>
      <IconButton
        icon="flag"
        className={styles.flag}
        label={t("report.open", { name: reported.name })}
        onClick={() => setOpen(true)}
      />
      {open && createPortal(<ReportDialog {...reported} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
