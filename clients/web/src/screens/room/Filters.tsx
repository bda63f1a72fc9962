import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { SearchField } from "../../parts/SearchField";
import { Switch } from "../../parts/Switch";
import { gamesInOrder } from "../../state/games";
import { STAKE_RANGES, type StakeChoice, type TableFilter } from "../../state/lists";
import styles from "./Filters.module.css";

const STAKES = ["free", ...(Object.keys(STAKE_RANGES) as (keyof typeof STAKE_RANGES)[])] as const;

interface Props {
  filter: TableFilter;
  onFilter: (filter: TableFilter) => void;
}

/** Which tables to show: by a word, by game, by stake, and only those where one can sit down. */
export function Filters({ filter, onFilter }: Props) {
  const { t } = useTranslation(["app", "play"]);
  const words = useGameWords();
  const games = gamesInOrder(useApp((state) => state.catalogue) ?? []).filter((info) => !info.house_banked);
  return (
    <div className={styles.all}>
      <SearchField label={t("tables.search")} value={filter.text} onChange={(text) => onFilter({ ...filter, text })} />
      <div className={styles.filters} role="group" aria-label={t("tables.filters")}>
        <select
          aria-label={t("create.game")}
          value={filter.game ?? ""}
          data-chosen={filter.game !== null}
          onChange={(event) => onFilter({ ...filter, game: event.target.value || null })}
        >
          <option value="">{t("play:tiles.everyGame")}</option>
          {games.map(({ game }) => (
            <option key={game} value={game}>
              {words.name(game)}
            </option>
          ))}
        </select>
        <select
          aria-label={t("tables.range.label")}
          value={filter.stake ?? ""}
          data-chosen={filter.stake !== null}
          onChange={(event) => onFilter({ ...filter, stake: (event.target.value || null) as StakeChoice | null })}
        >
          <option value="">{t("tables.range.any")}</option>
          {STAKES.map((stake) => (
            <option key={stake} value={stake}>
              {stake === "free" ? t("tables.friendly") : t(`tables.range.${stake}`, rangeOf(stake))}
            </option>
          ))}
        </select>
      </div>
      <Switch label={t("tables.freeSeats")} on={filter.free} onChange={(free) => onFilter({ ...filter, free })} />
    </div>
  );
}

function rangeOf(stake: keyof typeof STAKE_RANGES): { from: number; to: number } {
  const [from, to] = STAKE_RANGES[stake];
  return { from, to };
}
