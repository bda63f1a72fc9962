import { useEffect, useState } from "react";
import { verifyTicket } from "../../fair/ticket";
import type { Drawn, Ticket } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import styles from "./DrawDialog.module.css";
import { useLotteryName } from "./names";
import { ProofLines } from "./ProofLines";
import { useChips } from "../../i18n/useAmounts";

const DIGITS = 4;
const FIRST_MS = 700;
const EACH_MS = 450;
const TURN_MS = 60;

/** A ticket in hand: its seal, this browser's seed, and, once it is drawn, what came of it. */
export interface InHand {
  ticket: Ticket;
  seed: string;
  before: number;
  drawn: Drawn | null;
}

interface Props {
  hand: InHand;
  busy: boolean;
  refused: string | null;
  onDraw: () => void;
  onClose: () => void;
}

/** A ticket: sealed, then its four digits turn and come to rest one after the other, then the prize and its proof. */
export function DrawDialog({ hand, busy, refused, onDraw, onClose }: Props) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const name = useLotteryName();
  const { ticket, drawn } = hand;
  const shown = useDigits(drawn?.ticket.draw ?? null);
  const over = drawn !== null && shown.resting === DIGITS;
  const actions = over ? (
    <Button kind="action" onClick={onClose}>
      {t("lotteries.close")}
    </Button>
  ) : (
    <Button kind="action" size="large" busy={busy || drawn !== null} onClick={onDraw}>
      {t("lotteries.draw")}
    </Button>
  );
  return (
    <Dialog title={name(ticket.lottery)} onClose={onClose} actions={actions}>
      <div className={styles.ticket} data-won={over && (drawn.ticket.prize_chips ?? 0) > 0}>
        <div className={styles.digits} aria-hidden="true">
          {shown.digits.map((digit, at) => (
            <span key={at} className={`${styles.digit} num`} data-rests={at < shown.resting}>
              {digit}
            </span>
          ))}
        </div>
        <p className={styles.said} role="status">
          {over ? <Outcome hand={hand} /> : t("lotteries.sealed")}
        </p>
      </div>
      {refused !== null && drawn === null && <p role="alert">{says({ code: refused })}</p>}
      {over && <Proof hand={hand} />}
      {!over && (
        <details>
          <summary>{t("lotteries.proof")}</summary>
          <ProofLines commit={ticket.commit} seed={hand.seed} root={null} />
        </details>
      )}
    </Dialog>
  );
}

function Outcome({ hand }: { hand: InHand }) {
  const { t } = useTranslation("economy");
  const chips = useChips();
  const { drawn, before } = hand;
  if (!drawn) return null;
  const prize = drawn.ticket.prize_chips ?? 0;
  return (
    <>
      <span className="sr">{t("lotteries.number", { number: padded(drawn.ticket.draw ?? 0) })}. </span>
      <strong>{prize > 0 ? t("lotteries.won", { amount: chips(prize) }) : t("lotteries.lost")}</strong>{" "}
      {t("lotteries.afterwards", { before: chips(before), after: chips(drawn.chips) })}
    </>
  );
}

function Proof({ hand }: { hand: InHand }) {
  const { t } = useTranslation("economy");
  const [holds, setHolds] = useState<boolean | null | undefined>(undefined);
  const { drawn, seed, ticket } = hand;
  const commit = ticket.commit;
  useEffect(() => {
    let wanted = true;
    if (drawn) void verifyTicket(drawn.ticket, { commit, seed }).then((found) => wanted && setHolds(found));
    return () => {
      wanted = false;
    };
  }, [drawn, commit, seed]);
  return (
    <>
      {holds !== undefined && (
        <p role={holds === false ? "alert" : undefined}>
          {t(holds === null ? "lotteries.unchecked" : holds ? "lotteries.checked" : "lotteries.broken")}
        </p>
      )}
      <details>
        <summary>{t("lotteries.proof")}</summary>
        <ProofLines commit={commit} seed={seed} root={drawn?.ticket.root ?? null} />
      </details>
    </>
  );
}

const padded = (draw: number) => String(draw).padStart(DIGITS, "0");

/** The digits as they turn; `resting`: how many have come to rest. Without motion they simply lie there. */
function useDigits(draw: number | null): { digits: string[]; resting: number } {
  const [passed, setPassed] = useState(0);
  const still = useStillness();
  const restsAt = FIRST_MS + (DIGITS - 1) * EACH_MS;
  useEffect(() => {
    if (draw === null || still) return;
    const started = performance.now();
    const timer = window.setInterval(() => {
      const now = performance.now() - started;
      setPassed(now);
      if (now > restsAt) window.clearInterval(timer);
    }, TURN_MS);
    return () => window.clearInterval(timer);
  }, [draw, still, restsAt]);
  if (draw === null) return { digits: Array.from({ length: DIGITS }, () => "·"), resting: 0 };
  if (still) return { digits: [...padded(draw)], resting: DIGITS };
  const resting = passed < FIRST_MS ? 0 : Math.min(DIGITS, 1 + Math.floor((passed - FIRST_MS) / EACH_MS));
  const turn = Math.floor(passed / TURN_MS);
  const digits = [...padded(draw)].map((digit, at) => (at < resting ? digit : String((turn * 7 + at * 3) % 10)));
  return { digits, resting };
}

function useStillness(): boolean {
  const [query] = useState(() => window.matchMedia("(prefers-reduced-motion: reduce)"));
  return query.matches;
}
