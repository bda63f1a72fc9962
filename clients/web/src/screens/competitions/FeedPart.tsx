import { useState } from "react";
import { ask, type CalendarFeed } from "kafeneio-client";
import { refusal, useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import styles from "./Competitions.module.css";

/** The ways to have the calendar in one's own: that of all, and a secret address of one's competitions and evenings. */
export function FeedPart({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.feeds} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("feed.title")}</summary>
      <p>{t("feed.lead")}</p>
      <div className={styles.row}>
        <ButtonLink href="/calendar.ics" type="text/calendar">
          {t("feed.all")}
        </ButtonLink>
      </div>
      {open && <OwnFeed token={token} />}
    </details>
  );
}

function OwnFeed({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const { moment } = useFormats();
  const says = useSays();
  const found = useRequest("feed", () => ask("GET /api/me/calendar", { token }));
  const [changed, setChanged] = useState<CalendarFeed | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (asked: Promise<CalendarFeed>) => {
    setBusy(true);
    setRefused(null);
    await asked.then(setChanged, (error: unknown) => setRefused(refusal(error).code));
    setBusy(false);
  };
  const feed = changed ?? (found.state === "here" ? found.value : null);
  const make = () => run(ask("POST /api/me/calendar", { token }));
  const end = () => run(ask("DELETE /api/me/calendar", { token }).then(() => ({ made_at_ms: null, token: null })));
  return (
    <>
      <p>{t("feed.own")}</p>
      {feed?.token && <Address token={feed.token} />}
      {feed && feed.made_at_ms !== null && !feed.token && <p>{t("feed.since", { when: moment(feed.made_at_ms) })}</p>}
      <div className={styles.row}>
        <Button kind="action" busy={busy} onClick={() => void make()}>
          {t(feed?.made_at_ms === null || feed === null ? "feed.make" : "feed.again")}
        </Button>
        {feed && feed.made_at_ms !== null && (
          <Button busy={busy} onClick={() => void end()}>
            {t("feed.end")}
          </Button>
        )}
      </div>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </>
  );
}

function Address({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const [copied, setCopied] = useState(false);
  const address = `${window.location.origin}/calendar/${token}.ics`;
  const copy = async () => {
    await navigator.clipboard?.writeText(address);
    setCopied(true);
  };
  return (
    <div className={styles.address} role="status">
      <p>{t("feed.shown")}</p>
      <code>{address}</code>
      <div className={styles.row}>
        <Button onClick={() => void copy().catch(() => setCopied(false))}>
          {t(copied ? "feed.copied" : "feed.copy")}
        </Button>
        <ButtonLink href={address.replace(/^https?:/, "webcal:")}>{t("feed.open")}</ButtonLink>
      </div>
    </div>
  );
}
