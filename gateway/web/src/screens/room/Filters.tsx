import { useTranslation } from "react-i18next";
import { useApp } from "../../app/context";
import { useGameWords } from "../../i18n/useWords";
import { NO_FILTER, type TableFilter } from "../../state/lists";
import styles from "./Filters.module.css";

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
  const nothing = Object.values(filter).every((value) => value === null);
  return (
    <div className={styles.filters} role="group" aria-label={t("tables.filters")}>
      <button type="button" aria-pressed={nothing} onClick={() => onFilter(NO_FILTER)}>
        {t("tables.all")}
      </button>
      {chip("seats", "free", t("tables.freeSeats"))}
      {chip("seats", "running", t("tables.running"))}
      {chip("stake", "staked", t("tables.staked"))}
      {chip("stake", "free", t("tables.friendly"))}
      {games.length > 1 && games.map((info) => chip("game", info.game, words.name(info.game)))}
    </div>
  );
}
