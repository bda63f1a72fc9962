import { useState } from "react";
import type { Call } from "kafeneio-client";
import { useApp, useClient, useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { callsRest, useCalls } from "../../people/calls";
import { PlayerNames } from "../../people/PlayerNames";
import { Dialog } from "../../parts/Dialog";
import { useWhen } from "../records/useWhen";
import { ShareLink } from "./ShareLink";
import styles from "./Calls.module.css";

/** Invitations that wait: friends' to oneself, one's own, and those that somebody has taken and waits at a table. */
export function WaitingCalls() {
  const [shared, setShared] = useState<Call | null>(null);
  return (
    <>
      <CallList onShare={setShared} />
      {shared && <Shared call={shared} onClose={() => setShared(null)} />}
    </>
  );
}

/** Apart from the dialog of a link, which stays open while the list is asked for again. */
function CallList({ onShare }: { onShare: (call: Call) => void }) {
  const { t } = useTranslation("calls");
  const calls = useCalls(useApp((state) => state.token));
  if (!calls || calls.sent.length + calls.received.length === 0) return null;
  return (
    <section className={styles.calls} aria-label={t("title")}>
      <h2>{t("title")}</h2>
      <ul>
        {calls.received.map((call) => (
          <Received key={call.call} call={call} />
        ))}
        {calls.sent.map((call) =>
          call.state === "taken" ? (
            <Taken key={call.call} call={call} />
          ) : (
            <Sent key={call.call} call={call} onShare={() => onShare(call)} />
          ),
        )}
      </ul>
    </section>
  );
}

function Received({ call }: { call: Call }) {
  const { t } = useTranslation("calls");
  const client = useClient();
  const words = useGameWords();
  const token = useApp((state) => state.token) ?? "";
  const { seatedAt } = useRoom();
  const [busy, setBusy] = useState(false);
  const sit = async () => {
    setBusy(true);
    await client.calling.take(call.call);
    setBusy(false);
  };
  const by = { account: call.by_account, name: call.by };
  return (
    <li className={styles.call}>
      <p>
        <PlayerNames people={[by]} sentence={(name) => t("received", { name, game: words.name(call.game) })} />
        <Until call={call} />
      </p>
      <div className={styles.row}>
        {seatedAt === null && (
          <Button kind="action" busy={busy} onClick={() => void sit()}>
            {t("sit")}
          </Button>
        )}
        <Button onClick={() => void callsRest.withdraw(token, call.call)}>{t("decline")}</Button>
      </div>
    </li>
  );
}

function Sent({ call, onShare }: { call: Call; onShare: () => void }) {
  const { t } = useTranslation("calls");
  const words = useGameWords();
  const token = useApp((state) => state.token) ?? "";
  const game = words.name(call.game);
  return (
    <li className={styles.call}>
      <p>
        {call.to === null ? (
          t("anybody", { game })
        ) : (
          <PlayerNames
            people={[{ account: call.to_account, name: call.to }]}
            sentence={(name) => t("sent", { name, game })}
          />
        )}
        <Until call={call} />
      </p>
      <div className={styles.row}>
        <Button onClick={onShare}>{t("showLink")}</Button>
        <Button onClick={() => void callsRest.withdraw(token, call.call)}>{t("withdraw")}</Button>
      </div>
    </li>
  );
}

/** Somebody has taken it, and sits at a table that waits for the inviter. */
function Taken({ call }: { call: Call }) {
  const { t } = useTranslation("calls");
  const client = useClient();
  const words = useGameWords();
  const { seatedAt } = useRoom();
  const { table, taken_by: name } = call;
  if (table === null || table === undefined || table === seatedAt) return null;
  return (
    <li className={styles.call}>
      <p>{t("waits", { name: name ?? "", game: words.name(call.game) })}</p>
      {seatedAt === null && (
        <Button kind="action" onClick={() => void client.joinTable(table)}>
          {t("sit")}
        </Button>
      )}
    </li>
  );
}

function Until({ call }: { call: Call }) {
  const { t } = useTranslation("calls");
  const when = useWhen();
  return <span className={styles.note}> {t("until", { when: when(call.until_ms) })}</span>;
}

function Shared({ call, onClose }: { call: Call; onClose: () => void }) {
  const { t } = useTranslation("calls");
  const words = useGameWords();
  return (
    <Dialog title={t("link")} onClose={onClose}>
      <ShareLink call={call.call} message={t("message", { name: call.by, game: words.name(call.game) })} />
    </Dialog>
  );
}
