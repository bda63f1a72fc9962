import { useRef, useState } from "react";
import { useApp, useClient, useRoom } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useHeld, useStill } from "../../parts/useStill";
import { type TableFilter, tableToPlayNow } from "../../state/lists";
import type { Wish } from "../create/useDraft";
import styles from "./PlayButtons.module.css";

interface Props {
  filter: TableFilter;
  /** Opens the dialog where a table is thought up. */
  onCreate: (wish: Wish) => void;
  /** Opens the dialog where a search for a game begins. */
  onSeek: () => void;
  /** Only the words, for the foot of a list. */
  compact?: boolean;
}

/** The quickest way to people: the next free chair, which it names, or else a table of one's own. */
export function PlayButtons({ filter, onCreate, onSeek, compact = false }: Props) {
  const { t } = useTranslation(["app", "seek"]);
  const { number } = useFormats();
  const client = useClient();
  const room = useRoom();
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  // The chair that the button named when it was pressed.
  const table = useStill(tableToPlayNow(room, filter), useHeld(area, "pressing"));
  const host = table?.seats.find((seat) => seat.account === table.organizer)?.name ?? table?.name;
  const stake = table && table.stake_chips > 0 ? number(table.stake_chips) : t("common.stakeNone");
  const playNow = async () => {
    if (!table) return onCreate({ company: "open", game: filter.game });
    setBusy(true);
    await client.joinTable(table.table);
    setBusy(false);
  };
  const looks = useApp((state) => Boolean(state.seeks?.seek));
  const where = table ? t("now.playNowAt", { name: host, stake }) : t("now.playNowNone");
  return (
    <div ref={area} className={styles.buttons} data-compact={compact}>
      <Button
        kind="action"
        size={compact ? "normal" : "large"}
        hint={compact ? undefined : where}
        title={compact ? where : undefined}
        busy={busy}
        onClick={playNow}
      >
        {t("now.playNow")}
      </Button>
      {!looks && (
        <Button
          kind="action"
          size={compact ? "normal" : "large"}
          hint={compact ? undefined : t("seek:hint")}
          onClick={onSeek}
        >
          {t("seek:find")}
        </Button>
      )}
    </div>
  );
}
