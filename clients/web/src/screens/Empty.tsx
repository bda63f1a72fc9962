import type { ReactNode } from "react";
import { addressOf, type Page } from "../app/pages";
import { useTranslation } from "../i18n/useTranslation";
import { Button } from "../parts/Button";
import { ButtonLink } from "../parts/ButtonLink";
import styles from "./Empty.module.css";

interface Props {
  /** What will be here. */
  children: ReactNode;
  /** Where it comes from: a page and its name; without them the games. */
  from?: { page: Page; name: string };
  /** What can be done about it here. */
  step?: { name: string; take: () => void };
}

/** A list with nothing on it yet, and the step that puts something there. */
export function Empty({ children, from, step }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {step ? (
        <Button onClick={step.take}>{step.name}</Button>
      ) : (
        <ButtonLink href={addressOf(from?.page ?? null)}>{from?.name ?? t("empty.play")}</ButtonLink>
      )}
    </div>
  );
}
