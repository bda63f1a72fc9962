import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./Icon";
import { useLayer } from "./layers";
import styles from "./Menu.module.css";

interface Props {
  /** The button that opens it; gets what it must say about itself. */
  trigger: (props: { "aria-expanded": boolean; "aria-controls": string; onClick: () => void }) => ReactNode;
  children: (close: () => void) => ReactNode;
}

/** A small sheet below a button. Escape, Back, or a press elsewhere, closes it; what it closes with gets the focus back. */
export function Menu({ trigger, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const putAway = () => {
    setOpen(false);
    focusOpener(id);
  };
  useLayer(putAway, open);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event) => root.current?.contains(event.target as Node) || setOpen(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      focusOpener(id);
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [open, id]);
  return (
    <div className={styles.root} ref={root}>
      {trigger({ "aria-expanded": open, "aria-controls": id, onClick: () => setOpen(!open) })}
      <div id={id} className={styles.sheet} hidden={!open}>
        {open && children(putAway)}
      </div>
    </div>
  );
}

/** The button that opened a sheet stands right before it. */
function focusOpener(sheet: string): void {
  const opener = document.getElementById(sheet)?.previousElementSibling;
  if (opener instanceof HTMLElement) opener.focus();
}

export function MenuItem({ icon, children, onClick }: { icon: IconName; children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles.item} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  );
}
