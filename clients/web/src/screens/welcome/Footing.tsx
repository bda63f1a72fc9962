import { useEffect, useState } from "react";
import { rest, type Catalogue, type Counts } from "kafeneio-client";
import { useClient } from "../../app/context";
import { useRegulator } from "../../economy/useRegulator";
import { useTranslation } from "../../i18n/useTranslation";
import { PresentLine } from "../room/PresentLine";
import styles from "./Footing.module.css";

/** How many people are here and play: known before one comes in. Nothing is said while it is not known, or nobody is. */
export function PeopleHere() {
  const counts = useOnce<Counts>(rest.counts);
  if (!counts || counts.players === 0) return <p className={styles.going}> </p>;
  return (
    <p className={`${styles.going} num`} role="status">
      <PresentLine counts={counts} />
    </p>
  );
}

/** Who supervises the operator, and who helps players: on every page from the first. */
export function Regulator() {
  const { t } = useTranslation("door");
  const called = useRegulator();
  const stakes = useOnce<Catalogue>(useClient().catalogueAhead)?.stakes;
  if (!stakes?.regulator) return null;
  return (
    <footer className={styles.regulator}>
      <p>{t("regulator.line", { regulator: called(stakes.regulator) })}</p>
      <p>
        {t("regulator.risk")} <a href={`tel:${stakes.helpline}`}>{t("regulator.help", { line: stakes.helpline })}</a>
      </p>
    </footer>
  );
}

/** Asked once; null until it is answered, and where it cannot be. */
function useOnce<T>(ask: () => Promise<T>): T | null {
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let wanted = true;
    ask().then(
      (value) => wanted && setFound(value),
      () => undefined, // the page stands without it
    );
    return () => {
      wanted = false;
    };
  }, [ask]);
  return found;
}
