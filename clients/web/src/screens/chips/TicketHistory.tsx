import { useEffect, useState } from "react";
import { verifyTicket } from "../../fair/ticket";
import { promisedTicket } from "../../fair/tickets";
import { rest, type Ticket } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import styles from "./Chips.module.css";
import { useLotteryName } from "./names";
import { ProofLines } from "./ProofLines";
import { type Pages, usePages } from "./usePages";

/** What one's tickets were worth, each computed again in this browser. `drawn`: how many have been drawn here. */
export function TicketHistory({ token, drawn }: { token: string; drawn: number }) {
  const pages = usePages(
    (before) => rest.tickets(token, before).then((page) => ({ lines: page.tickets, next: page.next_before_ms })),
    `${token} ${drawn}`,
  );
  return <Tickets pages={pages} />;
}

function Tickets({ pages: { lines, next, refused, busy, more } }: { pages: Pages<Ticket> }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  return (
    <section className={styles.part} aria-labelledby="past">
      <h2 id="past">{t("lotteries.past")}</h2>
      <ul className={styles.lines} aria-busy={busy}>
        {lines.map((ticket) => (
          <Line key={ticket.ticket} ticket={ticket} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {!busy && refused === null && lines.length === 0 && <p>{t("lotteries.pastEmpty")}</p>}
      {next !== null && (
        <div className={styles.row}>
          <Button busy={busy} onClick={more}>
            {t("lotteries.older")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("economy");
  const { number, signed } = useFormats();
  const name = useLotteryName();
  const when = useWhen();
  const finding = useFinding(ticket);
  const prize = ticket.prize_chips ?? 0;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{name(ticket.lottery)}</strong>
        <span>
          <time>{when(ticket.drawn_at_ms ?? ticket.opened_at_ms)}</time> ·{" "}
          <span className="num">{t("lotteries.number", { number: String(ticket.draw ?? 0).padStart(4, "0") })}</span>
        </span>
        <details>
          <summary data-finding={finding} role={finding === "broken" ? "alert" : undefined}>
            {t(`lotteries.findings.${finding}`)}
          </summary>
          <ProofLines commit={ticket.commit} seed={ticket.seed} root={ticket.root} />
        </details>
      </span>
      <span className={styles.sums}>
        <span className={`${styles.moved} num`} data-in={prize > 0}>
          {signed(prize)}
        </span>
        {ticket.price_chips > 0 && (
          <span className={`${styles.after} num`}>{t("lotteries.paid", { amount: number(ticket.price_chips) })}</span>
        )}
      </span>
    </li>
  );
}

type Finding = "checking" | "kept" | "sound" | "broken" | "unchecked";

/** `kept`: as promised to this very browser; `sound`: it follows from its seal, which this browser has not seen before. */
function useFinding(ticket: Ticket): Finding {
  const [finding, setFinding] = useState<Finding>("checking");
  useEffect(() => {
    let wanted = true;
    const seen = promisedTicket(ticket.ticket);
    const promise = seen ?? { commit: ticket.commit, seed: ticket.seed ?? "" };
    void verifyTicket(ticket, promise).then((holds) => {
      if (wanted) setFinding(holds === null ? "unchecked" : holds ? (seen ? "kept" : "sound") : "broken");
    });
    return () => {
      wanted = false;
    };
  }, [ticket]);
  return finding;
}
