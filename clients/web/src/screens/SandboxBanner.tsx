import { useEffect, useState } from "react";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./SandboxBanner.module.css";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WARN_MIN = 15;

/** In a sandbox, on every page: that all of it is deleted every night, and soon, when it is soon. The page that the
 * server has sent says when (`data-sandbox-until`); a real platform's says nothing. */
export function SandboxBanner() {
  const until = Number(document.documentElement.dataset["sandboxUntil"] ?? 0);
  return until > 0 ? <Said first={until} /> : null;
}

function Said({ first }: { first: number }) {
  const { t, language } = useTranslation();
  const now = useMinute();
  const nights = Math.max(0, Math.ceil((now - first) / DAY_MS)); // a page that has stayed open since another day
  const until = first + nights * DAY_MS;
  const minutes = Math.ceil((until - now) / MINUTE_MS);
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(until);
  const soon = minutes <= WARN_MIN;
  return (
    <aside className={styles.banner} data-soon={soon || undefined}>
      <strong>{t("sandbox.name")}</strong> {!soon && <span>{t("sandbox.text", { time })}</span>}
      <span role="alert">{soon && t("sandbox.soon", { count: minutes })}</span>
    </aside>
  );
}

/** The time, looked at four times a minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}
