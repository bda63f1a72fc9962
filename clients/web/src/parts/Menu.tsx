import { type FocusEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon, type IconName } from "./Icon";
import { useLayer } from "./layers";
import styles from "./Menu.module.css";

const EDGE_PX = 8;

interface Props {
  /** The button that opens it; gets what it must say about itself. */
  trigger: (props: { "aria-expanded": boolean; "aria-controls": string; onClick: () => void }) => ReactNode;
  children: (close: () => void) => ReactNode;
}

/**
 * A small sheet below a button. Escape, Back, a press elsewhere, or the focus leaving it, closes it; what it closes with
 * gets the focus back, unless that has gone on already.
 */
export function Menu({ trigger, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const id = useId();
  const putAway = () => {
    setOpen(false);
    focusOpener(id);
  };
  useLayer(putAway, open);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event) => root.current?.contains(event.target as Node) || setOpen(false);
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [open]);
  useLayoutEffect(() => {
    const own = sheet.current;
    if (!open || own === null) return;
    const fit = () => keepOnPage(own);
    fit();
    const sized = new ResizeObserver(fit); // larger text makes it wider, too
    sized.observe(own);
    window.addEventListener("resize", fit);
    return () => {
      sized.disconnect();
      window.removeEventListener("resize", fit);
    };
  }, [open]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget as Node)) setOpen(false);
  };
  return (
    <div className={styles.root} ref={root} onBlur={onBlur}>
      {trigger({ "aria-expanded": open, "aria-controls": id, onClick: () => setOpen(!open) })}
      <div id={id} className={styles.sheet} hidden={!open} data-sheet ref={sheet}>
        {open && children(putAway)}
      </div>
    </div>
  );
}

/** A sheet ends where its button does; one that would begin left of the page moves to the right. */
function keepOnPage(sheet: HTMLElement): void {
  sheet.style.translate = "";
  const hidden = EDGE_PX - sheet.getBoundingClientRect().left;
  if (hidden > 0) sheet.style.translate = `${hidden}px 0`;
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
