import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons below, always in sight. */
  actions?: ReactNode;
  width?: "narrow" | "wide";
}

/** A modal dialog: the browser keeps the focus inside, Escape and a press beside it close. */
export function Dialog({ title, onClose, children, actions, width = "narrow" }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    const onPress = (event: PointerEvent) => event.target === shown && onClose();
    shown?.addEventListener("pointerdown", onPress);
    return () => {
      shown?.removeEventListener("pointerdown", onPress);
      shown?.close();
    };
  }, [onClose]);
  return (
    <dialog ref={dialog} className={styles.dialog} data-width={width} aria-labelledby={heading} onCancel={onClose}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <IconButton icon="close" label={t("common.close")} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
