import { type ReactNode, useState } from "react";
import { addressOf } from "../../app/pages";
import type { PlayerFile } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useRequest } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { Acting } from "./Acting";
import { AuditTable } from "./AuditTable";
import { LinkedAccounts } from "./devices/LinkedAccounts";
import { accountsIn, Evidence } from "./Evidence";
import { PlayerRecords } from "./PlayerRecords";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useActing, useNames, useToken } from "./useStaff";

interface Props {
  file: PlayerFile;
  onChanged: () => void;
}

type Names = (account: string) => string;

/** Everything that was decided about a player, what is known beside it, and what may be done. */
export function FileView({ file, onChanged }: Props) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const names = useNames([
    file.account,
    ...file.reports.flatMap((each) => [each.reporter, each.decided_by ?? ""]),
    ...file.filed.map((each) => each.reported),
    ...file.notes.map((each) => each.by),
    ...file.mutes.map((each) => each.by),
    ...(file.blocked ? [file.blocked.by] : []),
    ...accountsIn(file.cases),
  ]);
  const { blocked } = file;
  return (
    <article className={styles.detail} aria-label={names(file.account)}>
      <h2>{names(file.account)}</h2>
      <ul className={styles.facts}>
        {blocked && (
          <li>{t("player.blocked", { when: when(blocked.from_ms), by: names(blocked.by), reason: blocked.reason })}</li>
        )}
        {file.watched && <li>{t("player.watched")}</li>}
        <li>{t("player.times", { count: file.times_reported })}</li>
        <li>{t("player.warnings", { count: file.warnings, open: file.warnings_open })}</li>
        {file.roles.length > 0 && <li>{file.roles.map((each) => t(`roles.names.${each as "auditor"}`)).join(", ")}</li>}
      </ul>
      <Acting file={file} name={names(file.account)} onChanged={onChanged} />
      <Notes file={file} names={names} onChanged={onChanged} />
      <Mutes file={file} names={names} />
      <Reports file={file} names={names} />
      <Part title={t("player.appeals")}>
        {file.appeals.map((each) => (
          <li key={each.id}>
            {when(each.created_at_ms)}: {each.text}{" "}
            <strong>{each.outcome ? t(`appeal.${each.outcome}`) : t("player.decisions.open")}</strong>
          </li>
        ))}
      </Part>
      <Part title={t("player.cases")}>
        {file.cases.map((each) => (
          <li key={each.id}>
            <strong>{t(`signals.${each.kind as "bot"}`)}</strong>{" "}
            {each.closed_at_ms === null
              ? t("player.decisions.open")
              : t("player.decided", { what: t("player.closed"), reason: each.reason ?? "" })}
            <Evidence found={each} names={names} />
          </li>
        ))}
      </Part>
      <Companies account={file.account} />
      <LinkedAccounts account={file.account} />
      <PlayerRecords account={file.account} />
      <h3>{t("player.audit")}</h3>
      <AuditTable entries={file.audit} />
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode[] }) {
  const { t } = useTranslation("staff");
  return (
    <>
      <h3>{title}</h3>
      {children.length === 0 ? <p>{t("player.none")}</p> : <ul className={styles.chat}>{children}</ul>}
    </>
  );
}

/** Reports about the player, and those that the player has filed, with what was decided. */
function Reports({ file, names }: { file: PlayerFile; names: Names }) {
  const { t } = useTranslation(["staff", "conduct"]);
  const when = useWhen();
  const lines = (reports: PlayerFile["reports"], other: (report: PlayerFile["reports"][number]) => string) =>
    reports.map((each) => (
      <li key={each.id}>
        {when(each.created_at_ms)}: {t(`conduct:categories.${each.category}`)} ({names(other(each))}) {each.comment}{" "}
        <strong>
          {each.decision
            ? t("player.decided", { what: t(`player.decisions.${each.decision}`), reason: each.reason ?? "" })
            : t("player.decisions.open")}
        </strong>
      </li>
    ));
  return (
    <>
      <Part title={t("player.reports")}>{lines(file.reports, (each) => each.reporter)}</Part>
      <Part title={t("player.filed")}>{lines(file.filed, (each) => each.reported)}</Part>
    </>
  );
}

/** Every mute with its end; one that was taken back says when. */
function Mutes({ file, names }: { file: PlayerFile; names: Names }) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  return (
    <Part title={t("player.mutes")}>
      {file.mutes.map((each) => {
        const said = { from: when(each.at_ms), until: when(each.until_ms), by: names(each.by), reason: each.reason };
        return <li key={each.id}>{t(each.until_ms > each.at_ms ? "player.muteLine" : "player.muteEnded", said)}</li>;
      })}
    </Part>
  );
}

/** What staff have noted about the player, and a new note. */
function Notes({ file, names, onChanged }: Props & { names: Names }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const token = useToken();
  const may = useMay();
  const [text, setText] = useState("");
  const { busy, refused, act } = useActing(() => {
    setText("");
    onChanged();
  });
  return (
    <>
      <Part title={t("player.notes")}>
        {file.notes.map((each) => (
          <li key={each.id}>
            {each.text}{" "}
            <small>
              {names(each.by)}, {when(each.at_ms)}
            </small>
          </li>
        ))}
      </Part>
      {may.mild && (
        <div className={styles.form}>
          <label className={styles.words}>
            {t("player.note")}
            <textarea value={text} rows={2} maxLength={1000} onChange={(event) => setText(event.target.value)} />
          </label>
          {refused !== null && <p role="alert">{says({ code: refused })}</p>}
          <Button busy={busy} disabled={!text.trim()} onClick={() => act(staffRest.addNote(token, file.account, text))}>
            {t("player.addNote")}
          </Button>
        </div>
      )}
    </>
  );
}

/** The companies that the player belongs to. */
function Companies({ account }: { account: string }) {
  const { t } = useTranslation("staff");
  const token = useToken();
  const asked = useRequest(account, () => staffRest.companiesOf(token, account));
  if (asked.state !== "here") return null;
  return (
    <Part title={t("player.companies")}>
      {asked.value.companies.map((each) => (
        <li key={each.company}>
          <a href={addressOf({ at: "staff", part: "companies", about: each.company })}>{each.name}</a>{" "}
          {t("company.members", { count: each.members })}
        </li>
      ))}
    </Part>
  );
}
