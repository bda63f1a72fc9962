import { ask, type CardSettings } from "kafeneio-client";
import { useResource } from "../../app/useResource";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Choice } from "../../parts/Choice";
import styles from "./Account.module.css";

type Audience = CardSettings["last_seen"];
const AUDIENCES: readonly Audience[] = ["all", "friends", "none"];

/** Who sees on one's card when one was last here. */
export function LastSeenPart({ token }: { token: string }) {
  const { t } = useTranslation("player");
  const says = useSays();
  const { value, refused, act } = useResource(() => ask("GET /api/me/card", { token }));
  const choose = (last_seen: Audience) =>
    void act(
      () => ask("PUT /api/me/card", { token, body: { last_seen } }),
      (chosen) => chosen,
    );
  return (
    <section className={styles.part} aria-labelledby="last-seen">
      <h2 id="last-seen">{t("lastSeen.title")}</h2>
      <p className={styles.prose}>{t("lastSeen.lead")}</p>
      <div className={value ? undefined : styles.awaited}>
        <Choice<Audience>
          legend={t("lastSeen.title")}
          quietLegend
          options={AUDIENCES.map((each) => ({ value: each, label: t(`lastSeen.${each}`) }))}
          value={value?.last_seen ?? "friends"}
          onChange={choose}
        />
      </div>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </section>
  );
}
