import { useState } from "react";
import { rest, type Transfer } from "kafeneio-client";
import { useTransferKind } from "../../economy/useTransferKind";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { useWhen } from "../records/useWhen";
import { Empty } from "../Empty";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";
import { usePages } from "./usePages";

const ABOUT = ["all", "matches", "bets", "lotteries", "shop", "free", "competitions", "other"] as const;

/** What came and went, newest first; all of it, or what is about one thing. */
export function WalletScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const [about, setAbout] = useState<(typeof ABOUT)[number]>("all");
  const { lines, next, refused, busy, more } = usePages(
    (before) =>
      rest
        .transfers(token, before, about === "all" ? null : about)
        .then((page) => ({ lines: page.transfers, next: page.next_before })),
    `${token} ${about}`,
  );
  return (
    <ChipsPaper at="wallet" title={t("wallet.title")} lead={t("wallet.lead")}>
      <Choice
        legend={t("wallet.filter")}
        quietLegend
        options={ABOUT.map((value) => ({ value, label: t(`wallet.about.${value}`) }))}
        value={about}
        onChange={setAbout}
      />
      <ul className={styles.lines} aria-busy={busy}>
        {lines.map((transfer) => (
          <Line key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {busy && lines.length === 0 && <p role="status">{t("busy")}</p>}
      {!busy && refused === null && lines.length === 0 && (
        <Empty>{t(about === "all" ? "wallet.empty" : "wallet.noneSuch")}</Empty>
      )}
      {next !== null && (
        <div className={styles.row}>
          <Button busy={busy} onClick={more}>
            {t("wallet.older")}
          </Button>
        </div>
      )}
    </ChipsPaper>
  );
}

function Line({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation("economy");
  const kind = useTransferKind();
  const { number, signed } = useFormats();
  const when = useWhen();
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{kind(transfer.kind)}</strong>
        <time>{when(transfer.at_ms)}</time>
      </span>
      <span className={styles.sums}>
        <span className={`${styles.moved} num`} data-in={transfer.chips > 0}>
          {signed(transfer.chips)}
        </span>
        <span className={`${styles.after} num`}>{t("wallet.after", { amount: number(transfer.balance_chips) })}</span>
      </span>
    </li>
  );
}
