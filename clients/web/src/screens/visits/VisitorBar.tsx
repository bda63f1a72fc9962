import { useState } from "react";
import type { Visit } from "kafeneio-client";
import { useClient, useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Icon } from "../../parts/Icon";
import { useIsVisitor, useVisit } from "./useVisits";
import styles from "./Visits.module.css";

/** Says to a visitor where they are at home, and leads back there. Nothing for anybody else. */
export function VisitorBar() {
  const visit = useVisit();
  const isAway = useIsVisitor();
  return isAway && visit ? <Bar visit={visit} /> : null;
}

function Bar({ visit }: { visit: Visit }) {
  const { t } = useTranslation(["visits", "app"]);
  const client = useClient();
  const { seatedAt } = useRoom();
  const [busy, setBusy] = useState(false);
  const goHome = () => {
    setBusy(true);
    void client.visits.goHome();
  };
  return (
    <section className={styles.bar} aria-label={t("bar.label")}>
      <Icon name="door" size={20} />
      <p className={styles.from}>
        <strong>{t("bar.from", { home: visit.home.name })}</strong>{" "}
        <span className={styles.chips}>
          {t("bar.chips", { chips: t("app:common.chips", { count: visit.chips_at_home }) })}
        </span>
      </p>
      <Button
        busy={busy}
        disabled={seatedAt !== null}
        title={seatedAt === null ? undefined : t("bar.atTable")}
        onClick={goHome}
      >
        {t("bar.goHome")}
      </Button>
    </section>
  );
}
