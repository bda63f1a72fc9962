import { useState } from "react";
import { useClient, useGameInfo } from "../../app/context";
import type { TableLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { isPartner } from "../../people/usePlaceName";
import { isFree, isJoinable } from "../../state/lists";
import styles from "./ChairChoice.module.css";

/** The chairs of a table that gathers, where it matters which one takes: who sits there, or the way to sit down. */
export function ChairChoice({ line }: { line: TableLine }) {
  const { t } = useTranslation(["friends", "app"]);
  const client = useClient();
  const info = useGameInfo(line.game);
  const [busy, setBusy] = useState(false);
  const free = line.seats.filter(isFree);
  if (!isJoinable(line) || line.seats.length < 3 || free.length < 2) return null;
  const partnerOf = (seat: number) =>
    line.seats.find((each) => each.name !== null && isPartner(info, each.seat, seat, line.seats.length))?.name ?? null;
  const sit = async (seat: number) => {
    setBusy(true);
    await client.joinTable(line.table, seat);
    setBusy(false);
  };
  return (
    <section aria-label={t("chairs.title")}>
      <h3>{t("chairs.title")}</h3>
      <ul className={styles.chairs}>
        {free.map(({ seat }) => {
          const partner = partnerOf(seat);
          const where = t("chairs.chair", { seat: seat + 1 });
          return (
            <li key={seat}>
              <Button
                busy={busy}
                hint={partner === null ? undefined : t("chairs.partner", { name: partner })}
                onClick={() => void sit(seat)}
              >
                {where}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
