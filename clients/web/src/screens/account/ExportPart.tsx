import { useEffect } from "react";
import { useApp, useRoom } from "../../app/context";
import { rest, type Export } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useResource } from "../../app/useResource";
import { useWhen } from "../records/useWhen";
import styles from "./Account.module.css";

/** Everything that the platform keeps of an account, in a file. Services that are down add their part later. */
export function ExportPart({ token }: { token: string }) {
  const { t } = useTranslation("account");
  const says = useSays();
  const when = useWhen();
  const { value, refused, busy, act } = useResource<Export | null>(() => rest.export(token));
  const ready = useApp((state) => state.exportReady);
  useEffect(() => {
    if (ready !== null)
      void act(
        () => rest.export(token),
        (found) => found,
      );
    // oxlint-disable-next-line react/exhaustive-deps -- once for each that is announced
  }, [ready]);
  const at = value?.ready_at_ms ?? null;
  const ask = () =>
    void act(
      () => rest.askExport(token),
      (found) => found,
    );
  return (
    <section className={styles.part} aria-labelledby="data">
      <h2 id="data">{t("data.title")}</h2>
      <p className={styles.prose}>{t("data.lead")}</p>
      <div role="status">
        {at !== null && <p>{t("data.ready", { when: when(at) })}</p>}
        {value && at === null && <p>{t("data.waiting", { count: value.waiting.length })}</p>}
      </div>
      <div className={styles.row}>
        {at !== null && <Download token={token} />}
        {(value === null || at !== null) && (
          <Button busy={busy} onClick={ask}>
            {t(value ? "data.again" : "data.ask")}
          </Button>
        )}
      </div>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </section>
  );
}

function Download({ token }: { token: string }) {
  const { t } = useTranslation("account");
  const { me } = useRoom();
  const save = async () => saveAs(`kafeneio-${me.name}.json`, await rest.exportFile(token));
  return (
    <Button kind="action" onClick={() => void save()}>
      {t("data.download")}
    </Button>
  );
}

function saveAs(name: string, data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address)); // the browser has begun to save it by then
}
