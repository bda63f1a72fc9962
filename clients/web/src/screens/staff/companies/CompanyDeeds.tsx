import { useState } from "react";
import { newId, type CompanyDeedBody, type CompanyFile } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { serverClock } from "kafeneio-client";
import { Button } from "../../../parts/Button";
import { useWhen } from "../../records/useWhen";
import { useMay } from "../roles";
import { SecondPerson } from "../SecondPerson";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useActing, useToken } from "../useStaff";

type Deed = CompanyDeedBody["deed"];
const DAYS = [1, 3, 7, 14, 30];
/** How long the deed takes until the lobby has carried it out, and the company is read again. */
const SOON_MS = 700;
const REASON_MIN = 10;

/** The deeds that would change something, each with a reason. */
export function CompanyDeeds({ file, onChanged }: { file: CompanyFile; onChanged: () => void }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const token = useToken();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState(7);
  const [done, setDone] = useState(false);
  const { busy, refused, act } = useActing(() => {
    setDone(true);
    setReason("");
    setTimeout(onChanged, SOON_MS);
  });
  const may = useMay();
  const [alone, setAlone] = useState(false);
  const own = file.closed_at_ms !== null && may.isOwn(file.closed_by);
  const offered = may.mild ? deedsFor(file, file.chat_closed_until_ms > serverClock.nowMs(), may.hard) : [];
  const isChatClosed = file.chat_closed_until_ms > serverClock.nowMs();
  const go = (deed: Deed) => {
    setDone(false);
    const body = { id: newId(), deed, reason, days: deed === "close_chat" ? days : 0, alone };
    act(staffRest.actOnCompany(token, file.company, body));
  };
  if (offered.length === 0) return <p className={styles.note}>{t("player.noRole")}</p>;
  return (
    <div className={styles.form}>
      {own && <SecondPerson alone={alone} onChange={setAlone} />}
      {isChatClosed && <p>{t("company.chatClosed", { when: when(file.chat_closed_until_ms) })}</p>}
      <label className={styles.words}>
        {t("decide.reason")}
        <textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </label>
      <p className={styles.note}>{t("company.shown")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {done && <p role="status">{t("company.done")}</p>}
      <div className={styles.row}>
        {offered.map((deed) => (
          <Button
            key={deed}
            kind={deed === "close" ? "danger" : undefined}
            busy={busy}
            disabled={reason.trim().length < REASON_MIN || (own && !alone)}
            onClick={() => go(deed)}
          >
            {t(`company.deeds.${deed}`)}
          </Button>
        ))}
        {file.closed_at_ms === null && <Days days={days} onChange={setDays} />}
      </div>
    </div>
  );
}

/** For how many days a chat is closed. */
function Days({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation("staff");
  return (
    <label>
      {t("company.days")}{" "}
      <select value={days} onChange={(event) => onChange(Number(event.target.value))}>
        {DAYS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

/** The deeds that would change something, of these what the role may do. */
function deedsFor(file: CompanyFile, isChatClosed: boolean, mayClose: boolean): readonly Deed[] {
  if (file.closed_at_ms !== null) return mayClose ? ["reopen"] : [];
  const deeds: Deed[] = ["rename"];
  if (file.has_taken_name) deeds.push("restore_name");
  if (file.picture !== null) deeds.push("remove_picture");
  deeds.push("close_chat");
  if (isChatClosed) deeds.push("open_chat");
  return mayClose ? [...deeds, "close"] : deeds;
}
