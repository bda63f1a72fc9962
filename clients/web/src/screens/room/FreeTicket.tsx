import { lazy, Suspense, useState } from "react";
import { rest, type Today } from "kafeneio-client";
import { useRoom } from "../../app/context";
import type { Resource } from "../../app/useResource";
import { seedForTicket } from "../../fair/tickets";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerReading } from "../../parts/useServerNow";
import type { InHand } from "../chips/DrawDialog";
import styles from "./QuietLine.module.css";

const DrawDialog = lazy(() => import("../chips/DrawDialog").then((module) => ({ default: module.DrawDialog })));
const FREE = "free";

/** One line while the free ticket may be taken: a press takes and draws it, after which the day is asked for again.
 * Nothing for whom the wallet offers none. */
export function FreeTicket({ token, today }: { token: string; today: Resource<Today> }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const { chips } = useRoom();
  const [hand, setHand] = useState<InHand | null>(null);
  const readyAtMs = today.value?.free?.ready_at_ms ?? null;
  const isReady = useServerReading(readyAtMs !== null, (nowMs) => readyAtMs !== null && readyAtMs <= nowMs);

  async function take() {
    await today.act(async () => {
      const ticket = await rest.openTicket(token, FREE);
      const seed = seedForTicket(ticket.ticket, ticket.commit);
      const drawn = await rest.drawTicket(token, ticket.ticket, seed);
      setHand({ ticket, seed, before: chips, drawn });
    });
  }

  return (
    <>
      {isReady && (
        <section className={styles.line} aria-label={t("lotteries.names.free")}>
          <p>{t("lotteries.room")}</p>
          {today.refused !== null && <p role="alert">{says({ code: today.refused })}</p>}
          <Button busy={today.busy} onClick={() => void take()}>
            {t("lotteries.take")}
          </Button>
        </section>
      )}
      {hand && (
        <Suspense>
          <DrawDialog hand={hand} busy={false} refused={null} onDraw={() => undefined} onClose={() => setHand(null)} />
        </Suspense>
      )}
    </>
  );
}
