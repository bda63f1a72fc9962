import { useEffect, useEffectEvent, useState } from "react";
import { useApp, useRoom } from "../../app/context";
import { goTo } from "../../app/pages";
import { useLastAlone } from "../../app/questions";
import { rest, type CareCard } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";

const EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

/** The reality check when it is due, and the notice on risks before the first match for chips: in the room, and beside a
 * house-banked table before one sits down there. */
export function CareDialogs() {
  const token = useApp((state) => state.token);
  const staked = useSeatedForChips();
  const [card, setCard, ask] = useCare(token, staked);
  if (!token || !card) return null;
  const seen = (what: "check" | "notice") => {
    setCard(null);
    ask(rest.acknowledge(token, what)); // refused: it is asked again with the next look
  };
  if (card.check_due) return <Check card={card} onSeen={() => seen("check")} />;
  return staked && !card.notice_seen ? <Notice card={card} onSeen={() => seen("notice")} /> : null;
}

interface Props {
  card: CareCard;
  onSeen: () => void;
}

function Check({ card, onSeen }: Props) {
  const { t } = useTranslation("economy");
  const { signed } = useFormats();
  const count = Math.floor(card.played_ms / MINUTE_MS);
  return (
    <Dialog
      title={t("check.title")}
      onClose={onSeen}
      actions={<Ways onSeen={onSeen} go={t("check.go")} limits={t("check.limits")} />}
    >
      <p className="num">{t("check.lead", { count, net: signed(card.net_chips) })}</p>
    </Dialog>
  );
}

function Notice({ card, onSeen }: Props) {
  const { t } = useTranslation("economy");
  return (
    <Dialog
      title={t("notice.title")}
      onClose={onSeen}
      actions={<Ways onSeen={onSeen} go={t("notice.go")} limits={t("notice.limits")} />}
    >
      <p>{t("notice.lead", { number: card.helpline })}</p>
    </Dialog>
  );
}

function Ways({ onSeen, go, limits }: { onSeen: () => void; go: string; limits: string }) {
  const toLimits = () => {
    onSeen();
    goTo({ at: "limits" });
  };
  return (
    <>
      <Button onClick={toLimits}>{limits}</Button>
      <Button kind="action" onClick={onSeen}>
        {go}
      </Button>
    </>
  );
}

/** Whether one sits at a table that is not yet on and at which chips are put up. */
function useSeatedForChips(): boolean {
  const { seatedAt, tables } = useRoom();
  const line = seatedAt === null ? undefined : tables.get(seatedAt);
  return line !== undefined && line.state !== "started" && line.stake_chips > 0;
}

type Ask = (card: Promise<CareCard>) => void;

/** Asked on coming into the room, once a minute, and when one sits down for chips. What was asked before the last
 * question says what was true before it: a check that was put away does not come back. */
function useCare(token: string | null, staked: boolean): [CareCard | null, (card: null) => void, Ask] {
  const [card, setCard] = useState<CareCard | null>(null);
  const asking = useLastAlone();
  const ask: Ask = (asked) => {
    const counts = asking();
    asked.then(
      (found) => counts() && setCard(found),
      () => undefined,
    );
  };
  const look = useEffectEvent(() => token && ask(rest.care(token)));
  useEffect(() => {
    look();
    const timer = window.setInterval(look, EVERY_MS);
    return () => {
      asking(); // what was asked for somebody else, or for another moment, says nothing now
      window.clearInterval(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- sitting down for chips is a moment to look
  }, [token, staked, asking]);
  return [card, setCard, ask];
}
