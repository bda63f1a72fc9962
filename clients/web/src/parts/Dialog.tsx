import { type ReactNode, type SyntheticEvent, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton";
import { useLayer } from "./layers";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons below, always in sight. */
  actions?: ReactNode;
  width?: "narrow" | "wide";
  /** `top`: what is played below stays in sight. */
  place?: "middle" | "top";
}

/** For keys and readers, where what opened the dialog has gone or may not be pressed any more. */
function focusHeading(): void {
  document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
}

/**
 * A modal dialog: the browser keeps the focus inside; Escape, Back and a press beside it close. It is opened when it is
 * first drawn and closed when it goes, whichever functions its caller gives it in between.
 */
export function Dialog({ title, onClose, children, actions, width = "narrow", place = "middle" }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const close = useEffectEvent(() => onClose());
  // Before the element is taken off the page: then the browser gives the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    shown.showModal();
    let pressed: EventTarget | null = null;
    const onPress = (event: PointerEvent) => {
      pressed = event.target;
    };
    // With the end of the press: else a tap would go on to what lies below.
    const onClick = (event: MouseEvent) => event.target === shown && pressed === shown && close();
    shown.addEventListener("pointerdown", onPress);
    shown.addEventListener("click", onClick);
    return () => {
      shown.removeEventListener("pointerdown", onPress);
      shown.removeEventListener("click", onClick);
      shown.close();
      const focused = document.activeElement;
      if (focused === document.body || shown.contains(focused)) focusHeading();
    };
  }, []);
  useLayer(onClose);
  /** The dialog goes when its caller lets go of it; a file field inside has a `cancel` of its own. */
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-width={width}
      data-place={place}
      aria-labelledby={heading}
      onCancel={onCancel}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
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
