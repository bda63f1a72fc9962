import { useEffect, useState } from "react";
import { useApp, useClient } from "../../app/context";
import { goInstead, goTo } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Logo } from "../../parts/Logo";
import { arrivalPass, dropPass } from "../../state/visitors";
import { refusal } from "../../app/useRequest";
import styles from "./Visits.module.css";

/** The door for who comes from another cell: the pass of the address becomes a session here. */
export default function VisitScreen() {
  const { t } = useTranslation("visits");
  const client = useClient();
  const isHere = useApp((state) => state.token !== null);
  const [pass] = useState(arrivalPass);
  const [sure, setSure] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const enters = pass !== null && (sure || !isHere);
  useEffect(() => {
    if (!enters || arrivalPass() === null) return;
    dropPass();
    client.visits.begin(pass).then(
      () => goInstead(null),
      (error: unknown) => setRefused(refusal(error)),
    );
  }, [client, enters, pass]);
  return (
    <main className={styles.door}>
      <Logo />
      <h1>{t("arrival.title")}</h1>
      {refused ? (
        <Refused refused={refused} />
      ) : pass === null ? (
        <Missing />
      ) : enters ? (
        <p role="status">{t("arrival.entering")}</p>
      ) : (
        <Sure onEnter={() => setSure(true)} />
      )}
    </main>
  );
}

/** Why one may not come in, and the way back. */
function Refused({ refused }: { refused: Refusal }) {
  const says = useSays();
  return (
    <>
      <p className={styles.refusal} role="alert">
        {says(refused)}
      </p>
      <Back />
    </>
  );
}

/** The address without a pass: opened by hand, or loaded again. */
function Missing() {
  const { t } = useTranslation("visits");
  return (
    <>
      <p>{t("arrival.noPass")}</p>
      <Back />
    </>
  );
}

/** Somebody is in this room with this browser already: a link of somebody else must not end that session unasked. */
function Sure({ onEnter }: { onEnter: () => void }) {
  const { t } = useTranslation("visits");
  const me = useApp((state) => state.room?.me ?? null);
  if (me === null) return <p role="status">{t("arrival.entering")}</p>;
  return (
    <>
      <p>{t("arrival.known", { name: me.name })}</p>
      <div className={styles.ways}>
        <Button kind="action" size="large" onClick={onEnter}>
          {t("arrival.enter")}
        </Button>
        <Button size="large" onClick={() => goTo(null)}>
          {t("arrival.stay", { name: me.name })}
        </Button>
      </div>
    </>
  );
}

/** Back to the room from which one came, by the browser's own history; else to this room's door. */
function Back() {
  const { t } = useTranslation(["visits", "records"]);
  const came = window.history.length > 1;
  return (
    <div className={styles.ways}>
      {came && (
        <Button kind="action" onClick={() => window.history.back()}>
          {t("arrival.back")}
        </Button>
      )}
      <Button onClick={() => goInstead(null)}>{t("records:toRoom")}</Button>
    </div>
  );
}
