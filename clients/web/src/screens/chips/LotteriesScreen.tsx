import { useState } from "react";
import { useRoom } from "../../app/context";
import { goTo } from "../../app/pages";
import { Refused, rest, type Lotteries, type LotteryLine } from "kafeneio-client";
import { seedForTicket } from "../../fair/tickets";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useServerReading } from "../../parts/useServerNow";
import { useWhen } from "../records/useWhen";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";
import { DrawDialog, type InHand } from "./DrawDialog";
import { useLotteryName } from "./names";
import { SpendDialog, type Spending } from "./SpendDialog";
import { TicketHistory } from "./TicketHistory";
import { useChips } from "../../i18n/useAmounts";
import { type Resource, useResource } from "../../app/useResource";

const HOUR_MS = 3_600_000;

export function LotteriesScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const name = useLotteryName();
  const [spending, setSpending] = useState<Spending | null>(null);
  const kept = useResource(() => rest.lotteries(token));
  const { value, refused, busy } = kept;
  const { hand, drawn, take, draw, putAway } = useTicket(token, kept);

  /** A paid ticket asks first, as everything does that spends chips. */
  function ask(line: LotteryLine) {
    const { lottery, price_chips: price } = line;
    if (price === 0) void take(line);
    else setSpending({ name: name(lottery), chips: price, go: () => void take(line) });
  }

  return (
    <ChipsPaper
      at="lotteries"
      title={t("lotteries.title")}
      lead={t("lotteries.lead")}
      helpline={value?.helpline ?? null}
    >
      {refused !== null && !hand && <p role="alert">{says({ code: refused })}</p>}
      {!value && busy && <p role="status">{t("busy")}</p>}
      {value && (
        <>
          {value.email_needed && (
            <p role="status">
              {t("lotteries.confirm")}{" "}
              <Button onClick={() => goTo({ at: "account" })}>{t("lotteries.confirmGo")}</Button>
            </p>
          )}
          <Cards lotteries={value} kept={kept} onTake={ask} />
          <TicketHistory token={token} drawn={drawn} />
        </>
      )}
      {spending && <SpendDialog spending={spending} onClose={() => setSpending(null)} />}
      {hand && <DrawDialog hand={hand} busy={busy} refused={refused} onDraw={() => void draw()} onClose={putAway} />}
    </ChipsPaper>
  );
}

/** The ticket that one holds: sealed when it is taken, and drawn with this browser's seed. `drawn`: how many were. */
function useTicket(token: string, kept: Resource<Lotteries>) {
  const { chips } = useRoom();
  const [hand, setHand] = useState<InHand | null>(null);
  const [drawn, setDrawn] = useState(0);

  async function take(line: LotteryLine) {
    const ticket = await kept.act(
      () => opened(token, line),
      (_, held) => held,
    );
    if (ticket) setHand({ ticket, seed: seedForTicket(ticket.ticket, ticket.commit), before: chips, drawn: null });
  }

  async function draw() {
    if (!hand) return;
    const found = await kept.act(() => rest.drawTicket(token, hand.ticket.ticket, hand.seed));
    if (!found) return;
    setHand({ ...hand, drawn: found });
    setDrawn((before) => before + 1);
  }

  return { hand, drawn, take, draw, putAway: () => setHand(null) };
}

/** A ticket at the price that was shown; nothing is paid for one that has another price meanwhile. */
async function opened(token: string, { lottery, price_chips: seen }: LotteryLine) {
  const ticket = await rest.openTicket(token, lottery);
  if (ticket.price_chips !== seen) throw new Refused("price_changed");
  return ticket;
}

interface CardsProps {
  lotteries: Lotteries;
  kept: Resource<Lotteries>;
  onTake: (line: LotteryLine) => void;
}

/** All lotteries, the cheapest first. */
function Cards(props: CardsProps) {
  const { t } = useTranslation("economy");
  const { lotteries, tickets_left_today: count } = props.lotteries;
  return (
    <>
      <p className="num">{t("lotteries.left", { count })}</p>
      <ul className={styles.cards}>
        {lotteries
          .toSorted((a, b) => a.price_chips - b.price_chips)
          .map((line) => (
            <Lottery key={line.lottery} line={line} {...props} />
          ))}
      </ul>
    </>
  );
}

function Lottery({ line, lotteries, kept, onTake }: CardsProps & { line: LotteryLine }) {
  const { t } = useTranslation("economy");
  const name = useLotteryName();
  const chips = useChips();
  const { number } = useFormats();
  const when = useWhen();
  const { chips: own } = useRoom();
  const isFree = line.price_chips === 0;
  const readyAtMs = isFree ? lotteries.free_ready_at_ms : 0;
  const waits = useServerReading(readyAtMs > 0, (nowMs) => readyAtMs > nowMs);
  const short = own < line.price_chips;
  const percent = isFree ? 0 : Math.round(line.worth_chips_10000 / line.price_chips / 100);
  return (
    <li className={styles.card}>
      <h2>{name(line.lottery)}</h2>
      <p>
        {isFree ? t("lotteries.free") : t("lotteries.price", { amount: chips(line.price_chips) })} ·{" "}
        {isFree
          ? t("lotteries.worthFree", {
              amount: chips(Math.min(...line.rows.map((row) => row.prize_chips))),
              hours: number(lotteries.free_every_ms / HOUR_MS),
            })
          : t("lotteries.worth", { percent })}
      </p>
      <table className={`${styles.odds} num`}>
        <caption className="sr">{t("lotteries.odds", { name: name(line.lottery) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("lotteries.prize")}</th>
            <th scope="col">{t("lotteries.chance")}</th>
          </tr>
        </thead>
        <tbody>
          {line.rows.map((row) => (
            <tr key={row.first}>
              <td>{row.prize_chips === 0 ? t("lotteries.nothing") : number(row.prize_chips)}</td>
              <td>{t("lotteries.inTenThousand", { draws: number(row.last - row.first + 1) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {waits && <p>{t("lotteries.readyAt", { when: when(lotteries.free_ready_at_ms) })}</p>}
      {short && <p>{t("shop.short", { before: chips(own) })}</p>}
      <Button
        kind={isFree ? "action" : "quiet"}
        disabled={waits || short}
        busy={kept.busy}
        onClick={() => onTake(line)}
        aria-label={t("lotteries.takeFor", { name: name(line.lottery) })}
      >
        {t("lotteries.take")}
      </Button>
    </li>
  );
}
