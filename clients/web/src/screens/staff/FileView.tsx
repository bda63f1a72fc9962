import { type ReactNode, useState } from "react";
import { addressOf } from "../../app/pages";
import type { PlayerFile } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import { AuditTable } from "./AuditPart";
import { PlayerRecords } from "./PlayerRecords";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useCodes } from "./useAuditWords";
import { useActing, useNames, useToken } from "./useStaff";

interface Props {
  file: PlayerFile;
  onChanged: () => void;
}

/** Everything that was decided about a player, what is known beside it, and what may be done. */
export function FileView({ file, onChanged }: Props) {
  const { t } = useTranslation(["staff", "conduct"]);
  const when = useWhen();
  const names = useNames([
    file.account,
    ...file.reports.map((each) => each.reporter),
    ...file.links.map((each) => each.account),
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
        <li>{file.roles.join(", ")}</li>
      </ul>
      <Acting file={file} onChanged={onChanged} />
      <Part title={t("player.reports")}>
        {file.reports.map((each) => (
          <li key={each.id}>
            {when(each.created_at_ms)}: {t(`conduct:categories.${each.category}`)} ({names(each.reporter)}){" "}
            {each.comment} <code>{each.decision ?? "…"}</code>
          </li>
        ))}
      </Part>
      <Part title={t("player.appeals")}>
        {file.appeals.map((each) => (
          <li key={each.id}>
            {when(each.created_at_ms)}: {each.text} <code>{each.outcome ?? "…"}</code>
          </li>
        ))}
      </Part>
      <Part title={t("player.cases")}>
        {file.cases.map((each) => (
          <li key={each.id}>
            {when(each.opened_at_ms)}: {t(`signals.${each.kind as "bot"}`)} {each.reason}
          </li>
        ))}
      </Part>
      <Part title={t("player.links")}>
        {file.links.map((each) => (
          <li key={each.by + each.account}>
            <a href={addressOf({ at: "staff", part: "player", about: each.account })}>{names(each.account)}</a>{" "}
            {t("player.link", { by: t(`player.linkBy.${each.by}`), count: each.count })}
          </li>
        ))}
      </Part>
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

/** For how long the chat may be taken from a player: 5 minutes to 24 hours. */
const MUTES_MIN = [5, 15, 60, 360, 1440];

/** Cards, suspensions and blocks, given and taken back, each with a reason. */
function Acting({ file, onChanged }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [reason, setReason] = useState("");
  const [minutes, setMinutes] = useState(60);
  const { busy, refused, act } = useActing(onChanged);
  const { account } = file;
  const names = useNames([account]);
  return (
    <div className={styles.form}>
      <label className={styles.words}>
        {t("decide.reason")}
        <textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </label>
      <p className={styles.note}>{t("decide.shown")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <div className={styles.row}>
        <label>
          {t("player.muteFor")}{" "}
          <select value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
            {MUTES_MIN.map((each) => (
              <option key={each} value={each}>
                {t("player.minutes", { count: each })}
              </option>
            ))}
          </select>
        </label>
        <Button busy={busy} onClick={() => act(staffRest.mute(token, names(account), minutes, reason))}>
          {t("player.mute")}
        </Button>
        <Button busy={busy} onClick={() => act(staffRest.mute(token, names(account), 0, reason))}>
          {t("player.unmute")}
        </Button>
        <Button kind="action" busy={busy} onClick={() => act(staffRest.giveCard(token, account, reason))}>
          {t("player.red")}
        </Button>
        {file.blocked ? (
          <Button busy={busy} onClick={() => act(staffRest.unblock(token, account, reason))}>
            {t("player.unblock")}
          </Button>
        ) : (
          <Button busy={busy} onClick={() => act(staffRest.block(token, account, reason))}>
            {t("player.block")}
          </Button>
        )}
      </div>
      <TakingBack file={file} busy={busy} act={(take) => act(take(token, reason))} />
    </div>
  );
}

/** Suspensions and cards, each with what takes it back. */
function TakingBack({ file, busy, act }: TakingBackProps) {
  const { cardReason } = useCodes();
  const { t } = useTranslation("staff");
  const when = useWhen();
  return (
    <>
      <h3>{t("player.suspensions")}</h3>
      {file.suspensions.length === 0 && <p>{t("player.none")}</p>}
      <ul className={styles.chat}>
        {file.suspensions.map((each) => (
          <li key={each.id}>
            {t(`player.causes.${each.cause as "red"}`)}: {when(each.from_ms)} – {when(each.until_ms)} · {each.reason}{" "}
            {each.until_ms > each.from_ms && (
              <Button busy={busy} onClick={() => act((token, reason) => staffRest.lift(token, each.id, reason))}>
                {t("player.lift")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <h3>{t("player.cards")}</h3>
      {file.cards.length === 0 && <p>{t("player.none")}</p>}
      <ul className={styles.chat}>
        {file.cards.map((each) => (
          <li key={each.id}>
            {when(each.at_ms)}: {t(`player.causes.${each.colour as "red"}`)} ({cardReason(each.reason)}),{" "}
            {t(`player.cardStates.${each.state as "active"}`)}{" "}
            {each.state === "active" && (
              <Button busy={busy} onClick={() => act((token, reason) => staffRest.revokeCard(token, each.id, reason))}>
                {t("player.revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface TakingBackProps {
  file: PlayerFile;
  busy: boolean;
  /** Does it with the session and the reason that was given. */
  act: (take: (token: string, reason: string) => Promise<unknown>) => void;
}
