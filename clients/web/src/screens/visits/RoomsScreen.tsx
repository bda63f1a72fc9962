import { useState } from "react";
import type { Cell } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { cellOf } from "../../state/visitors";
import { PaperPage } from "../records/PaperPage";
import { refusal } from "../../app/useRequest";
import { AtHomeOnly } from "./AtHomeOnly";
import { useCells, useIsVisitor } from "./useVisits";
import styles from "./Visits.module.css";

/** The other rooms that a player can visit, and what comes along. */
export default function RoomsScreen() {
  const { t } = useTranslation("visits");
  const isAway = useIsVisitor();
  const cells = useCells();
  if (isAway) return <AtHomeOnly />;
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      {cells !== null && cells.length === 0 && <p role="status">{t("none")}</p>}
      {cells !== null && cells.length > 0 && <Cells cells={cells} />}
      <Along />
    </PaperPage>
  );
}

function Cells({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation("visits");
  const says = useSays();
  const client = useClient();
  const [going, setGoing] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const go = async (cell: string) => {
    setGoing(cell);
    setRefused(null);
    try {
      await client.visits.goTo(cell); // the page is left; the button stays busy until then
    } catch (error) {
      setRefused(refusal(error));
      setGoing(null);
    }
  };
  return (
    <section aria-label={t("list")}>
      <ul className={styles.cells}>
        {cells.map((each) => (
          <li key={each.cell} className={styles.cell}>
            <span className={styles.words}>
              <span className={`${styles.name} name`}>{each.name}</span>
              <span className={styles.host}>{hostOf(each.address)}</span>
            </span>
            <Button
              kind="action"
              busy={going === each.cell}
              disabled={going !== null && going !== each.cell}
              aria-label={t("goTo", { name: each.name })}
              onClick={() => void go(each.cell)}
            >
              {t("go")}
            </Button>
          </li>
        ))}
      </ul>
      {refused && (
        <p className={styles.refusal} role="alert">
          {says(refused)}
        </p>
      )}
    </section>
  );
}

/** What a visit means: for chips, name, ratings, and for what one may play. */
function Along() {
  const { t } = useTranslation("visits");
  const me = useApp((state) => state.room?.me ?? null);
  const cell = me && cellOf(me.account);
  return (
    <section className={styles.along} aria-labelledby="along">
      <h2 id="along">{t("along.title")}</h2>
      <ul>
        <li>{t("along.chips")}</li>
        {me && cell && <li>{t("along.name", { name: `${me.name}@${cell}` })}</li>}
        <li>{t("along.ratings")}</li>
        <li>{t("along.between")}</li>
      </ul>
    </section>
  );
}

/** Where one is led to, without the scheme. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
