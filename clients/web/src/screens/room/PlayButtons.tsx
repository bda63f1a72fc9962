import { useRef, useState } from "react";
import { useApp, useClient, useRoom } from "../../app/context";
import { useStakeRules } from "../../economy/useStakeRules";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useHeld, useStill } from "../../parts/useStill";
import { gamesInOrder } from "../../state/games";
import { type TableFilter, tableToPlayNow } from "../../state/lists";
import { lastSearch, type Search, searchFrom } from "../../state/seek";
import type { Wish } from "../create/useDraft";
import { useShownName } from "../../people/useShownName";
import styles from "./PlayButtons.module.css";
import { useClockLine } from "./useClockLine";

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
  const shown = useShownName();
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
  const clock = useClockLine(table?.clock_factor ?? 1);
  const named = [stake, clock].filter(Boolean).join(" · ");
  const where = table ? t("now.playNowAt", { name: shown(host ?? ""), stake: named }) : t("now.playNowNone");
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
      {!looks && <SeekButton compact={compact} onSeek={onSeek} />}
    </div>
  );
}

/** Looks for what one looked for the last time, at one press; the first time one is asked. */
function SeekButton({ compact, onSeek }: { compact: boolean; onSeek: () => void }) {
  const { t } = useTranslation(["app", "seek"]);
  const words = useGameWords();
  const { list, number } = useFormats();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const search = useLastSearch();
  const stakes = search?.stakes.map((stake) => (stake === 0 ? t("common.stakeNone") : number(stake))) ?? [];
  const what = search ? `${list(search.games.map((game) => words.name(game)))} · ${list(stakes)}` : t("seek:hint");
  const seek = async () => {
    if (!search) return onSeek();
    setBusy(true);
    if (!(await client.search.startAtOnce(search))) onSeek(); // something else can be chosen there
    setBusy(false);
  };
  return (
    <Button
      kind="action"
      size={compact ? "normal" : "large"}
      hint={compact ? undefined : what}
      title={compact ? what : undefined}
      busy={busy}
      onClick={() => void seek()}
    >
      {t("seek:find")}
    </Button>
  );
}

/** The search of the last time, as far as it is still offered and one has the chips; null: one has to choose. */
function useLastSearch(): Search | null {
  const catalogue = useApp((state) => state.catalogue);
  const rules = useStakeRules();
  const { chips } = useRoom();
  const kept = lastSearch();
  if (!kept || !rules || !catalogue) return null;
  const games = gamesInOrder(catalogue).filter((info) => !info.house_banked);
  const search = searchFrom(kept, games, rules);
  const stakes = search.stakes.filter((stake) => stake <= chips);
  return search.games.length > 0 && stakes.length > 0 ? { ...search, stakes } : null;
}
