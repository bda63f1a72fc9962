import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Transfer } from "../../generated/rest";
import { useFormats } from "../../i18n/useFormats";
import { useSays, useWords } from "../../i18n/useWords";
import { rest } from "../../net/rest";
import { Button } from "../../parts/Button";
import { refusal } from "../records/useAsked";
import { useWhen } from "../records/useWhen";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";

interface Lines {
  transfers: readonly Transfer[];
  next: number | null;
  refused: string | null;
  busy: boolean;
}

/** What came and went, newest first. */
export function WalletScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const [{ transfers, next, refused, busy }, more] = useTransfers(token);
  return (
    <ChipsPaper at="wallet" title={t("wallet.title")} lead={t("wallet.lead")}>
      <ul className={styles.lines} aria-busy={busy}>
        {transfers.map((transfer) => (
          <Line key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {busy && transfers.length === 0 && <p role="status">{t("busy")}</p>}
      {!busy && refused === null && transfers.length === 0 && <p>{t("wallet.empty")}</p>}
      {next !== null && (
        <Button busy={busy} onClick={more}>
          {t("wallet.older")}
        </Button>
      )}
    </ChipsPaper>
  );
}

function Line({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation("economy");
  const { has, lookUp } = useWords();
  const { number, signed } = useFormats();
  const when = useWhen();
  const key = `wallet.kinds.${transfer.kind}`;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{has(key, "economy") ? lookUp(key, "economy") : transfer.kind}</strong>
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

function useTransfers(token: string): [Lines, () => void] {
  const [lines, setLines] = useState<Lines>({ transfers: [], next: null, refused: null, busy: true });
  const load = (before: number | null) =>
    rest.transfers(token, before).then(
      (page) =>
        setLines(({ transfers }) => ({
          transfers: before === null ? page.transfers : [...transfers, ...page.transfers],
          next: page.next_before,
          refused: null,
          busy: false,
        })),
      (error: unknown) => setLines((held) => ({ ...held, refused: refusal(error).code, busy: false })),
    );
  useEffect(() => {
    void load(null);
    // oxlint-disable-next-line react/exhaustive-deps -- once for a session
  }, [token]);
  const more = () => {
    setLines((held) => ({ ...held, busy: true }));
    void load(lines.next);
  };
  return [lines, more];
}
