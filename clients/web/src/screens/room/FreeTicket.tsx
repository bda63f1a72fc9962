import { lazy, Suspense, useState } from "react";
import { rest } from "kafeneio-client";
import { useApp, useRoom } from "../../app/context";
import { useResource } from "../../app/useResource";
import { seedForTicket } from "../../fair/tickets";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerReading } from "../../parts/useServerNow";
import { isVisitor } from "../../state/visitors";
import type { InHand } from "../chips/DrawDialog";
import styles from "./QuietLine.module.css";

const DrawDialog = lazy(() => import("../chips/DrawDialog").then((module) => ({ default: module.DrawDialog })));
const FREE = "free";

/** One line while the free ticket may be taken: a press takes and draws it. Nothing for whom the wallet offers none. */
export function FreeTicket() {
  const { me } = useRoom();
  const token = useApp((state) => state.token);
  return token === null || me.guest || isVisitor(me) ? null : <Offer token={token} />;
}

function Offer({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const { chips } = useRoom();
  const kept = useResource(() => rest.freeTicket(token));
  const [hand, setHand] = useState<InHand | null>(null);
  const readyAtMs = kept.value?.ready_at_ms ?? null;
  const isReady = useServerReading(readyAtMs !== null, (nowMs) => readyAtMs !== null && readyAtMs <= nowMs);

  async function take() {
    await kept.act(async () => {
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
          {kept.refused !== null && <p role="alert">{says({ code: kept.refused })}</p>}
          <Button busy={kept.busy} onClick={() => void take()}>
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
