import { useEffect, useRef } from "react";
import { useNamesPage } from "../../app/pageTitle";
import styles from "./Heading.module.css";

/** The title of a page that a link has led to, also in the browser's tab: it takes the focus, so that ears and keys
 * begin here. */
export function Heading({ children }: { children: string }) {
  useNamesPage(children);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
