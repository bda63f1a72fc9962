import { useState } from "react";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Switch } from "../../parts/Switch";
import type { Say } from "../api";
import { HELPLINE } from "./care";
import styles from "./Care.module.css";

interface Props {
  onRead: () => void;
  onClose: () => void;
  say: Say;
}

/** Before the first seat of a session: what games of chance can do, and a word that it was read. */
export function CareDialog({ onRead, onClose, say }: Props) {
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
        <p>{say("care.age")}</p>
        <p>{say("care.danger")}</p>
        <p>{say("care.limits")}</p>
        <p>
          <a href={`tel:${HELPLINE.dial}`}>{say("care.line", { number: HELPLINE.read })}</a>
        </p>
        <Switch label={say("care.confirm")} on={read} onChange={setRead} />
      </div>
    </Dialog>
  );
}
