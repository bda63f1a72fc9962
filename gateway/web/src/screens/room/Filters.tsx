import { useTranslation } from "react-i18next";
import { useApp } from "../../app/context";
import { useGameWords } from "../../i18n/useWords";
import { SearchField } from "../../parts/SearchField";
import { NO_FILTER, STAKE_RANGES, type StakeRange, type TableFilter } from "../../state/lists";
import styles from "./Filters.module.css";

const RANGES = Object.keys(STAKE_RANGES) as StakeRange[];

interface Props {
  filter: TableFilter;
  onFilter: (filter: TableFilter) => void;
}

/** Chips that say which tables to show; pressing one again lets it go. */
export function Filters({ filter, onFilter }: Props) {
  const { t } = useTranslation();
  const words = useGameWords();
  const games = useApp((state) => state.catalogue) ?? [];
  const chip = <K extends keyof TableFilter>(key: K, value: TableFilter[K] & string, label: string) => (
    <button
      key={`${key}-${value}`}
      type="button"
      aria-pressed={filter[key] === value}
      onClick={() => onFilter({ ...filter, [key]: filter[key] === value ? null : value })}
    >
      {label}
    </button>
  );
  const nothing = Object.values(filter).every((value) => value === null || value === "");
  return (
    <div className={styles.all}>
      <SearchField label={t("tables.search")} value={filter.text} onChange={(text) => onFilter({ ...filter, text })} />
      <div className={styles.filters} role="group" aria-label={t("tables.filters")}>
        <button type="button" aria-pressed={nothing} onClick={() => onFilter(NO_FILTER)}>
          {t("tables.all")}
        </button>
        {chip("seats", "free", t("tables.freeSeats"))}
        {chip("seats", "running", t("tables.running"))}
        {chip("stake", "staked", t("tables.staked"))}
        {chip("stake", "free", t("tables.friendly"))}
        <select
          aria-label={t("tables.range.label")}
          value={filter.range ?? ""}
          data-chosen={filter.range !== null}
          onChange={(event) => onFilter({ ...filter, range: (event.target.value || null) as StakeRange | null })}
        >
          <option value="">{t("tables.range.any")}</option>
          {RANGES.map((range) => (
            <option key={range} value={range}>
              {t(`tables.range.${range}`, { from: STAKE_RANGES[range][0], to: STAKE_RANGES[range][1] })}
            </option>
          ))}
        </select>
        {games.length > 1 && games.map((info) => chip("game", info.game, words.name(info.game)))}
      </div>
    </div>
  );
}
