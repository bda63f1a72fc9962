import { useId, useState } from "react";
import { rest, type ShareLink } from "kafeneio-client";
import { refusal, useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Switch";
import styles from "./Shares.module.css";

/** A link to a replay that opens without an account: to make it, to send it, to end it. */
export function SharePart({ token, match }: { token: string; match: string }) {
  const { t } = useTranslation("shared");
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.part}>
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t("share")}
      </Button>
      <div id={id} hidden={!open}>
        {open && <OwnLink token={token} match={match} />}
      </div>
    </div>
  );
}

function OwnLink({ token, match }: { token: string; match: string }) {
  const { t } = useTranslation("shared");
  const says = useSays();
  const asked = useRequest(match, () => rest.shares(token));
  const [changed, setChanged] = useState<ShareLink | null | undefined>(undefined);
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  if (asked.state === "refused") return <p role="alert">{says({ code: asked.code })}</p>;
  if (asked.state === "waiting") return null;
  const found = asked.value.links.find((each) => each.match === match) ?? null;
  const link = changed === undefined ? found : changed;
  const act = async (deed: () => Promise<ShareLink | null>, done = "") => {
    setBusy(true);
    try {
      setChanged(await deed());
      setNote(done);
    } catch (error: unknown) {
      setNote(says({ code: refusal(error).code }));
    }
    setBusy(false);
  };
  const share = (names: boolean) => void act(() => rest.shareMatch(token, match, names));
  const withdraw = (ended: ShareLink) =>
    void act(() => rest.withdrawShare(token, ended.link).then(() => null), t("withdrawn"));
  return (
    <div className={styles.part}>
      <p>{t("lead")}</p>
      {link === null ? (
        <Button kind="action" busy={busy} onClick={() => share(false)}>
          {t("make")}
        </Button>
      ) : (
        <>
          <Switch label={t("names")} hint={t("namesHint")} on={link.names} onChange={share} />
          <Addresses link={link} onNote={setNote} />
          <Button kind="danger" busy={busy} onClick={() => withdraw(link)}>
            {t("withdraw")}
          </Button>
        </>
      )}
      <p role="status" className={styles.note}>
        {note}
      </p>
    </div>
  );
}

function Addresses({ link, onNote }: { link: ShareLink; onNote: (note: string) => void }) {
  const { t } = useTranslation("shared");
  const { day } = useFormats();
  const address = `${window.location.origin}/shared/${link.link}`;
  const frame = `<iframe src="${window.location.origin}/embed/${link.link}" width="640" height="560" loading="lazy" title="Kafeneio"></iframe>`;
  const send = () => void sent(address).then((copied) => onNote(copied ? t("copied") : ""));
  const state = link.names_shown ? t("shown") : link.names ? t("waiting", { count: link.waiting_for }) : t("hidden");
  return (
    <>
      <p className={styles.note}>
        {state} {t("ends", { when: day(link.ends_at_ms) })}
      </p>
      <Address label={t("link")} text={address} />
      <Button onClick={send}>{t("send")}</Button>
      <Address label={t("frame")} text={frame} />
    </>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div className={styles.address}>
      <label htmlFor={id}>{label}</label>
      <input id={id} value={text} readOnly onFocus={(event) => event.target.select()} />
    </div>
  );
}

/** Offers the address to the device's messengers, where it has them, else copies it; whether it was copied. */
async function sent(url: string): Promise<boolean> {
  try {
    if (navigator.share) await navigator.share({ url });
    else await navigator.clipboard.writeText(url);
    return !navigator.share;
  } catch {
    return false; // thought better of, or forbidden by the browser: the address can still be marked
  }
}
