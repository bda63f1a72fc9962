import type { Conduct, Receipts } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import account from "../account/Account.module.css";
import { useResource } from "../../app/useResource";
import { useWhen } from "../records/useWhen";
import styles from "./Conduct.module.css";
import { conductRest } from "./conductRest";

/** One's active cards, warnings that wait, and what became of one's reports. */
export function ConductPart({ token }: { token: string }) {
  const { t } = useTranslation("conduct");
  const when = useWhen();
  const { value: conduct } = useResource<Conduct>(() => conductRest.conduct(token));
  const { value: sent } = useResource<Receipts>(() => conductRest.reports(token));
  if (conduct === null) return null;
  const { yellow = 0, blue = 0 } = conduct.cards;
  return (
    <section className={account.part} aria-labelledby="conduct">
      <h2 id="conduct">{t("own.title")}</h2>
      <p className={account.prose}>{t("own.lead")}</p>
      {conduct.warnings.length > 0 && <p role="alert">{t("own.warnings")}</p>}
      {yellow + blue === 0 && <p>{t("own.none")}</p>}
      {yellow > 0 && <p>{t("own.yellow", { count: yellow })}</p>}
      {blue > 0 && <p>{t("own.blue", { count: blue })}</p>}
      {sent !== null && sent.reports.length > 0 && (
        <>
          <h3>{t("own.reports")}</h3>
          <ul className={styles.reports}>
            {sent.reports.map((each) => (
              <li key={each.id}>
                {when(each.created_at_ms)}: {t(`categories.${each.category}`)} –{" "}
                {each.decided_at_ms === null ? t("own.waiting") : t("own.decided", { when: when(each.decided_at_ms) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
