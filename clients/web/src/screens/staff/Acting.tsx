import { useState } from "react";
import type { PlayerFile } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import { useMay } from "./roles";
import { SecondPerson } from "./SecondPerson";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useCodes } from "./useAuditWords";
import { useActing, useToken } from "./useStaff";

interface Props {
  file: PlayerFile;
  name: string;
  onChanged: () => void;
}

/** For how long the chat may be taken from a player: 5 minutes to 24 hours. */
const MUTES_MIN = [5, 15, 60, 360, 1440];
const REASON_MIN = 10;

/** Mutes, cards, suspensions and blocks, given and taken back, each with a reason; only what one's role may do. */
export function Acting({ file, name, onChanged }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const token = useToken();
  const may = useMay();
  const [reason, setReason] = useState("");
  const [done, setDone] = useState("");
  const [alone, setAlone] = useState(false);
  const { busy, refused, act } = useActing(() => {
    setReason("");
    onChanged();
  });
  if (!may.mild) return <p className={styles.note}>{t("player.noRole")}</p>;
  const { account, blocked } = file;
  const ready = reason.trim().length >= REASON_MIN;
  const mute = (minutes: number) => {
    const muted = staffRest.mute(token, account, minutes, reason).then(({ until_ms: until }) => {
      setDone(minutes > 0 ? t("player.mutedUntil", { until: when(until) }) : t("player.done"));
    });
    act(muted);
  };
  const does = (doing: Promise<unknown>) => act(doing.then(() => setDone(t("player.done"))));
  const own = [...(blocked ? [blocked.by] : []), ...file.suspensions.map((each) => each.by)].some(may.isOwn);
  const barred = (by: string) => may.isOwn(by) && !alone;
  return (
    <div className={styles.form}>
      <label className={styles.words}>
        {t("decide.reason")}
        <textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </label>
      <p className={styles.note}>{t("decide.shown")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <p role="status">{done}</p>
      <Muting ready={ready} busy={busy} onMute={mute} />
      {may.hard && own && <SecondPerson alone={alone} onChange={setAlone} />}
      {may.hard && (
        <Excluding
          file={file}
          name={name}
          ready={ready}
          busy={busy}
          barred={barred}
          act={(take) => does(take(token, reason, alone))}
        />
      )}
      <TakingBack
        file={file}
        busy={busy}
        may={(by) => may.hard && ready && !barred(by)}
        act={(take) => does(take(token, reason, alone))}
      />
    </div>
  );
}

interface ExcludingProps {
  file: PlayerFile;
  name: string;
  ready: boolean;
  busy: boolean;
  /** Whether somebody else has to take back what one has decided. */
  barred: (by: string) => boolean;
  act: TakingBackProps["act"];
}

/** A red card, a block, and its end. */
function Excluding({ file: { account, blocked }, name, ready, busy, barred, act }: ExcludingProps) {
  const { t } = useTranslation("staff");
  return (
    <div className={styles.row}>
      <Button
        kind="action"
        busy={busy}
        disabled={!ready}
        onClick={() => act((token, reason) => staffRest.giveCard(token, account, reason))}
      >
        {t("player.red")}
      </Button>
      {blocked ? (
        <Button
          busy={busy}
          disabled={!ready || barred(blocked.by)}
          onClick={() => act((token, reason, alone) => staffRest.unblock(token, account, reason, alone))}
        >
          {t("player.unblock")}
        </Button>
      ) : (
        <Blocking
          name={name}
          ready={ready}
          busy={busy}
          onBlock={() => act((token, reason) => staffRest.block(token, account, reason))}
        />
      )}
    </div>
  );
}

interface MutingProps {
  ready: boolean;
  busy: boolean;
  onMute: (minutes: number) => void;
}

function Muting({ ready, busy, onMute }: MutingProps) {
  const { t } = useTranslation("staff");
  const [minutes, setMinutes] = useState(60);
  return (
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
      <Button busy={busy} disabled={!ready} onClick={() => onMute(minutes)}>
        {t("player.mute")}
      </Button>
      <Button busy={busy} disabled={!ready} onClick={() => onMute(0)}>
        {t("player.unmute")}
      </Button>
    </div>
  );
}

/** A block for good asks once. */
function Blocking({
  name,
  ready,
  busy,
  onBlock,
}: {
  name: string;
  ready: boolean;
  busy: boolean;
  onBlock: () => void;
}) {
  const { t } = useTranslation("staff");
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <Button busy={busy} disabled={!ready} onClick={() => setAsked(true)}>
        {t("player.block")}
      </Button>
    );
  return (
    <>
      <Button kind="danger" busy={busy} disabled={!ready} onClick={onBlock}>
        {t("decide.sure", { name })}
      </Button>
      <Button onClick={() => setAsked(false)}>{t("player.cancel")}</Button>
    </>
  );
}

interface TakingBackProps {
  file: PlayerFile;
  busy: boolean;
  /** Whether what somebody has decided may be taken back now. */
  may: (by: string) => boolean;
  act: (take: (token: string, reason: string, alone: boolean) => Promise<unknown>) => void;
}

/** Suspensions and cards, each with what takes it back. */
function TakingBack({ file, busy, may, act }: TakingBackProps) {
  const { cardReason } = useCodes();
  const { t } = useTranslation("staff");
  const when = useWhen();
  const { hard } = useMay();
  return (
    <>
      <h3>{t("player.suspensions")}</h3>
      {file.suspensions.length === 0 && <p>{t("player.none")}</p>}
      <ul className={styles.chat}>
        {file.suspensions.map((each) => (
          <li key={each.id}>
            {t(`player.causes.${each.cause as "red"}`)}: {when(each.from_ms)} – {when(each.until_ms)} · {each.reason}{" "}
            {hard && each.until_ms > each.from_ms && (
              <Button
                busy={busy}
                disabled={!may(each.by)}
                onClick={() => act((token, reason, alone) => staffRest.lift(token, each.id, reason, alone))}
              >
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
            {hard && each.state === "active" && (
              <Button
                busy={busy}
                disabled={!may(each.by)}
                onClick={() => act((token, reason, alone) => staffRest.revokeCard(token, each.id, reason, alone))}
              >
                {t("player.revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
