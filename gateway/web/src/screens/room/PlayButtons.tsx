import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApp, useClient, useRoom } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { Button } from "../../parts/Button";
import { defaultOptions, otherSeats } from "../../state/games";
import { type TableFilter, tableToPlayNow } from "../../state/lists";
import type { Company } from "../create/useDraft";
import styles from "./PlayButtons.module.css";

interface Props {
  filter: TableFilter;
  /** Opens the dialog where a table is thought up, with whom said already. */
  onCreate: (company: Company) => void;
  /** Only the words, for the foot of a list. */
  compact?: boolean;
}

/** The two ways to a game: the next free chair, which it names, and the computer. */
export function PlayButtons({ filter, onCreate, compact = false }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const room = useRoom();
  const [busy, setBusy] = useState<"people" | "computer" | null>(null);
  const games = usePlayableGames(filter.game);
  const table = tableToPlayNow(room, filter);
  const host = table?.seats.find((seat) => seat.account === table.organizer)?.name ?? table?.name;
  const stake = table && table.stake_chips > 0 ? number(table.stake_chips) : t("common.stakeNone");

  const during = async (what: "people" | "computer", doing: Promise<unknown>) => {
    setBusy(what);
    await doing;
    setBusy(null);
  };
  const playNow = () => (table ? void during("people", client.joinTable(table.table)) : onCreate("open"));
  const playComputer = () => {
    const [game, ...others] = games;
    if (!game) return;
    if (others.length > 0) return onCreate("computer");
    const bots = otherSeats(game, defaultOptions(game));
    void during("computer", client.playComputer(t("now.computerTable"), game.game, bots));
  };
  const where = table ? t("now.playNowAt", { name: host, stake }) : t("now.playNowNone");
  return (
    <div className={styles.buttons} data-compact={compact}>
      <Button
        kind="action"
        size={compact ? "normal" : "large"}
        hint={compact ? undefined : where}
        title={compact ? where : undefined}
        busy={busy === "people"}
        onClick={playNow}
      >
        {t("now.playNow")}
      </Button>
      <Button
        size={compact ? "normal" : "large"}
        hint={compact ? undefined : t("now.computerHint")}
        busy={busy === "computer"}
        disabled={games.length === 0}
        onClick={playComputer}
      >
        {t("now.computer")}
      </Button>
    </div>
  );
}

/** The games that can be played against the computer: the one that is filtered for, else all. */
function usePlayableGames(wanted: string | null) {
  const games = useApp((state) => state.catalogue)?.filter((info) => !info.house_banked) ?? [];
  const chosen = games.filter((info) => info.game === wanted);
  return chosen.length > 0 ? chosen : games;
}
