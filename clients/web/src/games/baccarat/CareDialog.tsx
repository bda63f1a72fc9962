import { useState } from "react";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Switch } from "../../parts/Switch";
import type { HouseBankedTable, Say } from "../api";
import styles from "./Care.module.css";

interface Props {
  house: HouseBankedTable;
  onRead: () => void;
  onClose: () => void;
  say: Say;
}

/** Before the first seat of a session: what games of chance can do, and a word that it was read. The age is not asked: the
 * platform knows the birth date, and offers these seats only to whoever is old enough. */
export function CareDialog({ house: { age, helpline }, onRead, onClose, say }: Props) {
  const [read, setRead] = useState(false);
  return (
    <Dialog
      title={say("care.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say("care.notNow")}</Button>
          <Button kind="action" disabled={!read} onClick={onRead}>
            {say("sit")}
          </Button>
        </>
      }
    >
      <div className={styles.notice}>
        <p>{say("care.age", { age })}</p>
        <p>{say("care.danger")}</p>
        <p>{say("care.limits")}</p>
        {helpline !== null && (
          <p>
            <a href={`tel:${helpline}`}>{say("care.line", { number: helpline })}</a>
          </p>
        )}
        <Switch label={say("care.confirm")} on={read} onChange={setRead} />
      </div>
    </Dialog>
  );
}
